/** The format of cassettes (recordings of a client), with reading, writing and checks. */
import { fieldsOf } from '../../contract/ground/fields'
import { list, Misfit, numberFrom0, type Of, object, oneOf, type Schema, such, text } from '../../contract/ground/schema'
import { platformErrorCodes } from '../platform'
import { callKey, differences } from './call-key'
import type { Json } from './json'
import { redact } from './redact'
import { findSecrets, secretSentence } from './secrets'

/** Any JSON value. The cast is safe, because the file comes from JSON.parse. */
const json: Schema<Json> = (value) => value as Json

/** An event during a call; `dt` is ms since its beginning. */
const event = object(
  { dt: numberFrom0, type: oneOf(['ack', 'progress']) },
  { stage: text(), loaded: numberFrom0, total: numberFrom0 },
)
export type CassetteEvent = Of<typeof event>

const failure = object(
  { code: oneOf(platformErrorCodes), message: text() },
  { retryable: (value: unknown) => value === true, detail: (value: unknown) => value as Readonly<Record<string, Json>> },
)

const lost = object({ lost: oneOf([true]) })
const failed = object({ error: failure })
const succeeded = object({ ok: json })
/** How a call ended; `lost` means that the client received it and never replied. */
export type CassetteOutcome = Of<typeof lost> | Of<typeof failed> | Of<typeof succeeded>
const outcome: Schema<CassetteOutcome> = (value, place) => {
  const fields = fieldsOf(value)
  return ('lost' in fields ? lost : 'error' in fields ? failed : succeeded)(value, place)
}

/** Describes the file that a call used; its bytes are never stored. The sum is absent where the page could not compute it. */
const payload = object(
  { length: numberFrom0 },
  { sha256: such<string>('is not a SHA-256 in hex', (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) },
)
export type CassettePayload = Of<typeof payload>

const entryFields = object(
  {
    seq: numberFrom0,
    method: text(),
    key: text(),
    request: json,
    events: list(event),
    outcome,
    /** Time of the reply, ms since the beginning of the call. */
    dt: numberFrom0,
  },
  {
    /** How often the entry may be used; `any` is any number of times, including none. Default: once. */
    repeat: (value: unknown, place: string) => (value === 'any' ? value : numberFrom0(value, place)),
    /** The number of this attempt of a call, from 1; absent if there was only one. */
    attempt: numberFrom0,
    payload,
  },
)
export type CassetteEntry = Of<typeof entryFields>

const entry: Schema<CassetteEntry> = (value, place) => {
  const read = entryFields(value, place)
  const expected = callKey(read.method, read.request)
  if (read.key === expected) return read
  throw new Misfit(`${place}.key`, `does not belong to its request; it must be\n${expected}`)
}

const cassette = object(
  {
    v: oneOf([1]),
    name: text(),
    /** `authored` means written by hand from documentation, not recorded with a real client. */
    origin: oneOf(['authored', 'recorded']),
    /** ISO time. */
    recordedAt: text(),
    protocol: oneOf(['qnb/1']),
    client: object({ ua: text(), qn: text(), shell: text(), maxFileBytes: numberFrom0 }),
    entries: list(entry),
  },
  {
    /** The source of an authored cassette, such as the recording that was edited. */
    basedOn: text(),
  },
)
/** The recorded calls of one scenario. */
export type Cassette = Of<typeof cassette>

/** Returns the cassette in a parsed file; throws an Error that names the first invalid place. */
export const readCassette = (value: unknown): Cassette => cassette(value, 'cassette: file')

/**
 * Returns the cassette as the text of a file, after reading it back and searching it for secrets. Throws an Error that names
 * what is invalid or secret.
 */
export function writeCassette(whole: Cassette): string {
  const file = `${JSON.stringify(whole, null, 2)}\n`
  const written = readCassette(JSON.parse(file))
  for (const { request, seq } of written.entries) {
    if (differences(redact(request), request).length > 0) {
      throw new Error(`cassette: entries[${seq - 1}].request is not redacted`)
    }
  }
  const secrets = findSecrets(written)
  if (secrets.length > 0) throw new Error(`cassette: ${secrets.map(secretSentence).join('; ')}`)
  return file
}

/** Returns `base` with the entries of `changed` in place of all entries with the same keys. */
export function overlay(base: Cassette, changed: Cassette): Cassette {
  const keys = new Set(changed.entries.map(({ key }) => key))
  const entries = [...base.entries.filter(({ key }) => !keys.has(key)), ...changed.entries]
  return { ...changed, entries: entries.map((one, i) => ({ ...one, seq: i + 1 })) }
}
