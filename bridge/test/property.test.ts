import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Handler } from '../host/types'
import { createBridgeBench, type Delivery, type Fault, type Watched, watch } from './bench'
import { seeded } from './seeded'

/** Loses, doubles, delays, truncates and forges messages and adds foreign ones, each with probability `level`. */
function chaos(random: () => number, level: number): Fault {
  return (_way, frame, text) => {
    const deliveries: Delivery[] = []
    const randomDelay = () => 1 + Math.floor(random() * (random() < level ? 4000 : 20))
    if (random() >= level) deliveries.push({ delay: randomDelay() })
    if (random() < level) deliveries.push({ delay: randomDelay() })
    if (random() < level) deliveries.push({ delay: randomDelay(), raw: text.slice(0, Math.floor(random() * text.length)) })
    if (random() < level) deliveries.push({ delay: randomDelay(), raw: { ...frame, n: 'forged' } })
    if (random() < level) deliveries.push({ delay: randomDelay(), raw: { type: 'other', eventId: 1, data: text } })
    if (random() < level && frame.k === 'res') deliveries.push({ delay: randomDelay(), raw: { ...frame, kind: 'other' } })
    return deliveries
  }
}

/** A handler with effects: `runs` counts its runs by call number, `space` is the set of existing effects. */
function effects(random: () => number, clock: () => { set(task: () => void, ms: number): unknown }) {
  const runs = new Map<number, number>()
  const space = new Set<number>()
  const handler: Handler = (params, { undo, progress }) =>
    new Promise((resolve, reject) => {
      const { n } = params as { n: number }
      runs.set(n, (runs.get(n) ?? 0) + 1)
      progress('work', 0)
      clock().set(
        () => {
          if (random() < 0.1) return reject(random() < 0.5 ? 0 : { code: 'NETWORK' })
          space.add(n)
          undo(`effect ${n}`, () => void space.delete(n))
          resolve({ fileId: `cloud://${n}`, url: `https://img.alicdn.com/${n}` })
        },
        random() < 0.1 ? 20_000 : random() * 300,
      )
    })
  return { runs, space, handler }
}

interface Run {
  readonly seed: number
  readonly level: number
  readonly calls: number
  readonly cancels: boolean
  readonly restarts: boolean
}

async function run({ seed, level, calls, cancels, restarts }: Run) {
  const random = seeded(seed)
  const { runs, space, handler } = effects(random, () => clock)
  const handlers = { 'cloud.file.save': handler, 'storage.get': () => 'x' }
  const { clock, page, host, restartHost, fault } = createBridgeBench({ handlers, fault: chaos(random, level) })
  const watched: { readonly n: number; readonly call: Watched<unknown> }[] = []
  for (let n = 0; n < calls; n += 1) {
    const controller = new AbortController()
    const options = { signal: controller.signal, idempotencyKey: random() < 0.3 ? `key ${n}` : undefined }
    const call = random() < 0.7 ? page.call('cloud.file.save', { n }, options) : page.call('storage.get', 'a', options)
    watched.push({ n, call: watch(call) })
    if (cancels && random() < 0.2) clock.set(() => controller.abort(), random() * 500)
    if (restarts && random() < 0.03) restartHost({ withoutBye: random() < 0.5 })
    await clock.advance(random() * 50)
  }
  await clock.advance(60_000)
  const settledByItself = watched.filter(({ call }) => call.settled !== 1)
  fault(undefined)
  await clock.advance(60_000)
  return { watched, settledByItself, runs, space, page, host, clock }
}

describe('whatever happens to the frames', () => {
  const anyRun = fc.record({
    seed: fc.integer(),
    level: fc.constantFrom(0, 0.05, 0.2, 0.5, 0.95),
    calls: fc.integer({ min: 1, max: 40 }),
    cancels: fc.boolean(),
    restarts: fc.boolean(),
  })

  test('whatever happens to the frames, every call settles once and nothing is left behind', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async (given) => {
        const { watched, settledByItself, runs, page, host, clock } = await run(given)
        expect(settledByItself).toEqual([])
        for (const { call } of watched) expect(call.settled).toBe(1)
        // `runs` counts writes only, and a write runs at most once, even if the host is restarted.
        for (const times of runs.values()) expect(times).toBe(1)
        expect(page.stats().pending).toBe(0)
        expect(page.stats().listeners).toBe(1)
        expect(page.stats().timers).toBeLessThanOrEqual(1)
        expect(host().stats()).toMatchObject({ running: 0, timers: 0, blobs: 0 })
        page.dispose()
        host().dispose()
        await clock.advance(60_000)
        expect(page.stats()).toMatchObject({ pending: 0, listeners: 0, timers: 0 })
        expect(clock.timers).toBe(0)
      }),
      { numRuns: 60, seed: 20_260 },
    )
  })

  test('without loss, an effect exists exactly when its call resolved', async () => {
    const delays = fc.record({ seed: fc.integer(), calls: fc.integer({ min: 1, max: 40 }) })
    await fc.assert(
      fc.asyncProperty(delays, async ({ seed, calls }) => {
        const random = seeded(seed)
        const { space, handler } = effects(random, () => clock)
        const fault: Fault = () => [{ delay: 1 + random() * 400 }, ...(random() < 0.3 ? [{ delay: 1 + random() * 900 }] : [])]
        const { clock, page } = createBridgeBench({ handlers: { 'cloud.file.save': handler }, fault })
        const resolvedCalls = new Set<number>()
        for (let n = 0; n < calls; n += 1) {
          const controller = new AbortController()
          if (random() < 0.4) clock.set(() => controller.abort(), random() * 800)
          page.call('cloud.file.save', { n }, { signal: controller.signal }).then(
            () => resolvedCalls.add(n),
            () => {},
          )
          await clock.advance(20)
        }
        await clock.advance(120_000)
        expect([...space].sort((a, b) => a - b)).toEqual([...resolvedCalls].sort((a, b) => a - b))
      }),
      { numRuns: 40, seed: 7 },
    )
  })

  test('three thousand calls in a row with faults leave nothing behind', async () => {
    const { watched, settledByItself, page, host, clock } = await run({
      seed: 5,
      level: 0.1,
      calls: 3000,
      cancels: true,
      restarts: true,
    })
    expect(settledByItself).toEqual([])
    const outcomes = watched.map(({ call }) => (call.error ? call.error.code : 'ok'))
    // About a fifth is cancelled, a fifth fails or takes too long by itself, and a tenth of the replies is damaged.
    expect(outcomes.filter((outcome) => outcome === 'ok').length).toBeGreaterThan(1200)
    expect(page.stats().pending).toBe(0)
    expect(page.stats().tombstones).toBeLessThanOrEqual(500)
    expect(host().stats()).toMatchObject({ running: 0, timers: 0 })
    page.dispose()
    host().dispose()
    await clock.advance(10)
    expect(clock.timers).toBe(0)
  })
})
