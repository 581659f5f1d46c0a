/** Test bench of the bridge: both halves over a channel in memory, on a fake clock, with faults. */
import type { Channel, Frame } from '../core/types'
import { createHost } from '../host/host'
import type { Handler, Host, HostOptions } from '../host/types'
import { connectHost } from '../page/connect'
import type { ConnectOptions, HostConnection } from '../page/types'
import { bareCreateHost } from './bare-host'
import { type FakeClock, fakeClock } from './fake-clock'

export type Direction = 'toHost' | 'toPage'
/** One delivery of a message after `delay` ms; `raw` replaces its content. No delivery is a loss, two are a duplicate. */
export interface Delivery {
  readonly delay: number
  readonly raw?: unknown
}
export type Fault = (direction: Direction, frame: Frame, text: string) => readonly Delivery[] | undefined

export interface BridgeBench {
  readonly clock: FakeClock
  readonly page: HostConnection
  readonly host: () => Host
  readonly logs: { readonly event: string; readonly detail: Readonly<Record<string, unknown>> }[]
  /** All frames sent, before faults. */
  readonly sent: { readonly direction: Direction; readonly frame: Frame }[]
  /** Sets the fault of the channel; undefined for none. */
  fault(next: Fault | undefined): void
  /** Delivers a message as if another script or a former page had sent it. */
  inject(direction: Direction, raw: unknown): void
  /** Restarts the host; `withoutBye` without one, as after a crash. */
  restartHost(options?: Partial<HostOptions> & { readonly withoutBye?: boolean }): void
  stopHost(): void
  /** Opens another page in place of the first, as after a reload without a bye. */
  newPage(): HostConnection
  count(direction: Direction, k: Frame['k']): number
}

export interface BenchOptions {
  readonly handlers?: Readonly<Record<string, Handler>>
  readonly host?: Partial<HostOptions>
  readonly connect?: Partial<ConnectOptions>
  readonly fault?: Fault
  readonly clock?: FakeClock
  /** Whether to record neither frames nor logs, for runs of very many calls. */
  readonly withoutRecords?: boolean
  /** Whether to start without a host. */
  readonly withoutHost?: boolean
}

/** Opens both halves over a channel in memory that copies messages through JSON, as a client does. */
export const createBridgeBench = (options?: BenchOptions): BridgeBench => createBenchWith(createHost, options)

/**
 * The benches for both builds of the host half: as it is, and built to ES2017 with only the language around it; and for a page and
 * a host that know version 2 with one that knows only version 1.
 */
export const hostBuilds: readonly (readonly [string, typeof createBridgeBench])[] = [
  ['in an engine like the page’s', createBridgeBench],
  ['alone with the language', (options) => createBenchWith(bareCreateHost(), options)],
  ['of version 1', (options) => createBridgeBench({ ...options, host: { proto: [1, 1], ...options?.host } })],
  ['before a page of version 1', (options) => createBridgeBench({ ...options, connect: { proto: [1, 1], ...options?.connect } })],
]

/** Opens a bench whose host half is created by `create`. */
export function createBenchWith(create: typeof createHost = createHost, options: BenchOptions = {}): BridgeBench {
  const clock = options.clock ?? fakeClock()
  const logs: BridgeBench['logs'] = []
  const sent: BridgeBench['sent'] = []
  const log = (event: string, detail: Readonly<Record<string, unknown>>) => {
    if (!options.withoutRecords) logs.push({ event, detail })
  }
  const listeners: Record<Direction, Set<(raw: unknown) => void>> = { toHost: new Set(), toPage: new Set() }
  let fault = options.fault
  let host: Host | undefined

  const deliver = (direction: Direction, raw: unknown) => {
    for (const listener of [...listeners[direction]]) listener(raw)
  }
  /** Cuts the host off from the channel, as a crash does. */
  let disconnectHost = () => {}
  const channel = (out: Direction, into: Direction, connected = { isOpen: true }): Channel => ({
    send(sentFrame) {
      if (!connected.isOpen) return
      const message = JSON.parse(JSON.stringify(sentFrame)) as Frame & { readonly f?: readonly object[] }
      // Faults meet one frame at a time; without them, frames that leave together also arrive together.
      const frames = message.f ? message.f.map((part) => ({ ...part, qnb: message.qnb, n: message.n }) as Frame) : [message]
      if (!options.withoutRecords) sent.push(...frames.map((frame) => ({ direction: out, frame })))
      for (const frame of fault ? frames : [message]) {
        const text = JSON.stringify(frame)
        for (const { delay, raw } of fault?.(out, frame, text) ?? [{ delay: 1 }]) {
          clock.set(() => deliver(out, raw === undefined ? JSON.parse(text) : raw), delay)
        }
      }
    },
    listen(listener) {
      listeners[into].add(listener)
      return () => listeners[into].delete(listener)
    },
  })
  const openHost = (overrides: Partial<HostOptions> = {}) => {
    const connected = { isOpen: true }
    disconnectHost = () => {
      connected.isOpen = false
    }
    return create(channel('toPage', 'toHost', connected), {
      handlers: options.handlers ?? {},
      shell: '1.0.0',
      client: '9.97.56N',
      env: clock,
      log,
      ...options.host,
      ...overrides,
    })
  }
  /** Cuts the page off, as a reload does: it sends and receives nothing more, but frames sent before may still arrive. */
  let disconnectPage = () => {}
  const openPage = () => {
    const connected = { isOpen: true }
    disconnectPage = () => {
      connected.isOpen = false
      listeners.toPage.clear()
    }
    return connectHost(channel('toHost', 'toPage', connected), { pageVersion: '0.1.0', env: clock, log, ...options.connect })
  }
  const stop = (withoutBye: boolean) => {
    if (withoutBye) {
      listeners.toHost.clear()
      disconnectHost()
    } else host?.dispose()
    host = undefined
  }
  if (!options.withoutHost) host = openHost()
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
    restartHost({ withoutBye = false, ...overrides } = {}) {
      stop(withoutBye)
      host = openHost(overrides)
    },
    stopHost: () => stop(true),
    newPage() {
      disconnectPage()
      return openPage()
    },
    count: (direction, k) => sent.filter((one) => one.direction === direction && one.frame.k === k).length,
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
export function loseFrames(direction: Direction, k: Frame['k'], times = 1): Fault {
  let remaining = times
  return (to, frame) => {
    if (to !== direction || frame.k !== k || remaining === 0) return undefined
    remaining -= 1
    return []
  }
}

/** Returns a promise and the function that resolves it. */
export function deferred<T = void>() {
  let settle: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { promise, resolve: (value: T) => settle(value) }
}
