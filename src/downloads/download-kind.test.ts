/** Tests downloads from the charge to the last archive, stopped at every step: no double charge, no second fetch. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OfflineError } from '../base/errors'
import { withDpi } from '../base/picture-dpi'
import type { TaskItem } from '../base/tasks/types'
import { acceptLeftOut, chargeLeftOut } from './decisions'
import { type DownloadState, unpaid } from './download-record'
import { summaryName, workbookName } from './names'
import { type DownloadDouble, type DownloadPage, downloadDouble, type EffectWrapper, pictureBytes } from './test/download-double'

/** Resolution of 800×1600 px printed at 70×140 mm. */
const printedDpi = (800 / 70) * 25.4
const never = new Promise<never>(() => undefined)

async function expectWhole(double: DownloadDouble, missing: readonly number[] = []): Promise<void> {
  const files = await double.unpacked()
  for (const { customizationId, shopId, orderOriginalId } of double.pictures) {
    const path = `店${shopId}/${500 + customizationId}_苹果-iPhone 15-硅胶-黑_${orderOriginalId}_1_01_定制1张.png`
    if (missing.includes(customizationId)) expect(files.has(path), path).toBe(false)
    else expect(files.get(path), path).toEqual(withDpi('image/png', pictureBytes(customizationId), printedDpi))
  }
  expect(files.has(summaryName)).toBe(true)
  expect(files.has(workbookName)).toBe(true)
  expect(files.size).toBe(double.pictures.length - missing.length + 2)
}

const itemsOf = ({ tasks }: DownloadPage): readonly TaskItem<unknown, unknown>[] => tasks.list()[0]?.items ?? []
const withAll = (double: DownloadDouble) => {
  const { input } = double.plan()
  return (state: DownloadState) => chargeLeftOut(state, input)
}

test('a download charges once, packs archives within the size limit, and puts the tables in the last one', async () => {
  const double = downloadDouble()
  const page = double.page()
  const { phase } = await page.download(double.plan())
  expect([phase, double.debited]).toEqual(['ended', 8 * 60])
  await expectWhole(double)
  expect([...double.saved.keys()]).toEqual([
    '定制图_20261121180503_1.zip',
    '定制图_20261121180503_2.zip',
    '定制图_20261121180503_3.zip',
    '定制图_20261121180503_4.zip',
  ])
  // The last one is excluded: it holds the tables, which exceed the limit of this test.
  for (const [name, bytes] of [...double.saved].slice(0, -1)) expect(bytes.length, name).toBeLessThanOrEqual(4200)
  const last = await double.zip('定制图_20261121180503_4.zip')
  const table = (await last.file(summaryName)?.async('string')) ?? ''
  expect(table.split('\r\n')).toHaveLength(8 + 2)
  expect(table).toContain('"260000000000000001\t"')
  expect(page.problems).toEqual([])
})

test('a picture larger than the archive limit gets an archive of its own', async () => {
  const double = downloadDouble({ count: 3, maxBytes: 500 })
  await double.page().download(double.plan())
  await expectWhole(double)
  expect(double.saved.size).toBeGreaterThanOrEqual(3)
})

test('a charge whose response is lost is requested again under the same key', async () => {
  const double = downloadDouble()
  double.lostReplies = 2
  await double.page().download(double.plan())
  expect([double.charges, double.replies.size, double.debited]).toEqual([3, 1, 480])
  const second = downloadDouble()
  second.lostReplies = 100
  const page = second.page()
  const { stop } = await page.download(second.plan())
  expect(stop).toMatchObject({ why: 'charge', message: '扣点没有成功：网络不通；重试不会重复扣点' })
  second.lostReplies = 0
  await page.resume()
  expect(second.debited).toBe(480)
  await expectWhole(second)
})

test('pictures that the charge did not cover are left out when the seller agrees', async () => {
  const double = downloadDouble({ balance: 200 })
  double.paid.add(8)
  const page = double.page()
  expect(await page.download(double.plan())).toMatchObject({ stop: { why: 'short' }, short: 4 })
  expect(double.fetched.size).toBe(0)
  expect(await page.resume(acceptLeftOut)).toMatchObject({ phase: 'ended', failed: 4, retryable: 0 })
  expect(double.debited).toBe(180)
  await expectWhole(double, [4, 5, 6, 7])
  expect(itemsOf(page)[3]).toMatchObject({ state: 'failed', error: unpaid, isFinal: true })
})

test('a seller who accepted a partial download before the charge is not asked again', async () => {
  const double = downloadDouble({ balance: 200 })
  expect(await double.page().download(double.plan({ acceptsShort: true }))).toMatchObject({ phase: 'ended', done: 3 })
  await expectWhole(double, [4, 5, 6, 7, 8])
})

test('after a recharge the other pictures are charged and downloaded, even if the page closes meanwhile', async () => {
  const double = downloadDouble({ balance: 200 })
  const page = double.page()
  expect((await page.download(double.plan())).stop?.why).toBe('short')
  // The balance is still too small, so the second charge stops as well.
  expect((await page.resume(withAll(double))).stop).toMatchObject({ why: 'short', message: '点数不足，有 5 张图没有扣点' })
  double.balance += 400
  page.tasks.close()
  const closed = double.page(async (effect, work) => {
    const done = await work()
    return effect === 'requestCharge' ? never : done
  })
  // The charge that was decided before the page closed is requested again, and the balance is still too small.
  const { id } = await closed.whenPhase('waiting')
  closed.tasks.resume(id)
  await closed.whenPhase('stopped')
  const all = withAll(double)
  closed.tasks.resume(id, (saved) => all(saved as DownloadState))
  await expect.poll(() => double.debited).toBe(480)
  await double.page().resume()
  expect(double.debited).toBe(480)
  await expectWhole(double)
})

test('a picture held after the preflight is not charged, and the seller chooses to download the others or all', async () => {
  const openRefused = async () => {
    const double = downloadDouble({ count: 3 })
    double.holds.set(2, '交易已关闭')
    const page = double.page()
    const { stop } = await page.download(double.plan())
    expect(stop).toMatchObject({ why: 'refused', message: expect.stringContaining('交易已关闭') })
    expect([double.debited, double.fetched.size]).toEqual([120, 0])
    return { double, page }
  }
  const without = await openRefused()
  expect(await without.page.resume(acceptLeftOut)).toMatchObject({ phase: 'ended', retryable: 0 })
  await expectWhole(without.double, [2])
  const reason = '交易已关闭，没有扣点，也没有下载'
  expect(itemsOf(without.page)[1]).toMatchObject({ state: 'failed', error: reason, isFinal: true })
  expect(without.double.debited).toBe(120)
  const all = await openRefused()
  await all.page.resume(withAll(all.double))
  await expectWhole(all.double)
  expect(all.double.debited).toBe(180)
  // A picture that was confirmed in the preflight raises no question.
  const confirmed = downloadDouble({ count: 3 })
  confirmed.holds.set(2, '交易已关闭')
  await confirmed.page().download(confirmed.plan({ confirmed: [2] }))
  await expectWhole(confirmed)
})

test('no archive is saved before its pictures are reported to the server as delivered', async () => {
  const double = downloadDouble()
  const known = new Set<number>()
  let tries = 0
  const page = double.page(async (effect, work) => {
    if (effect === 'save') for (const id of double.delivered) known.add(id)
    if (effect === 'deliver' && tries++ < 3) throw new OfflineError('网络不通', { method: 'POST', url: '/api' })
    return work()
  })
  await page.download(double.plan())
  expect(known.size).toBeGreaterThan(0)
  expect([...double.delivered].sort()).toEqual(double.pictures.map(({ customizationId }) => customizationId))
  await expectWhole(double)
})

test('the credits of a missing picture are returned, even when the page closes before the response', async () => {
  const broken = () => {
    const double = downloadDouble({ count: 3 })
    double.fetchErrors.set('/files/2.png', '图片不存在（404），可能已被删除')
    double.gone.add(2)
    return double
  }
  const double = broken()
  const page = double.page()
  const refunded = { state: 'failed', error: '图片不存在（404），可能已被删除，已退回 60 点', isFinal: true }
  expect(await page.download(double.plan())).toMatchObject({ phase: 'ended', failed: 1, retryable: 0 })
  expect(double.debited).toBe(120)
  expect(itemsOf(page)[1]).toMatchObject(refunded)

  const second = broken()
  // The page closes before the response of `correct` arrives.
  const closed = second.page(async (effect, work) => {
    const done = await work()
    return effect === 'correct' ? never : done
  })
  closed.tasks.start(second.plan())
  await expect.poll(() => second.corrected.size).toBe(1)
  const next = second.page()
  await next.resume()
  expect(second.debited).toBe(120)
  expect(itemsOf(next)[1]).toMatchObject(refunded)
})

test('failed pictures do not keep the others from being saved', async () => {
  const double = downloadDouble()
  double.fetchErrors.set('/files/2.png', '图片不存在（404），可能已被删除')
  expect(await double.page().download(double.plan())).toMatchObject({ phase: 'ended', failed: 1, retryable: 1 })
  await expectWhole(double, [2])
  const none = downloadDouble({ count: 2 })
  for (const { customizationId } of none.pictures) none.fetchErrors.set(`/files/${customizationId}.png`, '图片是空的')
  expect(await none.page().download(none.plan())).toMatchObject({ phase: 'ended', failed: 2 })
  expect(none.saved.size).toBe(0)
})

test('the tables of a retry list all pictures, in the order in which they were ticked', async () => {
  const double = downloadDouble({ count: 4 })
  const broken = (...ids: number[]) => {
    double.fetchErrors.clear()
    for (const id of ids) double.fetchErrors.set(`/files/${id}.png`, '网络中断')
  }
  broken(2, 3)
  const page = double.page()
  const { id } = await page.download(double.plan({ orderIdFile: true }))
  broken(3)
  page.tasks.retryFailed(id)
  await page.whenShown(({ phase, failed }) => phase === 'ended' && failed === 1)
  broken()
  double.saved.clear()
  page.tasks.retryFailed(id)
  await page.whenShown(({ phase, failed }) => phase === 'ended' && failed === 0)
  const files = await double.unpacked()
  const text = (name: string) => new TextDecoder().decode(files.get(name))
  const numbers = double.pictures.map(({ orderOriginalId }) => orderOriginalId)
  const lines = text(summaryName).split('\r\n').slice(1, -1)
  expect(lines.map((line) => numbers.findIndex((number) => line.includes(number)))).toEqual([0, 1, 2, 3])
  expect(lines.every((line) => line.includes('成功'))).toBe(true)
  const ids = [...files.keys()]
    .filter((name) => name.endsWith('平台订单号.txt'))
    .map(text)
    .join('')
  expect(numbers.every((number) => ids.includes(number))).toBe(true)
  expect([...files.keys()].filter((name) => name.endsWith('.png'))).toHaveLength(1)
  expect([double.charges, double.debited]).toEqual([1, 240])
})

test('a retry in which every picture fails makes no archive', async () => {
  const double = downloadDouble({ count: 2 })
  double.fetchErrors.set('/files/2.png', '网络中断')
  const page = double.page()
  const { id } = await page.download(double.plan())
  const fetched = double.fetched.get('/files/2.png')
  double.saved.clear()
  page.tasks.retryFailed(id)
  await page.whenShown(({ phase }) => phase === 'ended' && double.fetched.get('/files/2.png') !== fetched)
  expect(double.saved.size).toBe(0)
})

test('a picture too large for the client to save fails with a reason, and the download still ends', async () => {
  const double = downloadDouble({ count: 2 })
  const page = double.page()
  expect((await page.download(double.plan({ maxBytes: 1100, saveLimit: 1100 }))).phase).toBe('ended')
  expect(itemsOf(page)[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('超过客户端一次能保存的') })
  expect(double.saved.size).toBe(0)
})

test('effect images are never charged', async () => {
  const double = downloadDouble()
  await double.page().download(double.plan({ kind: 'effect', chargeKey: null }))
  expect([double.charges, double.debited]).toEqual([0, 0])
})

test('nothing is charged before the seller’s folder may be written to', async () => {
  const double = downloadDouble({ count: 2 })
  double.mayWrite = false
  const page = double.page()
  expect((await page.download(double.plan())).stop).toMatchObject({
    why: 'storage',
    message: '没有写入所选文件夹的权限，请重试，并在浏览器询问时选择允许',
  })
  expect(double.charges).toBe(0)
  double.mayWrite = true
  await page.resume()
  await expectWhole(double)
})

describe('a download that stops and resumes in the same page', () => {
  test('after a closed save dialog the same archive is saved without a second charge', async () => {
    const double = downloadDouble()
    double.acceptsSave = false
    const page = double.page()
    const { stop } = await page.download(double.plan())
    expect(stop).toMatchObject({ why: 'unsaved', message: '「定制图_20261121180503_1.zip」还没有保存到电脑' })
    double.acceptsSave = true
    await page.resume()
    await expectWhole(double)
    expect(double.debited).toBe(480)
  })

  test('a full disk stops the download with a message, and the download resumes when there is space', async () => {
    const double = downloadDouble()
    double.freeBytes = 2500
    const page = double.page()
    const { stop } = await page.download(double.plan())
    expect(stop).toMatchObject({ why: 'storage', message: '硬盘或浏览器的存储空间不足，请清理后重试' })
    double.freeBytes = Number.POSITIVE_INFINITY
    await page.resume()
    await expectWhole(double)
  })

  test.each(['online', 'reachable'] as const)(
    'a lost connection to network or server (%s) fails no picture, and the download continues by itself',
    async (gone) => {
      const double = downloadDouble()
      let isGone = false
      const page = double.page(async (effect, work) => {
        if (effect === 'fetchPicture' && !isGone) {
          isGone = true
          double[gone] = false
        }
        return work()
      })
      page.tasks.start(double.plan())
      const away = await page.whenShown(({ step }) => step === (gone === 'online' ? 'offline' : 'away'))
      expect([away.phase, away.done, away.failed]).toEqual(['running', 0, 0])
      double[gone] = true
      double.setOnline(true)
      await page.whenPhase('ended')
      await expectWhole(double)
      expect(double.debited).toBe(8 * 60)
    },
  )

  test('a picture that cannot be fetched while the server answers fails alone', async () => {
    const double = downloadDouble({ count: 2 })
    double.fetchErrors.set('/files/2.png', '网络中断，图片没有传完')
    await double.page().download(double.plan())
    await expectWhole(double, [2])
  })

  test('a paused download resumes without another charge', async () => {
    const double = downloadDouble()
    let pictures = 0
    const page = double.page(async (effect, work) => {
      if (effect === 'fetchPicture' && ++pictures === 3) page.tasks.pause(page.views()[0]?.id ?? '')
      return work()
    })
    page.tasks.start(double.plan())
    await page.whenPhase('paused')
    expect(await page.resume()).toMatchObject({ phase: 'ended', done: 8 })
    await expectWhole(double)
    expect([double.charges, double.debited]).toEqual([1, 480])
  })

  test('archives in memory survive a stop, and are saved when the download resumes in the same page', async () => {
    const double = downloadDouble()
    double.acceptsSave = false
    const page = double.page()
    const { stop, isLostWithPage } = await page.download(double.plan({ destination: { kind: 'memory' } }))
    expect([stop?.why, isLostWithPage]).toEqual(['unsaved', true])
    double.acceptsSave = true
    await page.resume()
    await expectWhole(double)
    expect(double.debited).toBe(480)
  })

  test('a cancelled download disappears at once and stores nothing', async () => {
    const double = downloadDouble()
    const page = double.page()
    const task = double.plan()
    page.tasks.start(task)
    page.tasks.cancel(task.id)
    expect(page.views()).toEqual([])
    await expect.poll(() => double.records.list()).toEqual([])
    expect(double.saved.size).toBe(0)
  })
})

describe('a download whose tab is closed', () => {
  /** Opens a page that dies at its n-th effect; `happens` says whether that effect still takes place. */
  function dyingPage(double: DownloadDouble, at: number, happens: boolean) {
    let effects = 0
    let die = () => {}
    const death = new Promise<'died'>((resolve) => {
      die = () => resolve('died')
    })
    const around: EffectWrapper = async (_, work) => {
      effects += 1
      if (effects > at) return never
      if (effects < at) return work()
      if (happens) await work()
      die()
      return never
    }
    return { page: double.page(around), death }
  }

  test.each([true, false])(
    'a tab closed at any step (step done before: %s) causes no second charge and no second fetch of packed pictures',
    async (happens) => {
      let goes = true
      for (let at = 1; goes; at += 1) {
        const double = downloadDouble({ count: 4, maxBytes: 2600 })
        const task = double.plan()
        const { page, death } = dyingPage(double, at, happens)
        page.tasks.start(task)
        const ended = new Promise<'ended'>((resolve) => {
          page.tasks.subscribe(() => page.tasks.get(task.id)?.state === 'ended' && resolve('ended'))
        })
        goes = (await Promise.race([ended, death])) === 'died'
        const left = await double.records.load(task.id)
        if (left === null) {
          // The tab closed before the task was stored, so nothing had begun.
          expect([at, double.debited]).toEqual([1, 0])
          continue
        }
        const before = new Map(double.fetched)
        const next = double.page()
        if (left.head.endedAt === null) await next.resume()
        expect(double.debited, `step ${at}`).toBe(240)
        await expectWhole(double)
        // Pictures stored as packed on the browser's disk are not fetched again, whether their archive was saved or not.
        for (const { key, state } of left.items) {
          const url = `/files/${key}.png`
          if (state === 'done') expect(double.fetched.get(url), `step ${at}: ${url}`).toBe(before.get(url))
        }
      }
    },
  )

  test('a closed tab loses archives in memory, and pictures of saved archives are not fetched again', async () => {
    const double = downloadDouble()
    let first = ''
    const page = double.page(async (effect, work) => {
      const done = await work()
      if (effect === 'save' && first === '') {
        first = [...double.saved.keys()][0] ?? ''
        double.acceptsSave = false
      }
      return done
    })
    const { stop } = await page.download(double.plan({ destination: { kind: 'memory' } }))
    expect(stop?.why).toBe('unsaved')
    double.acceptsSave = true
    const inFirst = Object.keys((await double.zip(first)).files)
    await double.page().resume()
    await expectWhole(double)
    for (const { customizationId, orderOriginalId } of double.pictures) {
      const url = `/files/${customizationId}.png`
      if (inFirst.some((path) => path.includes(orderOriginalId))) expect(double.fetched.get(url)).toBe(1)
    }
    expect(double.debited).toBe(480)
  })
})

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('under any sequence of events each picture is charged once and lies in exactly one archive', async () => {
  const event = fc.constantFrom('pause', 'resume', 'close', 'crash', 'offline', 'online', 'away', 'lose', 'refuse', 'breathe')
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 20 }), async (events) => {
      const double = downloadDouble({ count: 5, maxBytes: 2600 })
      const task = double.plan()
      /** Opens a page; once `life.isOver` is set, none of its effects takes place any more. */
      const open = () => {
        const life = { isOver: false }
        const page = double.page(async (_, work) => {
          if (life.isOver) return never
          const done = await work()
          return life.isOver ? never : done
        })
        return { page, life }
      }
      let { page, life } = open()
      page.tasks.start(task)
      await turns(2)
      const happen: Record<typeof event extends fc.Arbitrary<infer E> ? E : never, () => unknown> = {
        pause: () => page.tasks.pause(task.id),
        resume: () => page.tasks.resume(task.id),
        async close() {
          page.tasks.close()
          // The closed page completes the effects it had begun before the next page takes over.
          await turns(20)
          happen.crash()
        },
        crash() {
          life.isOver = true
          ;({ page, life } = open())
        },
        offline: () => double.setOnline(false),
        online: () => double.setOnline(true),
        away() {
          double.reachable = !double.reachable
        },
        lose() {
          double.lostReplies = 2
        },
        refuse() {
          double.acceptsSave = !double.acceptsSave
        },
        breathe: () => turns(5),
      }
      for (const name of events) {
        await happen[name]()
        await Promise.resolve()
      }
      double.reachable = true
      double.acceptsSave = true
      double.setOnline(true)
      // A download that ended well in an earlier page is not displayed any more.
      const isOver = async () =>
        page.views().some(({ phase }) => phase === 'ended') ||
        (page.views().length === 0 && (await double.records.list()).length === 0)
      for (let tries = 0; tries < 400 && !(await isOver()); tries++) {
        page.tasks.resume(task.id)
        await turns(20)
      }
      expect(await isOver()).toBe(true)
      expect([double.debited, double.paid.size]).toEqual([300, 5])
      await expectWhole(double)
      expect(page.problems).toEqual([])
    }),
    { numRuns: 80 },
  )
})
