/** Checks orders and pushes them to a factory one by one. Independent of React; the dialog renders `view()`. */

import { AbortedError, ConflictError, PermissionError, SessionExpiredError } from '../../contract/call-errors'
import { delay, type Wait } from '../../contract/ground/delay'
import { createListeners } from '../../contract/ground/listeners'
import { retrying } from '../../contract/ground/retry'
import type { PushCheck, PushOrderBody, PushReply } from '../../contract/types'
import type { Api } from '../api/services'
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
  recheck(index?: number): void
  choose(index: number, chosen: boolean): void
  /** The seller confirmed a picture that the check asked about. */
  confirm(index: number, customizationId: number, confirmed: boolean): void
  /** Pushes the chosen orders that were not tried; a call while it runs does nothing. */
  push(): Promise<void>
  retryFailed(): Promise<void>
  /** Stops after the order that is being pushed. */
  stop(): void
  /** Stops, and cancels all checks. */
  dispose(): void
}

export interface PushRunOptions {
  readonly api: { readonly pushes: Pick<Api['pushes'], 'check' | 'push'> }
  readonly orders: readonly PushOrder[]
  /** Called after each order that reached the factory, also after the dialog was closed. */
  readonly onPushed: () => void
  /** Called after each round, because orders displayed elsewhere are outdated. */
  readonly onEnded: () => void
  /** If absent, real time. */
  readonly wait?: Wait
}

const maxParallelChecks = 3
/**
 * Pauses before an order is requested again that another window is pushing, ms: the lease of a window that died ends within a
 * minute.
 */
const busyRetryDelays = [2000, 4000, 8000, 16_000, 30_000] as const
const isBusy = (error: unknown): boolean => error instanceof ConflictError && error.code === 'in-progress'
/** Timeout of one push, ms: a factory is asked line by line, and slow ones take seconds for each. */
const pushTimeoutMs = 180_000

/** Whether all lines of the order are at a factory already. */
export const isPushedBefore = ({ lines, pushed }: PushCheck): boolean => lines > 0 && pushed === lines
/** Returns the pictures that still need the seller's confirmation. */
export const unconfirmedPictures = ({ asks }: PushCheck, confirmed: readonly number[]): PushCheck['asks'] =>
  asks.filter(({ customizationId }) => !confirmed.includes(customizationId))

/** Whether the order is pushed unless the seller decides otherwise. */
const isFit = (found: PushCheck, confirmed: readonly number[]): boolean =>
  found.problems.length === 0 && unconfirmedPictures(found, confirmed).length === 0 && found.lines > 0 && !isPushedBefore(found)

const mayBePushed = ({ push }: PushRow) => push.kind === 'none' || push.kind === 'failed'

export function createPushRun({ api, orders, onPushed, onEnded, wait = delay }: PushRunOptions): PushRun {
  const { notify, subscribe } = createListeners()
  const chosenBySeller = new Set<number>()
  let checks = new AbortController()
  let isStopping = false
  /** Aborts the waiting for another window. */
  let retryWait = new AbortController()
  let view: PushView = {
    factoryId: null,
    rows: orders.map((order) => ({ order, check: { kind: 'waiting' }, push: { kind: 'none' }, chosen: false, confirmed: [] })),
    phase: 'choosing',
    done: 0,
    total: 0,
    reason: null,
  }

  const update = (changes: Partial<PushView>) => {
    view = { ...view, ...changes }
    notify()
  }
  const updateRow = (index: number, changes: Partial<PushRow>) =>
    update({ rows: view.rows.map((row, rowIndex) => (rowIndex === index ? { ...row, ...changes } : row)) })
  const bodyOf = (factoryId: number, { orderOriginalId, orderItems }: PushOrder) => ({ factoryId, orderOriginalId, orderItems })
  const defaultChoice = (index: number, found: PushCheck, confirmed: readonly number[]) =>
    chosenBySeller.has(index) ? {} : { chosen: isFit(found, confirmed) }

  async function checkOne(index: number, factoryId: number, signal: AbortSignal): Promise<void> {
    const row = view.rows[index]
    if (!row || !mayBePushed(row)) return
    updateRow(index, { check: { kind: 'checking' } })
    try {
      const found = await api.pushes.check({ body: bodyOf(factoryId, row.order) }, { signal, quiet: true })
      if (signal.aborted) return
      updateRow(index, { check: { kind: 'known', found }, ...defaultChoice(index, found, view.rows[index]?.confirmed ?? []) })
    } catch (error) {
      if (signal.aborted || error instanceof AbortedError) return
      updateRow(index, { check: { kind: 'failed', text: pushFailure(error).text } })
    }
  }

  function recheck(onlyIndex?: number): void {
    const { factoryId, phase } = view
    if (factoryId === null || phase === 'pushing') return
    // The other checks continue.
    if (onlyIndex !== undefined) return void checkOne(onlyIndex, factoryId, checks.signal)
    checks.abort()
    checks = new AbortController()
    const { signal } = checks
    update({ rows: view.rows.map((row) => (mayBePushed(row) ? { ...row, check: { kind: 'waiting' } } : row)) })
    const indexes = view.rows.flatMap((row, index) => (mayBePushed(row) ? [index] : []))
    const checkNext = async () => {
      for (let index = indexes.shift(); index !== undefined && !signal.aborted; index = indexes.shift())
        await checkOne(index, factoryId, signal)
    }
    for (let count = 0; count < maxParallelChecks; count++) void checkNext()
  }

  /** Repeats the request while another window pushes the order: then either it is pushed, or this window can push it. */
  const pushUntilFree = (body: PushOrderBody): Promise<PushReply> =>
    retrying(() => api.pushes.push({ body }, { quiet: true, timeoutMs: pushTimeoutMs }), {
      waits: busyRetryDelays,
      mayRetry: (error) => isBusy(error) && !isStopping,
      wait: (ms) => wait(ms, retryWait.signal).catch(() => undefined),
    })

  /** Returns false when no further order should be tried. */
  async function pushOne(index: number, factoryId: number): Promise<boolean> {
    const row = view.rows[index]
    if (!row) return true
    updateRow(index, { push: { kind: 'pushing' } })
    try {
      const reply = await pushUntilFree({ ...bodyOf(factoryId, row.order), confirmed: [...row.confirmed] })
      updateRow(index, { push: { kind: 'pushed', reply } })
      onPushed()
      return true
    } catch (error) {
      if (error instanceof SessionExpiredError) {
        updateRow(index, { push: row.push })
        update({ reason: '登录过期，还没有推送的请登录后继续' })
        return false
      }
      updateRow(index, { push: { kind: 'failed', ...pushFailure(error) } })
      if (!(error instanceof PermissionError)) return true
      update({ reason: '这个账号不能推送，其余的没有再试' })
      return false
    }
  }

  const isWaiting = (row: PushRow) => row.chosen && row.push.kind === 'none'

  /** No await before `phase` is set, so a double click cannot start a second round. */
  async function pushAll(indexes: readonly number[]): Promise<void> {
    const { factoryId, phase } = view
    if (factoryId === null || phase === 'pushing' || indexes.length === 0) return
    checks.abort()
    isStopping = false
    retryWait = new AbortController()
    update({ phase: 'pushing', done: 0, total: indexes.length, reason: null })
    for (const [count, index] of indexes.entries()) {
      if (isStopping || !(await pushOne(index, factoryId))) break
      update({ done: count + 1 })
    }
    update({ phase: view.rows.some(isWaiting) ? 'stopped' : 'ended' })
    onEnded()
  }

  const indexesOf = (predicate: (row: PushRow) => boolean) => view.rows.flatMap((row, index) => (predicate(row) ? [index] : []))
  return {
    view: () => view,
    subscribe,
    chooseFactory(factoryId) {
      if (view.phase === 'pushing' || view.factoryId === factoryId) return
      const rows = view.rows.map((row): PushRow => (row.push.kind === 'failed' ? { ...row, push: { kind: 'none' } } : row))
      update({ factoryId, rows, phase: 'choosing', reason: null })
      recheck()
    },
    recheck,
    choose(index, chosen) {
      if (view.phase === 'pushing' || view.phase === 'ended') return
      chosenBySeller.add(index)
      updateRow(index, { chosen })
    },
    confirm(index, customizationId, isConfirmed) {
      const row = view.rows[index]
      if (row?.check.kind !== 'known' || view.phase === 'pushing' || view.phase === 'ended') return
      const others = row.confirmed.filter((id) => id !== customizationId)
      const confirmed = isConfirmed ? [...others, customizationId] : others
      updateRow(index, { confirmed, ...defaultChoice(index, row.check.found, confirmed) })
    },
    push: () => (view.phase === 'ended' ? Promise.resolve() : pushAll(indexesOf(isWaiting))),
    retryFailed: () => pushAll(indexesOf((row) => row.push.kind === 'failed')),
    stop() {
      isStopping = true
      retryWait.abort()
    },
    dispose() {
      isStopping = true
      retryWait.abort()
      checks.abort()
    },
  }
}
