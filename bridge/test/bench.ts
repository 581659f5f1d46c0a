/** Test bench of the bridge: both halves over a channel in memory, on a fake clock, with faults. */
import type { Channel, Frame } from '../core/types'
import { createHost } from '../host/host'
import type { Handler, Host, HostOptions } from '../host/types'
import { connectHost } from '../page/connect'
import type { ConnectOptions, HostConnection } from '../page/types'
import { bareCreateHost } from './bare-host'
import { type FakeClock, fakeClock } from './fake-clock'

export type Way = 'toHost' | 'toPage'
/** One delivery of a message after `delay` ms; `raw` replaces its content. No delivery is a loss, two are a duplicate. */
export interface Delivery {
  readonly delay: number
  readonly raw?: unknown
}
export type Fault = (way: Way, frame: Frame, text: string) => readonly Delivery[] | undefined

export interface Bench {
  readonly clock: FakeClock
  readonly page: HostConnection
  readonly host: () => Host
  readonly logs: { readonly event: string; readonly detail: Readonly<Record<string, unknown>> }[]
  /** All frames sent, before faults. */
  readonly sent: { readonly way: Way; readonly frame: Frame }[]
  /** Sets the fault of the channel; undefined for none. */
  fault(next: Fault | undefined): void
  /** Delivers a message as if another script or a former page had sent it. */
  inject(way: Way, raw: unknown): void
  /** Restarts the host; `quietly` without a bye, as after a crash. */
  restartHost(options?: Partial<HostOptions> & { readonly quietly?: boolean }): void
  stopHost(): void
  /** Opens another page in place of the first, as after a reload without a bye. */
  newPage(): HostConnection
  count(way: Way, k: Frame['k']): number
}

export interface BenchOptions {
  readonly handlers?: Readonly<Record<string, Handler>>
  readonly host?: Partial<HostOptions>
  readonly connect?: Partial<ConnectOptions>
  readonly fault?: Fault
  readonly clock?: FakeClock
  /** Whether to record neither frames nor logs, for runs of very many calls. */
  readonly forgetful?: boolean
  /** Whether to start without a host. */
  readonly alone?: boolean
}

/** Opens both halves over a channel in memory that copies messages through JSON, as a client does. */
export const bench = (options?: BenchOptions): Bench => openBench(createHost, options)

/** The benches for both builds of the host half: as it is, and built to ES2017 with only the language around it. */
export const everyHost: readonly (readonly [string, typeof bench])[] = [
  ['in an engine like the page’s', bench],
  ['alone with the language', (options) => openBench(bareCreateHost(), options)],
]

/** Opens a bench whose host half is created by `create`. */
export function openBench(create: typeof createHost = createHost, options: BenchOptions = {}): Bench {
  const clock = options.clock ?? fakeClock()
  const logs: Bench['logs'] = []
  const sent: Bench['sent'] = []
  const log = (event: string, detail: Readonly<Record<string, unknown>>) => {
    if (!options.forgetful) logs.push({ event, detail })
  }
  const listeners: Record<Way, Set<(raw: unknown) => void>> = { toHost: new Set(), toPage: new Set() }
  let fault = options.fault
  let host: Host | undefined

  const deliver = (way: Way, raw: unknown) => {
    for (const listener of [...listeners[way]]) listener(raw)
  }
  /** Cuts the host off from the channel, as a crash does. */
  let cut = () => {}
  const channel = (out: Way, into: Way, alive = { yes: true }): Channel => ({
    send(sentFrame) {
      if (!alive.yes) return
      const text = JSON.stringify(sentFrame)
      const frame = JSON.parse(text) as Frame
      if (!options.forgetful) sent.push({ way: out, frame })
      for (const { delay, raw } of fault?.(out, frame, text) ?? [{ delay: 1 }]) {
        clock.set(() => deliver(out, raw === undefined ? JSON.parse(text) : raw), delay)
      }
    },
    listen(listener) {
      listeners[into].add(listener)
      return () => listeners[into].delete(listener)
    },
  })
  const openHost = (extra: Partial<HostOptions> = {}) => {
    const alive = { yes: true }
    cut = () => {
      alive.yes = false
    }
    return create(channel('toPage', 'toHost', alive), {
      handlers: options.handlers ?? {},
      shell: '1.0.0',
      client: '9.97.56N',
      env: clock,
      log,
      ...options.host,
      ...extra,
    })
  }
  /** Cuts the page off, as a reload does: it sends and receives nothing more, but frames sent before may still arrive. */
  let leavePage = () => {}
  const openPage = () => {
    const alive = { yes: true }
    leavePage = () => {
      alive.yes = false
      listeners.toPage.clear()
    }
    return connectHost(channel('toHost', 'toPage', alive), { pageVersion: '0.1.0', env: clock, log, ...options.connect })
  }
  const stop = (quietly: boolean) => {
    if (quietly) {
      listeners.toHost.clear()
      cut()
    } else host?.dispose()
    host = undefined
  }
  if (!options.alone) host = openHost()
  const page = openPage()
  return {
    clock,
    page,
    logs,
    sent,
    host: () => {
      if (!host) throw new Error('the bench has no host now')
      return host
    },
    fault: (next) => {
      fault = next
    },
    inject: deliver,
    restartHost({ quietly = false, ...extra } = {}) {
      stop(quietly)
      host = openHost(extra)
    },
    stopHost: () => stop(true),
    newPage() {
      leavePage()
      return openPage()
    },
    count: (way, k) => sent.filter((one) => one.way === way && one.frame.k === k).length,
  }
}

/** The state of a promise; `settled` counts how often it settled. */
export interface Watched<T> {
  settled: number
  value?: T
  error?: { readonly code: string; readonly userMessage: string; readonly stage: string; readonly detail: unknown }
}

export function watch<T>(promise: Promise<T>): Watched<T> {
  const watched: Watched<T> = { settled: 0 }
  promise.then(
    (value) => {
      watched.settled += 1
      watched.value = value
    },
    (error) => {
      watched.settled += 1
      watched.error = error
    },
  )
  return watched
}

/** Returns a fault that loses the first `times` frames of kind `k`. */
export function lose(way: Way, k: Frame['k'], times = 1): Fault {
  let left = times
  return (to, frame) => {
    if (to !== way || frame.k !== k || left === 0) return undefined
    left -= 1
    return []
  }
}

/** Returns a promise and the function that resolves it. */
export function gate<T = void>() {
  let open: (value: T) => void = () => {}
  const opened = new Promise<T>((resolve) => {
    open = resolve
  })
  return { opened, open: (value: T) => open(value) }
}
