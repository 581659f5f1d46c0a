/** Replays a cassette: answers calls with the recorded outcomes, after the recorded times. */
import { callKey, differences, type FieldDifference, mask } from '../cassette/call-key'
import type { Cassette, CassetteEntry } from '../cassette/cassette'
import type { Json } from '../cassette/json'
import { redact } from '../cassette/redact'
import { cancelled, platformError } from '../error-text'
import { type CallOptions, PlatformError } from '../platform'
import type { Clock } from './clock'

/** An event of a player, for the testers' page. */
export type PlayerEvent =
  | { readonly type: 'started'; readonly call: number; readonly seq: number }
  | { readonly type: 'answered'; readonly call: number; readonly seq: number }
  | { readonly type: 'failed'; readonly call: number; readonly seq: number; readonly code: string; readonly message: string }
  /** The cassette has no (further) entry for a call; `nearest` is the most similar entry. */
  | {
      readonly type: 'missing' | 'exhausted'
      readonly call: number
      readonly key: string
      readonly message: string
      readonly nearest: number | null
      readonly differences: readonly FieldDifference[]
    }

/** Hooks for the testers' page, which delays calls and changes their replies. */
export interface PlayerHooks {
  /** Awaited before an entry is played; the entry that it resolves with is played instead. */
  beforePlay?(entry: CassetteEntry, call: number): Promise<CassetteEntry>
  notify?(event: PlayerEvent): void
}

export interface Player {
  /** Settles with the recorded outcome. Rejects with FIXTURE_MISSING or FIXTURE_EXHAUSTED if there is no entry for the call. */
  call(method: string, params: unknown, options?: CallOptions): Promise<Json>
  /** Returns the entries that were used less often than recorded. */
  unused(): readonly CassetteEntry[]
  /** Returns the number of running calls. */
  pending(): number
  dispose(): void
}

/** Limits of calls without a limit of their caller, ms: the longest that the bridge allows for the method. */
const limits: Readonly<Record<string, number>> = {
  'top.invoke': 30_000,
  'cloud.upload': 300_000,
  'disk.save': Number.POSITIVE_INFINITY,
}
const defaultLimitMs = 10_000
/** How long a lost call without a limit lasts after its last event, ms. */
const idleLimitMs = 60_000

const show = (value: Json | undefined): string => (value === undefined ? '没有' : JSON.stringify(value))

const sentence = ({ path, recorded, called }: FieldDifference): string =>
  `${path} 录制时是 ${show(recorded)}，这次是 ${show(called)}`

interface Nearest {
  readonly entry: CassetteEntry
  readonly differences: readonly FieldDifference[]
}

/** Returns the entry most similar to a call: of the same method if possible, with the fewest different fields. */
function nearestTo(cassette: Cassette, method: string, params: unknown): Nearest | undefined {
  const called = mask(method, redact(params))
  return cassette.entries
    .map((entry) => ({ entry, differences: differences(mask(method, redact(entry.request)), called) }))
    .sort(
      (a, b) =>
        Number(b.entry.method === method) - Number(a.entry.method === method) ||
        a.differences.length - b.differences.length ||
        a.entry.seq - b.entry.seq,
    )[0]
}

function missing(cassette: Cassette, method: string, key: string, nearest: Nearest | undefined): PlatformError {
  const hint = nearest
    ? nearest.entry.method === method
      ? `；最接近的是第 ${nearest.entry.seq} 条：${nearest.differences.map(sentence).join('；')}`
      : `；「${cassette.name}」里没有 ${method}`
    : `；「${cassette.name}」是空的`
  return new PlatformError('FIXTURE_MISSING', `${platformError('FIXTURE_MISSING').message}：${key}${hint}`, {
    stage: method,
    detail: {
      key,
      nearest: nearest?.entry.key ?? null,
      differences: nearest?.entry.method === method ? nearest.differences : [],
    },
  })
}

const exhausted = (method: string, key: string, recorded: number): PlatformError =>
  new PlatformError('FIXTURE_EXHAUSTED', `${platformError('FIXTURE_EXHAUSTED').message}：${key}，共 ${recorded} 条`, {
    stage: method,
    detail: { key, recorded },
  })

/** The mock adapter has its own storage and reaches the admin API itself, so recorded calls of these are never used. */
const isAnsweredElsewhere = (method: string): boolean => method === 'http' || method.startsWith('storage.')

/** Lets a caller cancel a call while `beforePlay` delays it. */
const unlessCancelled = <T>(promise: Promise<T> | undefined, signal: AbortSignal): Promise<T> | undefined =>
  promise &&
  Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(cancelled())
      else signal.addEventListener('abort', () => reject(cancelled()), { once: true })
    }),
  ])

export function createPlayer(cassette: Cassette, clock: Clock, hooks: PlayerHooks = {}): Player {
  const usesLeft = new Map<CassetteEntry, number>(
    cassette.entries.map((entry) => [entry, entry.repeat === 'any' ? Number.POSITIVE_INFINITY : (entry.repeat ?? 1)]),
  )
  const running = new Set<AbortController>()

  let calls = 0

  const takeEntry = (method: string, params: unknown, call: number): CassetteEntry => {
    const key = callKey(method, params)
    const recorded = cassette.entries.filter((entry) => entry.key === key)
    const next = recorded.find((entry) => (usesLeft.get(entry) ?? 0) > 0)
    if (next) {
      usesLeft.set(next, (usesLeft.get(next) ?? 0) - 1)
      return next
    }
    const isUnknown = recorded.length === 0
    const nearest = isUnknown ? nearestTo(cassette, method, params) : undefined
    const error = isUnknown ? missing(cassette, method, key, nearest) : exhausted(method, key, recorded.length)
    const sameMethod = nearest?.entry.method === method ? nearest : undefined
    hooks.notify?.({
      type: isUnknown ? 'missing' : 'exhausted',
      call,
      key,
      message: error.message,
      nearest: sameMethod?.entry.seq ?? null,
      differences: sameMethod?.differences ?? [],
    })
    throw error
  }

  const replay = async (entry: CassetteEntry, options: CallOptions, signal: AbortSignal): Promise<Json> => {
    const limit = options.timeoutMs ?? limits[entry.method] ?? defaultLimitMs
    let at = 0
    const waitUntil = async (dt: number) => {
      await clock.wait(Math.min(dt, limit) - at, signal)
      at = Math.min(dt, limit)
      if (dt > limit) throw platformError('TIMEOUT', { retryable: true, stage: entry.method, detail: { limit } })
    }
    for (const event of [...entry.events].sort((a, b) => a.dt - b.dt)) {
      await waitUntil(event.dt)
      if (event.type === 'progress') {
        options.onProgress?.({
          stage: event.stage ?? entry.method,
          loaded: event.loaded ?? 0,
          ...(event.total === undefined ? {} : { total: event.total }),
        })
      }
      if (signal.aborted) throw cancelled(entry.method)
    }
    if ('lost' in entry.outcome) {
      const silentMs = Number.isFinite(limit) ? limit : at + idleLimitMs
      await clock.wait(silentMs - at, signal)
      throw platformError('TIMEOUT', { retryable: true, stage: entry.method, detail: { limit: silentMs } })
    }
    await waitUntil(entry.dt)
    if ('ok' in entry.outcome) return entry.outcome.ok
    const { code, message, retryable, detail } = entry.outcome.error
    throw new PlatformError(code, message, {
      stage: entry.method,
      ...(retryable ? { retryable } : {}),
      ...(detail ? { detail } : {}),
    })
  }

  return {
    async call(method, params, options = {}) {
      if (options.signal?.aborted) throw cancelled(method)
      calls += 1
      const call = calls
      const entry = takeEntry(method, params, call)
      const { seq } = entry
      const controller = new AbortController()
      const abort = () => controller.abort()
      options.signal?.addEventListener('abort', abort)
      running.add(controller)
      hooks.notify?.({ type: 'started', call, seq })
      try {
        const played = (await unlessCancelled(hooks.beforePlay?.(entry, call), controller.signal)) ?? entry
        if (controller.signal.aborted) throw cancelled(method)
        const reply = await replay(played, options, controller.signal)
        hooks.notify?.({ type: 'answered', call, seq })
        return reply
      } catch (error) {
        const { code, message } = error instanceof PlatformError ? error : platformError('PROTOCOL', { cause: error })
        hooks.notify?.({ type: 'failed', call, seq, code, message })
        throw error
      } finally {
        running.delete(controller)
        options.signal?.removeEventListener('abort', abort)
      }
    },
    unused: () =>
      cassette.entries.filter(
        (entry) => entry.repeat !== 'any' && !isAnsweredElsewhere(entry.method) && (usesLeft.get(entry) ?? 0) > 0,
      ),
    pending: () => running.size,
    dispose: () => {
      for (const controller of running) controller.abort()
    },
  }
}
