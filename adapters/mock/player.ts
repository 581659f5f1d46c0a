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
  | { readonly what: 'asked'; readonly call: number; readonly seq: number }
  | { readonly what: 'answered'; readonly call: number; readonly seq: number }
  | { readonly what: 'failed'; readonly call: number; readonly seq: number; readonly code: string; readonly message: string }
  /** The cassette has no (further) entry for a call; `nearest` is the most similar entry. */
  | {
      readonly what: 'missing' | 'exhausted'
      readonly call: number
      readonly key: string
      readonly message: string
      readonly nearest: number | null
      readonly differences: readonly FieldDifference[]
    }

/** Hooks for the testers' page, which delays calls and changes their replies. */
export interface PlayerWatch {
  /** Awaited before an entry is played; the entry that it resolves with is played instead. */
  hold?(entry: CassetteEntry, call: number): Promise<CassetteEntry>
  tell?(event: PlayerEvent): void
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
const usualLimit = 10_000
/** How long a lost call without a limit lasts after its last event, ms. */
const idleLimit = 60_000

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

/** Lets a caller cancel a call while `hold` delays it. */
const unlessGivenUp = <T>(held: Promise<T> | undefined, signal: AbortSignal): Promise<T> | undefined =>
  held &&
  Promise.race([
    held,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(cancelled())
      else signal.addEventListener('abort', () => reject(cancelled()), { once: true })
    }),
  ])

export function createPlayer(cassette: Cassette, clock: Clock, watch: PlayerWatch = {}): Player {
  const left = new Map<CassetteEntry, number>(
    cassette.entries.map((entry) => [entry, entry.repeat === 'any' ? Number.POSITIVE_INFINITY : (entry.repeat ?? 1)]),
  )
  const under = new Set<AbortController>()

  let calls = 0

  const take = (method: string, params: unknown, call: number): CassetteEntry => {
    const key = callKey(method, params)
    const recorded = cassette.entries.filter((entry) => entry.key === key)
    const next = recorded.find((entry) => (left.get(entry) ?? 0) > 0)
    if (next) {
      left.set(next, (left.get(next) ?? 0) - 1)
      return next
    }
    const none = recorded.length === 0
    const nearest = none ? nearestTo(cassette, method, params) : undefined
    const error = none ? missing(cassette, method, key, nearest) : exhausted(method, key, recorded.length)
    const sameMethod = nearest?.entry.method === method ? nearest : undefined
    watch.tell?.({
      what: none ? 'missing' : 'exhausted',
      call,
      key,
      message: error.message,
      nearest: sameMethod?.entry.seq ?? null,
      differences: sameMethod?.differences ?? [],
    })
    throw error
  }

  const replay = async (entry: CassetteEntry, options: CallOptions, signal: AbortSignal): Promise<Json> => {
    const limit = options.timeoutMs ?? limits[entry.method] ?? usualLimit
    let at = 0
    const until = async (dt: number) => {
      await clock.wait(Math.min(dt, limit) - at, signal)
      at = Math.min(dt, limit)
      if (dt > limit) throw platformError('TIMEOUT', { retryable: true, stage: entry.method, detail: { limit } })
    }
    for (const event of [...entry.events].sort((a, b) => a.dt - b.dt)) {
      await until(event.dt)
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
      const silent = Number.isFinite(limit) ? limit : at + idleLimit
      await clock.wait(silent - at, signal)
      throw platformError('TIMEOUT', { retryable: true, stage: entry.method, detail: { limit: silent } })
    }
    await until(entry.dt)
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
      const entry = take(method, params, call)
      const { seq } = entry
      const controller = new AbortController()
      const abort = () => controller.abort()
      options.signal?.addEventListener('abort', abort)
      under.add(controller)
      watch.tell?.({ what: 'asked', call, seq })
      try {
        const played = (await unlessGivenUp(watch.hold?.(entry, call), controller.signal)) ?? entry
        if (controller.signal.aborted) throw cancelled(method)
        const reply = await replay(played, options, controller.signal)
        watch.tell?.({ what: 'answered', call, seq })
        return reply
      } catch (error) {
        const { code, message } = error instanceof PlatformError ? error : platformError('PROTOCOL', { cause: error })
        watch.tell?.({ what: 'failed', call, seq, code, message })
        throw error
      } finally {
        under.delete(controller)
        options.signal?.removeEventListener('abort', abort)
      }
    },
    unused: () =>
      cassette.entries.filter(
        (entry) => entry.repeat !== 'any' && !isAnsweredElsewhere(entry.method) && (left.get(entry) ?? 0) > 0,
      ),
    pending: () => under.size,
    dispose: () => {
      for (const controller of under) controller.abort()
    },
  }
}
