import type { ReplyKind } from './types'

const record = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const texts = (value: unknown, ...keys: readonly string[]): boolean =>
  record(value) && keys.every((key) => typeof value[key] === 'string')

/** The least every reply of a kind must be. JSON drops undefined without a word: a missing value must not pass for an answer. */
const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  'file.ref': (value) => texts(value, 'fileId', 'url'),
  bool: (value) => typeof value === 'boolean',
  'top.json': (value) => value !== undefined,
  'store.config': record,
  'disk.saved': (value) => record(value) && typeof value.saved === 'boolean',
  text: (value) => value === null || typeof value === 'string',
  'http.reply': (value) => texts(value, 'body') && record(value) && typeof value.status === 'number' && record(value.headers),
  'blob.ref': (value) => texts(value, 'blob', 'name', 'type') && record(value) && typeof value.size === 'number',
}

/** Whether a value can be a reply of this kind; kinds the protocol does not know are left to the caller's guard. */
export function fitsKind(kind: ReplyKind, value: unknown): boolean {
  return Object.getOwnPropertyDescriptor(shapes, kind) !== undefined ? (shapes[kind]?.(value) ?? true) : true
}
