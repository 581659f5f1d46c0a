/** The format of cassettes (recordings of a client), with reading, writing and checks. */
import type { Fields } from '../../contract/ground/fields'
import { type PlatformErrorCode, platformErrorCodes } from '../platform'
import { callKey, differences } from './call-key'
import type { Json } from './json'
import { redact } from './redact'
import { findSecrets, secretSentence } from './secrets'

/** An event during a call; `dt` is ms since its beginning. */
export interface CassetteEvent {
  readonly dt: number
  readonly type: 'ack' | 'progress'
  readonly stage?: string
  readonly loaded?: number
  readonly total?: number
}

export interface CassetteFailure {
  readonly code: PlatformErrorCode
  readonly message: string
  readonly retryable?: boolean
  readonly detail?: Readonly<Record<string, Json>>
}

/** How a call ended; `lost` means that the client received it and never replied. */
export type CassetteOutcome = { readonly ok: Json } | { readonly error: CassetteFailure } | { readonly lost: true }

/** Describes the file that a call used; its bytes are never stored. */
export interface CassettePayload {
  readonly length: number
  /** Lower-case hex; absent where the page could not compute it. */
  readonly sha256?: string
}

export interface CassetteEntry {
  readonly seq: number
  readonly method: string
  readonly key: string
  readonly request: Json
  readonly events: readonly CassetteEvent[]
  readonly outcome: CassetteOutcome
  /** Time of the reply, ms since the beginning of the call. */
  readonly dt: number
  /** How often the entry may be used; `any` is any number of times, including none. Default: once. */
  readonly repeat?: number | 'any'
  /** The number of this attempt of a call, from 1; absent if there was only one. */
  readonly attempt?: number
  readonly payload?: CassettePayload
}

/** The recorded calls of one scenario. `authored` means written by hand from documentation, not recorded with a real client. */
export interface Cassette {
  readonly v: 1
  readonly name: string
  readonly origin: 'authored' | 'recorded'
  /** The source of an authored cassette, such as the recording that was edited. */
  readonly basedOn?: string
  /** ISO time. */
  readonly recordedAt: string
  readonly protocol: 'qnb/1'
  readonly client: { readonly ua: string; readonly qn: string; readonly shell: string; readonly maxFileBytes: number }
  readonly entries: readonly CassetteEntry[]
}

/** Reads the fields of one object in the file; errors name its place. */
class Reader {
  constructor(
    private readonly fields: Fields,
    private readonly path: string,
  ) {}
  static of(value: unknown, path: string): Reader {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw Reader.invalid(path, 'is not an object')
    return new Reader(value as Fields, path)
  }
  static invalid(path: string, problem: string): Error {
    return new Error(`cassette: ${path} ${problem}`)
  }
  has(name: string): boolean {
    return Object.getOwnPropertyDescriptor(this.fields, name) !== undefined
  }
  any(name: string): unknown {
    if (!this.has(name)) throw Reader.invalid(this.path, `has no ${name}`)
    return this.fields[name]
  }
  text(name: string): string {
    const value = this.any(name)
    if (typeof value !== 'string') throw Reader.invalid(`${this.path}.${name}`, 'is not a text')
    return value
  }
  number(name: string): number {
    const value = this.any(name)
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
      throw Reader.invalid(`${this.path}.${name}`, 'is not a number from 0')
    }
    return value
  }
  oneOf<T extends string | number>(name: string, allowed: readonly T[]): T {
    const found = allowed.find((item) => item === this.any(name))
    if (found === undefined) throw Reader.invalid(`${this.path}.${name}`, `is none of ${allowed.join(', ')}`)
    return found
  }
  list(name: string): readonly unknown[] {
    const value = this.any(name)
    if (!Array.isArray(value)) throw Reader.invalid(`${this.path}.${name}`, 'is not a list')
    return value
  }
  object(name: string): Reader {
    return Reader.of(this.any(name), `${this.path}.${name}`)
  }
  /** Returns any JSON value. The cast is safe, because the file comes from JSON.parse. */
  json(name: string): Json {
    return this.any(name) as Json
  }
}

function readEvent(value: unknown, path: string): CassetteEvent {
  const event = Reader.of(value, path)
  return {
    dt: event.number('dt'),
    type: event.oneOf('type', ['ack', 'progress']),
    ...(event.has('stage') ? { stage: event.text('stage') } : {}),
    ...(event.has('loaded') ? { loaded: event.number('loaded') } : {}),
    ...(event.has('total') ? { total: event.number('total') } : {}),
  }
}

function readOutcome(outcome: Reader): CassetteOutcome {
  if (outcome.has('lost')) {
    if (outcome.any('lost') !== true) throw Reader.invalid('outcome.lost', 'is not true')
    return { lost: true }
  }
  if (!outcome.has('error')) return { ok: outcome.json('ok') }
  const error = outcome.object('error')
  return {
    error: {
      code: error.oneOf('code', platformErrorCodes),
      message: error.text('message'),
      ...(error.has('retryable') ? { retryable: error.any('retryable') === true } : {}),
      ...(error.has('detail') ? { detail: error.json('detail') as Readonly<Record<string, Json>> } : {}),
    },
  }
}

function readPayload(payload: Reader): CassettePayload {
  const sha256 = payload.has('sha256') ? payload.text('sha256') : undefined
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) throw Reader.invalid('payload.sha256', 'is not a SHA-256 in hex')
  return { length: payload.number('length'), ...(sha256 === undefined ? {} : { sha256 }) }
}

function readEntry(value: unknown, index: number): CassetteEntry {
  const path = `entries[${index}]`
  const entry = Reader.of(value, path)
  const method = entry.text('method')
  const request = entry.json('request')
  const key = entry.text('key')
  const expected = callKey(method, request)
  if (key !== expected) throw Reader.invalid(`${path}.key`, `does not belong to its request; it must be\n${expected}`)
  const repeat =
    entry.has('repeat') && entry.any('repeat') !== 'any' ? entry.number('repeat') : entry.has('repeat') ? 'any' : undefined
  return {
    seq: entry.number('seq'),
    method,
    key,
    request,
    events: entry.list('events').map((event, i) => readEvent(event, `${path}.events[${i}]`)),
    outcome: readOutcome(entry.object('outcome')),
    dt: entry.number('dt'),
    ...(repeat === undefined ? {} : { repeat }),
    ...(entry.has('attempt') ? { attempt: entry.number('attempt') } : {}),
    ...(entry.has('payload') ? { payload: readPayload(entry.object('payload')) } : {}),
  }
}

/** Returns the cassette in a parsed file; throws an Error that names the first invalid place. */
export function readCassette(value: unknown): Cassette {
  const file = Reader.of(value, 'file')
  const client = file.object('client')
  return {
    v: file.oneOf('v', [1]),
    name: file.text('name'),
    origin: file.oneOf('origin', ['authored', 'recorded']),
    ...(file.has('basedOn') ? { basedOn: file.text('basedOn') } : {}),
    recordedAt: file.text('recordedAt'),
    protocol: file.oneOf('protocol', ['qnb/1']),
    client: {
      ua: client.text('ua'),
      qn: client.text('qn'),
      shell: client.text('shell'),
      maxFileBytes: client.number('maxFileBytes'),
    },
    entries: file.list('entries').map(readEntry),
  }
}

/**
 * Returns the cassette as the text of a file, after reading it back and searching it for secrets. Throws an Error that names
 * what is invalid or secret.
 */
export function writeCassette(cassette: Cassette): string {
  const text = `${JSON.stringify(cassette, null, 2)}\n`
  const written = readCassette(JSON.parse(text))
  for (const entry of written.entries) {
    if (differences(redact(entry.request), entry.request).length > 0) {
      throw new Error(`cassette: entries[${entry.seq - 1}].request is not redacted`)
    }
  }
  const secrets = findSecrets(written)
  if (secrets.length > 0) throw new Error(`cassette: ${secrets.map(secretSentence).join('; ')}`)
  return text
}

/** Returns `base` with the entries of `changed` in place of all entries with the same keys. */
export function overlay(base: Cassette, changed: Cassette): Cassette {
  const keys = new Set(changed.entries.map(({ key }) => key))
  const entries = [...base.entries.filter(({ key }) => !keys.has(key)), ...changed.entries]
  return { ...changed, entries: entries.map((entry, i) => ({ ...entry, seq: i + 1 })) }
}
