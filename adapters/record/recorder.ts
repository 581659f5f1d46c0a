/**
 * Writes down what a client is asked and what it answers. A call is redacted before anything of it is kept: parameters when it
 * begins, events as bare numbers, the answer when it comes. What the call itself held is let go with it.
 */
import { EventEmitter } from 'eventemitter3'
import { keyOf } from '../cassette/call-key'
import type { Cassette, CassetteEntry, CassetteEvent, CassetteOutcome, CassettePayload } from '../cassette/cassette'
import { redact, secretsIn } from '../cassette/redact'
import type { PlatformError, Progress } from '../platform'

export interface RecorderOptions {
  /** Name of the scenario: a file name without its ending. */
  readonly name: string
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** When the recording began, ISO time. */
  readonly startedAt: string
}

export interface CallToRecord {
  readonly method: string
  readonly params: unknown
  /** Bytes that go with the call. */
  readonly payload?: CassettePayload | Promise<CassettePayload>
}

/** The client that is recorded; known when it has answered for the first time. */
export type RecordedClient = Cassette['client']

/** A call under way; each of its ends is told once. */
export interface RecordedCall {
  acked(): void
  progressed(progress: Progress): void
  answered(reply: unknown): void
  failed(error: PlatformError): void
}

export interface Recorder {
  readonly name: string
  begin(call: CallToRecord, secrets?: readonly string[]): RecordedCall
  client(client: RecordedClient): void
  /** Calls that are over. */
  count(): number
  /** What was recorded so far. Calls under way are not in it: nobody knows yet how they end. */
  cassette(): Promise<Cassette>
  onChange(listener: () => void): () => void
}

type Draft = Omit<CassetteEntry, 'seq' | 'payload' | 'attempt'> & {
  readonly payload?: CassettePayload | Promise<CassettePayload>
}

const retryable = (outcome: CassetteOutcome): boolean => 'error' in outcome && outcome.error.retryable === true

/** What the simulator answers was written by us, however it was recorded. */
const originOf = ({ shell }: RecordedClient): Pick<Cassette, 'origin' | 'basedOn'> =>
  shell.endsWith('-simulator') ? { origin: 'authored', basedOn: `client simulator ${shell}` } : { origin: 'recorded' }

/** A try after a failure that may be tried again belongs to the same call: both are kept, and numbered. */
function numberTries(entries: readonly CassetteEntry[]): CassetteEntry[] {
  const before = new Map<string, number>()
  const numbered = entries.map((entry) => entry)
  entries.forEach((entry, at) => {
    const last = before.get(entry.key)
    before.set(entry.key, at)
    const previous = last === undefined ? undefined : numbered[last]
    if (last === undefined || !previous || !retryable(previous.outcome)) return
    const attempt = previous.attempt ?? 1
    numbered[last] = { ...previous, attempt }
    numbered[at] = { ...entry, attempt: attempt + 1 }
  })
  return numbered
}

export function createRecorder({ name, now, startedAt }: RecorderOptions): Recorder {
  const changes = new EventEmitter<'changed'>()
  /** By the order of their beginnings, which is the order a replay asks in. */
  const drafts: (Draft | undefined)[] = []
  let client: RecordedClient = { ua: '', qn: '', shell: '', maxFileBytes: 0 }
  let count = 0

  const begin = ({ method, params, payload }: CallToRecord, secrets: readonly string[] = []): RecordedCall => {
    const begun = now()
    const at = drafts.push(undefined) - 1
    const request = redact(params)
    const key = keyOf(method, request)
    const events: CassetteEvent[] = []
    // Ends with the call: what its parameters name must not come back in the sentences of its answer.
    let words: readonly string[] = [...secretsIn(params), ...secrets]
    let over = false
    const dt = () => Math.max(0, Math.round(now() - begun))
    const end = (outcome: CassetteOutcome) => {
      if (over) return
      over = true
      words = []
      drafts[at] = { method, key, request, events, outcome, dt: dt(), ...(payload === undefined ? {} : { payload }) }
      count += 1
      changes.emit('changed')
    }
    return {
      acked: () => {
        if (!over) events.push({ dt: dt(), type: 'ack' })
      },
      progressed: ({ stage, loaded, total }) => {
        if (!over) events.push({ dt: dt(), type: 'progress', stage, loaded, ...(total === undefined ? {} : { total }) })
      },
      answered: (reply) => end({ ok: redact(reply, words) }),
      failed: ({ code, message, retryable: again, options }) => {
        const said = redact({ message, detail: options.detail ?? {} }, words) as {
          readonly message: string
          readonly detail: Readonly<Record<string, never>>
        }
        end({ error: { code, message: said.message, ...(again ? { retryable: true } : {}), detail: said.detail } })
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
        entries: numberTries(entries),
      }
    },
    onChange: (listener) => {
      changes.on('changed', listener)
      return () => void changes.off('changed', listener)
    },
  }
}
