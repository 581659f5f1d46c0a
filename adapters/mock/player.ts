import { cancelled, platformError } from '../error-text'
import { type CallOptions, PlatformError } from '../platform'
import { callKey, differences, type FieldDifference, type Json, mask, redact } from './call-key'
import type { Cassette, CassetteEntry } from './cassette'
import type { Clock } from './clock'

/** Answers calls from a cassette, and nothing else. */
export interface Player {
  /** The recorded outcome after the recorded time. Rejects FIXTURE_MISSING or FIXTURE_EXHAUSTED for what was not recorded. */
  call(method: string, params: unknown, options?: CallOptions): Promise<Json>
  /** Entries that should have been asked for and were not. */
  unused(): readonly CassetteEntry[]
  /** Calls under way. */
  pending(): number
  dispose(): void
}

/** How long a call may take where the caller sets no limit, ms; the same figures as over the bridge. */
const limits: Readonly<Record<string, number>> = {
  'top.invoke': 30_000,
  'cloud.upload': 300_000,
  'disk.save': Number.POSITIVE_INFINITY,
}
const usualLimit = 10_000

const show = (value: Json | undefined): string => (value === undefined ? '没有' : JSON.stringify(value))

const sentence = ({ path, recorded, called }: FieldDifference): string =>
  `${path} 录制时是 ${show(recorded)}，这次是 ${show(called)}`

function missing(cassette: Cassette, method: string, params: unknown): PlatformError {
  const called = mask(method, redact(params))
  const nearest = cassette.entries
    .map((entry) => ({ entry, diff: differences(mask(method, redact(entry.request)), called) }))
    .sort(
      (a, b) =>
        Number(b.entry.method === method) - Number(a.entry.method === method) ||
        a.diff.length - b.diff.length ||
        a.entry.seq - b.entry.seq,
    )[0]
  const hint = nearest
    ? nearest.entry.method === method
      ? `；最接近的是第 ${nearest.entry.seq} 条：${nearest.diff.map(sentence).join('；')}`
      : `；「${cassette.name}」里没有 ${method}`
    : `；「${cassette.name}」是空的`
  return new PlatformError('FIXTURE_MISSING', `${platformError('FIXTURE_MISSING').message}：${callKey(method, params)}${hint}`, {
    stage: method,
    detail: {
      key: callKey(method, params),
      nearest: nearest?.entry.key ?? null,
      differences: nearest?.entry.method === method ? nearest.diff : [],
    },
  })
}

export function createPlayer(cassette: Cassette, clock: Clock): Player {
  const left = new Map<CassetteEntry, number>(
    cassette.entries.map((entry) => [entry, entry.repeat === 'any' ? Number.POSITIVE_INFINITY : (entry.repeat ?? 1)]),
  )
  const under = new Set<AbortController>()

  const take = (method: string, params: unknown): CassetteEntry => {
    const key = callKey(method, params)
    const recorded = cassette.entries.filter((entry) => entry.key === key)
    if (recorded.length === 0) throw missing(cassette, method, params)
    const next = recorded.find((entry) => (left.get(entry) ?? 0) > 0)
    if (!next) {
      throw new PlatformError(
        'FIXTURE_EXHAUSTED',
        `${platformError('FIXTURE_EXHAUSTED').message}：${key}，共 ${recorded.length} 条`,
        {
          stage: method,
          detail: { key, recorded: recorded.length },
        },
      )
    }
    left.set(next, (left.get(next) ?? 0) - 1)
    return next
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
      const entry = take(method, params)
      const controller = new AbortController()
      const abort = () => controller.abort()
      options.signal?.addEventListener('abort', abort)
      under.add(controller)
      try {
        return await replay(entry, options, controller.signal)
      } finally {
        under.delete(controller)
        options.signal?.removeEventListener('abort', abort)
      }
    },
    unused: () => cassette.entries.filter((entry) => entry.repeat !== 'any' && (left.get(entry) ?? 0) > 0),
    pending: () => under.size,
    dispose: () => {
      for (const controller of under) controller.abort()
    },
  }
}
