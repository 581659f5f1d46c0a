/**
 * Runs both halves for a long fake time: calls of all kinds over a channel that loses, doubles, delays, truncates and forges
 * frames, with restarted hosts, reloaded pages and a sleeping machine. The seed determines everything random.
 */
import type { Handler, Host } from '../host/types'
import type { HostConnection } from '../page/types'
import { type BridgeBench, createBenchWith, type Delivery, type Fault } from './bench'
import { seeded } from './seeded'

export interface SoakOptions {
  readonly calls: number
  readonly seed: number
  readonly create?: Parameters<typeof createBenchWith>[0]
}

export interface SoakFigures {
  readonly calls: number
  /** Calls that did not settle exactly once. */
  readonly unsettled: number
  readonly frames: number
  readonly faultyFrames: number
  readonly hosts: number
  readonly pages: number
  readonly sleeps: number
  /** Number of calls by outcome: `ok` or the error's code. */
  readonly outcomes: Readonly<Record<string, number>>
  /** Missing effects of calls that resolved. */
  readonly missing: number
  /** Writes that ran more than once. */
  readonly repeated: number
  /** Entries that pages and hosts hold before they are closed; `timers` are those of hosts. */
  readonly idle: { readonly pending: number; readonly running: number; readonly blobs: number; readonly timers: number }
  /** Entries that pages and hosts hold after they are closed. */
  readonly heldAfterClose: { readonly pending: number; readonly listeners: number; readonly timers: number }
  readonly clockTimers: number
}

const thrown: readonly unknown[] = [
  0,
  '',
  undefined,
  null,
  new Error(),
  { code: 27 },
  { error_response: { code: '7', sub_code: 'accesscontrol.limited-by-api-access-count' } },
  new Error(JSON.stringify({ code: 15, sub_code: 'isv.item-not-exist', sub_msg: '宝贝不存在' })),
  new Error('<html>502</html>'),
]

export async function soak({ calls, seed, create }: SoakOptions): Promise<SoakFigures> {
  const random = seeded(seed)
  const chance = (of: number) => random() < of
  let frames = 0
  let faultyFrames = 0
  /** Probability of each fault: 3 % most of the time, at times 50 %. */
  let probability = 0.03
  const randomDelay = () => 1 + Math.floor(random() * (chance(probability) ? 4000 : 20))
  const randomFaults: Fault = (_way, frame, text) => {
    frames += 1
    const deliveries: Delivery[] = []
    if (!chance(probability)) deliveries.push({ delay: randomDelay() })
    if (chance(probability)) deliveries.push({ delay: randomDelay() })
    if (chance(probability)) deliveries.push({ delay: randomDelay(), raw: text.slice(0, Math.floor(random() * text.length)) })
    if (chance(probability)) deliveries.push({ delay: randomDelay(), raw: { ...frame, n: 'forged' } })
    if (chance(probability)) deliveries.push({ delay: randomDelay(), raw: { ...frame, hid: 'id-0-former' } })
    if (chance(probability)) deliveries.push({ delay: randomDelay(), raw: { type: 'other', eventId: 1, data: text } })
    if (chance(probability) && frame.k === 'res') deliveries.push({ delay: randomDelay(), raw: { ...frame, kind: 'other' } })
    if (chance(probability) && frame.k === 'chunk') deliveries.push({ delay: randomDelay(), raw: { ...frame, i: frame.i + 1 } })
    if (deliveries.length !== 1 || deliveries[0]?.raw !== undefined) faultyFrames += 1
    return deliveries
  }

  const space = new Set<number>()
  const runs = new Map<number, number>()
  const schedule = (ms: number, task: () => void) => clock.set(task, ms)
  const number = (params: unknown) => (params as { readonly n: number }).n
  const handlers: Readonly<Record<string, Handler>> = {
    'cloud.file.save': (params, { progress, undo, signal }) =>
      new Promise((resolve, reject) => {
        const n = number(params)
        runs.set(n, (runs.get(n) ?? 0) + 1)
        progress('work', 0)
        const work = () => {
          if (chance(0.05)) return reject(thrown[Math.floor(random() * thrown.length)])
          space.add(n)
          undo(`effect ${n}`, () => void space.delete(n))
          // Some calls fail after their effect, like an upload that is not registered.
          if (chance(0.02)) return reject({ code: 'PARTIAL' })
          resolve({ fileId: `cloud://${n}`, url: `https://img.alicdn.com/${n}` })
        }
        schedule(chance(0.02) ? 20_000 : random() * 300, work)
        if (chance(0.5)) signal.onAbort(() => reject({ code: 'CANCELLED' }))
      }),
    'storage.get': () => 'text',
    'top.invoke': (params, { signal }) => {
      if (chance(0.1)) throw thrown[Math.floor(random() * thrown.length)]
      // Some calls are never answered and end only when they are aborted.
      if (chance(0.02)) return new Promise((_, reject) => signal.onAbort(() => reject({ code: 'CANCELLED' })))
      return params
    },
    'disk.save': (_params, { progress }) =>
      new Promise((resolve) => {
        let remaining = Math.floor(random() * 4)
        const sendProgress = () => {
          progress('user-dialog', 0)
          if (remaining-- > 0) schedule(5000, sendProgress)
          else resolve({ saved: true })
        }
        sendProgress()
      }),
  }

  const limits = { chunk: 64, file: 1024 }
  const bench: BridgeBench = createBenchWith(create, { handlers, fault: randomFaults, host: { limits }, withoutRecords: true })
  const { clock } = bench
  const hosts: Host[] = [bench.host()]
  const pages: HostConnection[] = [bench.page]
  let page = bench.page
  let sleeps = 0
  const outcomes: Record<string, number> = {}
  const settledTimes = new Uint8Array(calls)
  const resolvedSaves = new Set<number>()

  const makeCall = (n: number): Promise<unknown> => {
    const controller = new AbortController()
    if (chance(0.1)) schedule(random() * 500, () => controller.abort())
    const options = {
      signal: controller.signal,
      ...(chance(0.2) ? { idempotencyKey: `key ${n}` } : {}),
      ...(chance(0.05) ? { timeoutMs: 1 + random() * 1000 } : {}),
    }
    const choice = random()
    if (choice < 0.4) return page.call('cloud.file.save', { n }, options).then(() => resolvedSaves.add(n))
    if (choice < 0.7) return page.call('storage.get', { n }, options)
    if (choice < 0.95) return page.call('top.invoke', { n }, { ...options, write: chance(0.5) })
    if (choice < 0.97) return page.call('disk.save', { n }, options)
    return page
      .sendBlob(new Uint8Array(Math.floor(random() * 600)), { name: 'a', type: '', signal: controller.signal })
      .then((blob) => page.call('blob.free', blob))
  }

  for (let n = 0; n < calls; n += 1) {
    makeCall(n).then(
      () => {
        settledTimes[n] = (settledTimes[n] ?? 0) + 1
        outcomes.ok = (outcomes.ok ?? 0) + 1
      },
      (error: { readonly code?: unknown }) => {
        settledTimes[n] = (settledTimes[n] ?? 0) + 1
        const code = String(error.code)
        outcomes[code] = (outcomes[code] ?? 0) + 1
      },
    )
    if (chance(probability > 0.1 ? 0.01 : 0.0005)) probability = probability > 0.1 ? 0.03 : 0.5
    if (chance(0.001)) {
      bench.restartHost({ withoutBye: chance(0.5), limits })
      hosts.push(bench.host())
    }
    if (chance(0.0005)) {
      if (chance(0.5)) page.dispose()
      page = bench.newPage()
      pages.push(page)
    }
    if (chance(0.0005)) {
      sleeps += 1
      clock.sleep(random() * 600_000)
    }
    // Calls come in bursts of eight, as from a screen, followed by a pause.
    if (n % 8 === 7) await clock.advance(random() * 150)
  }
  await clock.advance(400_000)
  bench.fault(undefined)
  await clock.advance(700_000)

  const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0)
  const idle = {
    pending: sum(pages, (one) => one.stats().pending),
    running: sum(hosts, (one) => one.stats().running),
    blobs: sum(hosts, (one) => one.stats().blobs),
    timers: sum(hosts, (one) => one.stats().timers),
  }
  for (const one of pages) one.dispose()
  for (const one of hosts) one.dispose()
  await clock.advance(60_000)
  return {
    calls,
    unsettled: settledTimes.filter((times) => times !== 1).length,
    frames,
    faultyFrames,
    hosts: hosts.length,
    pages: pages.length,
    sleeps,
    outcomes,
    missing: [...resolvedSaves].filter((n) => !space.has(n)).length,
    repeated: [...runs.values()].filter((times) => times > 1).length,
    idle,
    heldAfterClose: {
      pending: sum(pages, (one) => one.stats().pending),
      listeners: sum(pages, (one) => one.stats().listeners) + sum(hosts, (one) => one.stats().listeners),
      timers: sum(pages, (one) => one.stats().timers) + sum(hosts, (one) => one.stats().timers),
    },
    clockTimers: clock.timers,
  }
}

/** Returns a text for each figure that must be zero and is not; empty for a good run. */
export function soakProblems(figures: SoakFigures): string[] {
  const { unsettled, missing, repeated, idle, heldAfterClose, clockTimers } = figures
  const problems: string[] = []
  const requireZero = (what: string, count: number) => {
    if (count !== 0) problems.push(`${what}: ${count}`)
  }
  requireZero('calls that did not end exactly once', unsettled)
  requireZero('effects that were promised and are not there', missing)
  requireZero('writes that ran more than once', repeated)
  requireZero('calls pending', idle.pending + heldAfterClose.pending)
  requireZero('handlers running', idle.running)
  requireZero('files held', idle.blobs)
  requireZero('timers of hosts without work', idle.timers)
  requireZero('listeners after closing', heldAfterClose.listeners)
  requireZero('timers after closing', heldAfterClose.timers + clockTimers)
  return problems
}
