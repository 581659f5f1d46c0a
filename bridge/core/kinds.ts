/** Checks the values of replies against the kind that they claim to be. */
import type { ReplyKind } from './types'

const record = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const texts = (value: unknown, ...keys: readonly string[]): boolean =>
  record(value) && keys.every((key) => typeof value[key] === 'string')

/** The minimal shape of each kind. JSON silently drops undefined, and a missing value must not count as a reply. */
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

/** Whether a value has the shape of this kind. Kinds that the protocol does not define pass: the caller's guard checks them. */
export function fitsKind(kind: ReplyKind, value: unknown): boolean {
  return Object.getOwnPropertyDescriptor(shapes, kind) !== undefined ? (shapes[kind]?.(value) ?? true) : true
}
