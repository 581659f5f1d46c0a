/** Checks orders and pushes them to a factory one by one. Independent of React; the dialog renders `view()`. */
import { delay, type Wait } from '../../contract/delay'
import { retrying } from '../../contract/retry'
import type { PushCheck, PushOrderBody, PushReply } from '../../contract/types'
import type { Api } from '../api/services'
import { AbortedError, ConflictError, PermissionError, SessionExpiredError } from '../base/errors'
import { createListeners } from '../base/listeners'
import { type PushFailure, pushFailure } from './push-failure'
import type { PushOrder } from './push-orders'

export type CheckState =
  /** No factory is chosen yet, or the check has not started. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'known'; readonly found: PushCheck }
  /** The check failed; `text` is for the seller. */
  | { readonly kind: 'failed'; readonly text: string }

export type PushState =
  | { readonly kind: 'none' }
  | { readonly kind: 'pushing' }
  | { readonly kind: 'pushed'; readonly reply: PushReply }
  | ({ readonly kind: 'failed' } & PushFailure)

export interface PushRow {
  readonly order: PushOrder
  readonly check: CheckState
  readonly push: PushState
  /** Whether the order will be pushed. */
  readonly chosen: boolean
  /** Customizations whose pictures the seller confirmed to print as they are. */
  readonly confirmed: readonly number[]
}

export interface PushView {
  readonly factoryId: number | null
  readonly rows: readonly PushRow[]
  /** stopped: some of the chosen orders were not tried. */
  readonly phase: 'choosing' | 'pushing' | 'stopped' | 'ended'
  /** Orders done in the present or the last round. */
  readonly done: number
  readonly total: number
  /** Why it stopped, unless the seller stopped it. */
  readonly reason: string | null
}

export interface PushRun {
  view(): PushView
  subscribe(listener: () => void): () => void
  /**
   * Starts a new round for the orders that are not pushed yet: they are checked, and failures are cleared. Ignored while orders
   * are being pushed.
   */
  chooseFactory(factoryId: number): void
  /** Checks all orders again, or only the changed one. */
  recheck(at?: number): void
  choose(at: number, chosen: boolean): void
  /** The seller confirmed a picture that the check asked about. */
  confirm(at: number, customizationId: number, confirmed: boolean): void
  /** Pushes the chosen orders that were not tried; a call while it runs does nothing. */
  push(): Promise<void>
  retryFailed(): Promise<void>
  /** Stops after the order that is being pushed. */
  stop(): void
  /** Stops, and cancels all checks. */
  dispose(): void
}

export interface PushRunOptions {
  readonly api: Pick<Api, 'pushes'>
  readonly orders: readonly PushOrder[]
  /** Called after each order that reached the factory, also after the dialog was closed. */
  readonly onPushed: () => void
  /** Called after each round, because orders displayed elsewhere are outdated. */
  readonly onEnded: () => void
  /** If absent, real time. */
  readonly wait?: Wait
}

const checkLanes = 3
/**
 * Pauses before an order is requested again that another window is pushing, ms: the lease of a window that died ends within a
 * minute.
 */
const busyPauses = [2000, 4000, 8000, 16_000, 30_000] as const
const isBusy = (error: unknown): boolean => error instanceof ConflictError && error.code === 'in-progress'
/** Timeout of one push, ms: a factory is asked line by line, and slow ones take seconds for each. */
const pushTimeoutMs = 180_000

/** Whether all lines of the order are at a factory already. */
export const isPushedBefore = ({ lines, pushed }: PushCheck): boolean => lines > 0 && pushed === lines
/** Returns the pictures that still need the seller's confirmation. */
export const openAsks = ({ asks }: PushCheck, confirmed: readonly number[]): PushCheck['asks'] =>
  asks.filter(({ customizationId }) => !confirmed.includes(customizationId))

/** Whether the order is pushed unless the seller decides otherwise. */
const isFit = (found: PushCheck, confirmed: readonly number[]): boolean =>
  found.problems.length === 0 && openAsks(found, confirmed).length === 0 && found.lines > 0 && !isPushedBefore(found)

const isOpen = ({ push }: PushRow) => push.kind === 'none' || push.kind === 'failed'

export function createPushRun({ api, orders, onPushed, onEnded, wait = delay }: PushRunOptions): PushRun {
  const { notify, subscribe } = createListeners()
  const byHand = new Set<number>()
  let checks = new AbortController()
  let stopping = false
  /** Aborts the waiting for another window. */
  let patience = new AbortController()
  let view: PushView = {
    factoryId: null,
    rows: orders.map((order) => ({ order, check: { kind: 'waiting' }, push: { kind: 'none' }, chosen: false, confirmed: [] })),
    phase: 'choosing',
    done: 0,
    total: 0,
    reason: null,
  }

  const change = (part: Partial<PushView>) => {
    view = { ...view, ...part }
    notify()
  }
  const changeRow = (at: number, part: Partial<PushRow>) =>
    change({ rows: view.rows.map((row, place) => (place === at ? { ...row, ...part } : row)) })
  const bodyOf = (factoryId: number, { orderOriginalId, orderItems }: PushOrder) => ({ factoryId, orderOriginalId, orderItems })
  const chosenBy = (at: number, found: PushCheck, confirmed: readonly number[]) =>
    byHand.has(at) ? {} : { chosen: isFit(found, confirmed) }

  async function checkOne(at: number, factoryId: number, signal: AbortSignal): Promise<void> {
    const row = view.rows[at]
    if (!row || !isOpen(row)) return
    changeRow(at, { check: { kind: 'checking' } })
    try {
      const found = await api.pushes.check({ body: bodyOf(factoryId, row.order) }, { signal, quiet: true })
      if (signal.aborted) return
      changeRow(at, { check: { kind: 'known', found }, ...chosenBy(at, found, view.rows[at]?.confirmed ?? []) })
    } catch (error) {
      if (signal.aborted || error instanceof AbortedError) return
      changeRow(at, { check: { kind: 'failed', text: pushFailure(error).text } })
    }
  }

  function recheck(only?: number): void {
    const { factoryId, phase } = view
    if (factoryId === null || phase === 'pushing') return
    // The other checks continue.
    if (only !== undefined) return void checkOne(only, factoryId, checks.signal)
    checks.abort()
    checks = new AbortController()
    const { signal } = checks
    change({ rows: view.rows.map((row) => (isOpen(row) ? { ...row, check: { kind: 'waiting' } } : row)) })
    const places = view.rows.flatMap((row, at) => (isOpen(row) ? [at] : []))
    const lane = async () => {
      for (let at = places.shift(); at !== undefined && !signal.aborted; at = places.shift())
        await checkOne(at, factoryId, signal)
    }
    for (let count = 0; count < checkLanes; count++) void lane()
  }

  /** Repeats the request while another window pushes the order: then either it is pushed, or this window can push it. */
  const pushUntilFree = (body: PushOrderBody): Promise<PushReply> =>
    retrying(() => api.pushes.push({ body }, { quiet: true, timeoutMs: pushTimeoutMs }), {
      waits: busyPauses,
      mayRetry: (error) => isBusy(error) && !stopping,
      wait: (ms) => wait(ms, patience.signal).catch(() => undefined),
    })

  /** Returns false when no further order should be tried. */
  async function pushOne(at: number, factoryId: number): Promise<boolean> {
    const row = view.rows[at]
    if (!row) return true
    changeRow(at, { push: { kind: 'pushing' } })
    try {
      const reply = await pushUntilFree({ ...bodyOf(factoryId, row.order), confirmed: [...row.confirmed] })
      changeRow(at, { push: { kind: 'pushed', reply } })
      onPushed()
      return true
    } catch (error) {
      if (error instanceof SessionExpiredError) {
        changeRow(at, { push: row.push })
        change({ reason: '登录过期，还没有推送的请登录后继续' })
        return false
      }
      changeRow(at, { push: { kind: 'failed', ...pushFailure(error) } })
      if (!(error instanceof PermissionError)) return true
      change({ reason: '这个账号不能推送，其余的没有再试' })
      return false
    }
  }

  const unpushed = (row: PushRow) => row.chosen && row.push.kind === 'none'

  /** No await before `phase` is set, so a double click cannot start a second round. */
  async function pushAll(places: readonly number[]): Promise<void> {
    const { factoryId, phase } = view
    if (factoryId === null || phase === 'pushing' || places.length === 0) return
    checks.abort()
    stopping = false
    patience = new AbortController()
    change({ phase: 'pushing', done: 0, total: places.length, reason: null })
    for (const [count, at] of places.entries()) {
      if (stopping || !(await pushOne(at, factoryId))) break
      change({ done: count + 1 })
    }
    change({ phase: view.rows.some(unpushed) ? 'stopped' : 'ended' })
    onEnded()
  }

  const placesOf = (wanted: (row: PushRow) => boolean) => view.rows.flatMap((row, at) => (wanted(row) ? [at] : []))
  return {
    view: () => view,
    subscribe,
    chooseFactory(factoryId) {
      if (view.phase === 'pushing' || view.factoryId === factoryId) return
      const rows = view.rows.map((row): PushRow => (row.push.kind === 'failed' ? { ...row, push: { kind: 'none' } } : row))
      change({ factoryId, rows, phase: 'choosing', reason: null })
      recheck()
    },
    recheck,
    choose(at, chosen) {
      if (view.phase === 'pushing' || view.phase === 'ended') return
      byHand.add(at)
      changeRow(at, { chosen })
    },
    confirm(at, customizationId, isConfirmed) {
      const row = view.rows[at]
      if (row?.check.kind !== 'known' || view.phase === 'pushing' || view.phase === 'ended') return
      const others = row.confirmed.filter((id) => id !== customizationId)
      const confirmed = isConfirmed ? [...others, customizationId] : others
      changeRow(at, { confirmed, ...chosenBy(at, row.check.found, confirmed) })
    },
    push: () => (view.phase === 'ended' ? Promise.resolve() : pushAll(placesOf(unpushed))),
    retryFailed: () => pushAll(placesOf((row) => row.push.kind === 'failed')),
    stop() {
      stopping = true
      patience.abort()
    },
    dispose() {
      stopping = true
      patience.abort()
      checks.abort()
    },
  }
}
