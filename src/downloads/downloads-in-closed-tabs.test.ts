/** Tests downloads whose tab is closed or crashes at any step, and any sequence of such events: no second charge or fetch. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DownloadDouble, downloadDouble, type EffectWrapper } from './test/download-double'
import { expectWhole } from './test/expect-whole'

const never = new Promise<never>(() => undefined)

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
