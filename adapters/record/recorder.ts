/**
 * Records calls to a client and their replies as a cassette. Everything is redacted before it is stored: parameters when a call
 * begins, the reply when it ends; of events only stages and numbers are stored. Unredacted data is dropped when the call ends.
 */
import { EventEmitter } from 'eventemitter3'
import { keyOf } from '../cassette/call-key'
import type { Cassette, CassetteEntry, CassetteEvent, CassetteOutcome, CassettePayload } from '../cassette/cassette'
import { redact, secretsIn } from '../cassette/redact'
import type { PlatformError, Progress } from '../platform'

export interface RecorderOptions {
  /** Name of the scenario: the file name without extension. */
  readonly name: string
  /** Returns the time of a monotonic clock, ms. */
  readonly now: () => number
  /** Start of the recording, ISO time. */
  readonly startedAt: string
}

export interface CallToRecord {
  readonly method: string
  readonly params: unknown
  /** Describes the file that the call uses. */
  readonly payload?: CassettePayload | Promise<CassettePayload>
}

/** The recorded client; known after its welcome. */
export type RecordedClient = Cassette['client']

/** Records one call. Everything after `onReply` or `onError` is ignored. */
export interface RecordedCall {
  onAck(): void
  onProgress(progress: Progress): void
  onReply(reply: unknown): void
  onError(error: PlatformError): void
}

export interface Recorder {
  readonly name: string
  begin(call: CallToRecord, secrets?: readonly string[]): RecordedCall
  client(client: RecordedClient): void
  /** Returns the number of finished calls. */
  count(): number
  /** Resolves with the recording so far, without calls that have not ended. */
  cassette(): Promise<Cassette>
  onChange(listener: () => void): () => void
}

type Draft = Omit<CassetteEntry, 'seq' | 'payload' | 'attempt'> & {
  readonly payload?: CassettePayload | Promise<CassettePayload>
}

const retryable = (outcome: CassetteOutcome): boolean => 'error' in outcome && outcome.error.retryable === true

/** Returns the origin of a recording. One of the simulator is `authored`, because its replies are ours. */
const originOf = ({ shell }: RecordedClient): Pick<Cassette, 'origin' | 'basedOn'> =>
  shell.endsWith('-simulator') ? { origin: 'authored', basedOn: `client simulator ${shell}` } : { origin: 'recorded' }

/** Numbers the attempts of a call: an entry with the key of a retryable failure before it is a further attempt. */
function numberAttempts(entries: readonly CassetteEntry[]): CassetteEntry[] {
  const before = new Map<string, number>()
  const numbered = entries.map((entry) => entry)
  entries.forEach((entry, index) => {
    const last = before.get(entry.key)
    before.set(entry.key, index)
    const previous = last === undefined ? undefined : numbered[last]
    if (last === undefined || !previous || !retryable(previous.outcome)) return
    const attempt = previous.attempt ?? 1
    numbered[last] = { ...previous, attempt }
    numbered[index] = { ...entry, attempt: attempt + 1 }
  })
  return numbered
}

export function createRecorder({ name, now, startedAt }: RecorderOptions): Recorder {
  const changes = new EventEmitter<'changed'>()
  /** In the order in which the calls began, which is the order of a replay. */
  const drafts: (Draft | undefined)[] = []
  let client: RecordedClient = { ua: '', qn: '', shell: '', maxFileBytes: 0 }
  let count = 0

  const begin = ({ method, params, payload }: CallToRecord, secrets: readonly string[] = []): RecordedCall => {
    const beginTime = now()
    const index = drafts.push(undefined) - 1
    const request = redact(params)
    const key = keyOf(method, request)
    const events: CassetteEvent[] = []
    // Secrets of the parameters must not reappear in the reply; they are dropped when the call ends.
    let callSecrets: readonly string[] = [...secretsIn(params), ...secrets]
    let ended = false
    const dt = () => Math.max(0, Math.round(now() - beginTime))
    const end = (outcome: CassetteOutcome) => {
      if (ended) return
      ended = true
      callSecrets = []
      drafts[index] = { method, key, request, events, outcome, dt: dt(), ...(payload === undefined ? {} : { payload }) }
      count += 1
      changes.emit('changed')
    }
    return {
      onAck: () => {
        if (!ended) events.push({ dt: dt(), type: 'ack' })
      },
      onProgress: ({ stage, loaded, total }) => {
        if (!ended) events.push({ dt: dt(), type: 'progress', stage, loaded, ...(total === undefined ? {} : { total }) })
      },
      onReply: (reply) => end({ ok: redact(reply, callSecrets) }),
      onError: ({ code, message, retryable: isRetryable, options }) => {
        const redacted = redact({ message, detail: options.detail ?? {} }, callSecrets) as {
          readonly message: string
          readonly detail: Readonly<Record<string, never>>
        }
        end({ error: { code, message: redacted.message, ...(isRetryable ? { retryable: true } : {}), detail: redacted.detail } })
      },
    }
  }

  return {
    name,
    begin,
    client: (next) => {
      client = next
    },
    count: () => count,
    cassette: async () => {
      const done = drafts.filter((draft): draft is Draft => draft !== undefined)
      const entries = await Promise.all(
        done.map(async ({ payload, ...draft }, i): Promise<CassetteEntry> => {
          const known = await payload
          return { seq: i + 1, ...draft, ...(known === undefined ? {} : { payload: known }) }
        }),
      )
      return {
        v: 1,
        name,
        ...originOf(client),
        recordedAt: startedAt,
        protocol: 'qnb/1',
        client,
        entries: numberAttempts(entries),
      }
    },
    onChange: (listener) => {
      changes.on('changed', listener)
      return () => void changes.off('changed', listener)
    },
  }
}
