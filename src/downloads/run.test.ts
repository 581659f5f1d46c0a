/** Downloads from the charge to the last archive, stopped at every step: nothing is charged twice, nothing saved is fetched again. */
import { describe, expect, test } from 'vitest'
import { OfflineError } from '../base/errors'
import { withDpi } from '../base/picture-dpi'
import { summaryName, workbookName } from './names'
import { planAgain } from './plan-again'
import type { Run } from './run'
import { unpaid } from './run-record'
import { type DownloadWorld, downloadWorld, pictureBytes } from './test/world'

/** 800×1600 px over 70×140 mm. */
const printedDpi = (800 / 70) * 25.4
const never = new Promise<never>(() => undefined)
const signal = () => new AbortController().signal

async function expectWhole(world: DownloadWorld, missing: readonly number[] = []): Promise<void> {
  const files = await world.unpacked()
  for (const { customizationId, shopId, orderOriginalId } of world.pictures) {
    const path = `店${shopId}/${500 + customizationId}_苹果-iPhone 15-硅胶-黑_${orderOriginalId}_1_01_定制1张.png`
    if (missing.includes(customizationId)) expect(files.has(path), path).toBe(false)
    else expect(files.get(path), path).toEqual(withDpi('image/png', pictureBytes(customizationId), printedDpi))
  }
  expect(files.has(summaryName)).toBe(true)
  expect(files.has(workbookName)).toBe(true)
  expect(files.size).toBe(world.pictures.length - missing.length + 2)
}

test('a download charges once, packs in parts of the size it predicted, and lists all in the last one', async () => {
  const world = downloadWorld()
  const run = await world.begin(world.plan())
  await run.work(signal())
  expect(world.debited).toBe(8 * 60)
  await expectWhole(world)
  expect([...world.saved.keys()]).toEqual([
    '定制图_20261121180503_1.zip',
    '定制图_20261121180503_2.zip',
    '定制图_20261121180503_3.zip',
    '定制图_20261121180503_4.zip',
  ])
  // The last one holds the tables, which are larger than an archive may be here.
  for (const [name, bytes] of [...world.saved].slice(0, -1)) expect(bytes.length, name).toBeLessThanOrEqual(4200)
  const last = await world.zip('定制图_20261121180503_4.zip')
  const table = (await last.file(summaryName)?.async('string')) ?? ''
  expect(table.split('\r\n')).toHaveLength(8 + 2)
  expect(table).toContain('"260000000000000001\t"')
  expect(run.stored.state.endedAt).not.toBeNull()
})

test('a picture larger than an archive may be goes alone', async () => {
  const world = downloadWorld({ count: 3, maxBytes: 500 })
  await (await world.begin(world.plan())).work(signal())
  await expectWhole(world)
  expect(world.saved.size).toBeGreaterThanOrEqual(3)
})

test('an answer of the charge that is lost is asked for again under the same key', async () => {
  const world = downloadWorld()
  world.lostAnswers = 2
  await (await world.begin(world.plan())).work(signal())
  expect([world.charges, world.replies.size, world.debited]).toEqual([3, 1, 480])
  world.lostAnswers = 100
  const second = downloadWorld()
  second.lostAnswers = 100
  const run = await second.begin(second.plan())
  await expect(run.work(signal())).rejects.toMatchObject({ why: 'charge', message: '扣点没有成功：网络不通；重试不会重复扣点' })
  second.lostAnswers = 0
  await run.work(signal())
  expect(second.debited).toBe(480)
  await expectWhole(second)
})

test('what the balance does not reach for is left out when the seller says so, by what the server charged', async () => {
  const world = downloadWorld({ balance: 200 })
  world.paid.add(8)
  const run = await world.begin(world.plan())
  await expect(run.work(signal())).rejects.toMatchObject({ why: 'short' })
  expect(world.fetched.size).toBe(0)
  await run.goWithout()
  await run.work(signal())
  expect(world.debited).toBe(180)
  await expectWhole(world, [4, 5, 6, 7])
  expect(run.stored.results.get(3)).toEqual({ state: 'failed', reason: unpaid, unpaid: true })
})

test('after a recharge the rest is charged and comes along, also when the page closes before the answer', async () => {
  const world = downloadWorld({ balance: 200 })
  const plan = world.plan()
  const run = await world.begin(plan)
  await expect(run.work(signal())).rejects.toMatchObject({ why: 'short' })
  // The balance is still too small, so the second charge stops as well.
  await run.chargeRest()
  await expect(run.work(signal())).rejects.toMatchObject({ why: 'short', message: '点数不足，有 5 张图没有扣点' })
  world.balance += 400
  await run.chargeRest()
  const closed = await world.page(plan.id, async (port, work) => {
    const done = await work()
    return port === 'charge' ? never : done
  })
  void closed.work(signal())
  await expect.poll(() => world.debited).toBe(480)
  const next = await world.page(plan.id)
  await next.work(signal())
  expect(world.debited).toBe(480)
  await expectWhole(world)
})

test('what was held back after the check is not charged, and the seller decides: the rest alone, or all of it', async () => {
  const held = async () => {
    const world = downloadWorld({ count: 3 })
    world.holds.set(2, '交易已关闭')
    const run = await world.begin(world.plan())
    await expect(run.work(signal())).rejects.toMatchObject({ why: 'refused', message: expect.stringContaining('交易已关闭') })
    expect([world.debited, world.fetched.size]).toEqual([120, 0])
    return { world, run }
  }
  const without = await held()
  await without.run.goWithout()
  await without.run.work(signal())
  await expectWhole(without.world, [2])
  expect(without.run.stored.results.get(1)).toMatchObject({ unpaid: true, reason: '交易已关闭，没有扣点，也没有下载' })
  expect(planAgain(without.run.stored, new Date())).toBeNull()
  expect(without.world.debited).toBe(120)
  const all = await held()
  await all.run.chargeRest()
  await all.run.work(signal())
  await expectWhole(all.world)
  expect(all.world.debited).toBe(180)
  // Confirmed before: nothing is asked.
  const confirmed = downloadWorld({ count: 3 })
  confirmed.holds.set(2, '交易已关闭')
  await (await confirmed.begin(confirmed.plan({ confirmed: [2] }))).work(signal())
  await expectWhole(confirmed)
})

test('no archive is given out before the server knows what lies in it', async () => {
  const world = downloadWorld()
  const plan = world.plan()
  await world.begin(plan)
  const known = new Set<number>()
  let tries = 0
  const run = await world.page(plan.id, async (port, work) => {
    if (port === 'save') for (const id of world.delivered) known.add(id)
    if (port === 'deliver' && tries++ < 3) throw new OfflineError('网络不通', { method: 'POST', url: '/api' })
    return work()
  })
  await run.work(signal())
  expect(known.size).toBeGreaterThan(0)
  expect([...world.delivered].sort()).toEqual(world.pictures.map(({ customizationId }) => customizationId))
  await expectWhole(world)
})

test('a picture that is not there costs nothing in the end, also when the page closes before it heard so', async () => {
  const world = downloadWorld({ count: 3 })
  world.broken.set('/files/2.png', '图片不存在（404），可能已被删除')
  world.gone.add(2)
  const run = await world.begin(world.plan())
  await run.work(signal())
  expect(world.debited).toBe(120)
  const told = { state: 'failed', reason: '图片不存在（404），可能已被删除，已退回 60 点', corrected: true }
  expect(run.stored.results.get(1)).toEqual(told)
  expect(planAgain(run.stored, new Date())).toBeNull()

  const second = downloadWorld({ count: 3 })
  second.broken.set('/files/2.png', '图片不存在（404），可能已被删除')
  second.gone.add(2)
  const plan = second.plan()
  await second.begin(plan)
  // The answer is lost with the page.
  const closed = await second.page(plan.id, async (port, work) => {
    const done = await work()
    return port === 'correct' ? never : done
  })
  void closed.work(signal())
  await expect.poll(() => second.corrected.size).toBe(1)
  const next = await second.page(plan.id)
  await next.work(signal())
  expect(second.debited).toBe(120)
  expect(next.stored.results.get(1)).toEqual(told)
})

test('pictures that do not come keep the others back in nothing', async () => {
  const world = downloadWorld()
  world.broken.set('/files/2.png', '图片不存在（404），可能已被删除')
  const run = await world.begin(world.plan())
  await run.work(signal())
  await expectWhole(world, [2])
  expect(run.stored.results.get(1)).toMatchObject({ state: 'failed' })
  const none = downloadWorld({ count: 2 })
  for (const { customizationId } of none.pictures) none.broken.set(`/files/${customizationId}.png`, '图片是空的')
  await (await none.begin(none.plan())).work(signal())
  expect(none.saved.size).toBe(0)
})

test('the tables of a second try tell of all pictures, in the order in which they were ticked', async () => {
  const world = downloadWorld({ count: 4 })
  const broken = (...ids: number[]) => {
    world.broken.clear()
    for (const id of ids) world.broken.set(`/files/${id}.png`, '网络中断')
  }
  broken(2, 3)
  const first = await world.begin(world.plan({ orderIdFile: true }))
  await first.work(signal())
  broken(3)
  const second = await world.begin({ ...(planAgain(first.stored, new Date()) ?? none()), id: 'second' })
  await second.work(signal())
  broken()
  world.saved.clear()
  const third = await world.begin({ ...(planAgain(second.stored, new Date()) ?? none()), id: 'third' })
  await third.work(signal())
  const files = await world.unpacked()
  const text = (name: string) => new TextDecoder().decode(files.get(name))
  const numbers = world.pictures.map(({ orderOriginalId }) => orderOriginalId)
  const lines = text(summaryName).split('\r\n').slice(1, -1)
  expect(lines.map((line) => numbers.findIndex((number) => line.includes(number)))).toEqual([0, 1, 2, 3])
  expect(lines.every((line) => line.includes('成功'))).toBe(true)
  const ids = [...files.keys()]
    .filter((name) => name.endsWith('平台订单号.txt'))
    .map(text)
    .join('')
  expect(numbers.every((number) => ids.includes(number))).toBe(true)
  expect([...files.keys()].filter((name) => name.endsWith('.png'))).toHaveLength(1)
})

test('a picture the client cannot save is told, and holds nothing else up', async () => {
  const world = downloadWorld({ count: 2 })
  const run = await world.begin(world.plan({ maxBytes: 1100, saveLimit: 1100 }))
  await run.work(signal())
  expect(run.stored.results.get(0)).toMatchObject({ state: 'failed', reason: expect.stringContaining('超过客户端一次能保存的') })
  expect([run.stored.state.endedAt !== null, world.saved.size]).toEqual([true, 0])
})

test('effect images are never charged', async () => {
  const world = downloadWorld()
  await (await world.begin(world.plan({ kind: 'effect', chargeKey: null }))).work(signal())
  expect([world.charges, world.debited]).toEqual([0, 0])
})

describe('stopped and gone on with in the same page', () => {
  test('a closed save dialog: the same archive is saved, nothing is fetched again', async () => {
    const world = downloadWorld()
    const run = await world.begin(world.plan())
    world.saves = false
    await expect(run.work(signal())).rejects.toMatchObject({
      why: 'unsaved',
      message: '「定制图_20261121180503_1.zip」还没有保存到电脑',
    })
    world.saves = true
    await run.work(signal())
    await expectWhole(world)
    expect(world.debited).toBe(480)
  })

  test('a full disk is told in words, and goes on when there is room', async () => {
    const world = downloadWorld()
    world.room = 2500
    const run = await world.begin(world.plan())
    await expect(run.work(signal())).rejects.toMatchObject({
      why: 'storage',
      message: '硬盘或浏览器的存储空间不足，请清理后重试',
    })
    world.room = Number.POSITIVE_INFINITY
    await run.work(signal())
    await expectWhole(world)
  })

  test.each(['online', 'reachable'] as const)(
    'a line or server that is away (%s) fails no picture: it goes on by itself',
    async (gone) => {
      const world = downloadWorld()
      const run = await world.begin(world.plan())
      world[gone] = false
      const working = run.work(signal())
      await expect.poll(() => run.step).toBe(gone === 'online' ? 'offline' : 'away')
      expect(run.stored.results.size).toBe(0)
      world[gone] = true
      await working
      await expectWhole(world)
      expect(world.debited).toBe(8 * 60)
    },
  )

  test('a picture of another site that does not come while the server answers is that picture’s failure', async () => {
    const world = downloadWorld({ count: 2 })
    world.broken.set('/files/2.png', '网络中断，图片没有传完')
    await (await world.begin(world.plan())).work(signal())
    await expectWhole(world, [2])
  })

  test('a place in memory keeps what is not saved yet', async () => {
    const world = downloadWorld()
    const run = await world.begin(world.plan({ place: { kind: 'memory' } }))
    world.saves = false
    await expect(run.work(signal())).rejects.toMatchObject({ why: 'unsaved' })
    const before = new Map(world.fetched)
    world.saves = true
    await run.work(signal())
    await expectWhole(world)
    // Those that waited for their turn at the archive come again, those in it do not.
    const again = [...world.fetched].filter(([url, times]) => times > 1 && before.get(url) === 1)
    expect(again.length).toBeLessThanOrEqual(4)
  })

  test('given up, it lets go at once', async () => {
    const world = downloadWorld()
    const stop = new AbortController()
    const run = await world.begin(world.plan())
    const working = run.work(stop.signal)
    stop.abort()
    await expect(working).rejects.toThrow()
    expect(world.saved.size).toBe(0)
  })
})

describe('a tab closed', () => {
  /** Works until the n-th effect, which happens or not, and is never heard of again. */
  async function untilGone(world: DownloadWorld, id: string, at: number, happens: boolean): Promise<boolean> {
    let effects = 0
    let gone = () => {}
    const crash = new Promise<'gone'>((resolve) => {
      gone = () => resolve('gone')
    })
    const run: Run = await world.page(id, async (_, work) => {
      effects += 1
      if (effects > at) return never
      if (effects < at) return work()
      if (happens) await work()
      gone()
      return never
    })
    return (await Promise.race([run.work(signal()).then(() => 'ended' as const), crash])) === 'gone'
  }

  test.each([true, false])(
    'at any step (done before it closed: %s): no second charge, nothing saved is fetched again',
    async (happens) => {
      for (let at = 1, goes = true; goes; at += 1) {
        const world = downloadWorld({ count: 4, maxBytes: 2600 })
        const plan = world.plan()
        await world.records.create({ plan, state: { charge: null, acceptsShort: false, parts: [], endedAt: null } })
        goes = await untilGone(world, plan.id, at, happens)
        const left = await world.records.load(plan.id)
        const before = new Map(world.fetched)
        await (await world.page(plan.id)).work(signal())
        expect(world.debited, `step ${at}`).toBe(240)
        await expectWhole(world)
        // On the browser's own disk nothing comes again that is known to lie there, saved or not.
        for (const place of left?.results.keys() ?? []) {
          const url = `/files/${plan.pictures[place]?.customizationId}.png`
          expect(world.fetched.get(url), `step ${at}: ${url}`).toBe(before.get(url))
        }
      }
    },
  )

  test('memory is gone with it: only what was saved is not fetched again', async () => {
    const world = downloadWorld()
    const plan = world.plan({ place: { kind: 'memory' } })
    const run = await world.begin(plan)
    const saves: string[] = []
    world.saves = true
    const original = world.saved.set.bind(world.saved)
    world.saved.set = (name, bytes) => {
      saves.push(name)
      world.saves = false
      return original(name, bytes)
    }
    await expect(run.work(signal())).rejects.toMatchObject({ why: 'unsaved' })
    world.saved.set = original
    world.saves = true
    const inFirst = Object.keys((await world.zip(saves[0] ?? '')).files)
    await (await world.page(plan.id)).work(signal())
    await expectWhole(world)
    for (const { customizationId, orderOriginalId } of world.pictures) {
      const url = `/files/${customizationId}.png`
      if (inFirst.some((path) => path.includes(orderOriginalId))) expect(world.fetched.get(url)).toBe(1)
    }
    expect(world.debited).toBe(480)
  })
})

function none(): never {
  throw new Error('nothing may be tried again')
}
