/** Checks the values of replies against the kind that they claim to be. */
import { isFields } from '../../contract/ground/fields'
import { hasField } from './fields'
import type { ReplyKind } from './types'

const hasTexts = (value: unknown, ...keys: readonly string[]): boolean =>
  isFields(value) && keys.every((key) => typeof value[key] === 'string')

/** The minimal shape of each kind. JSON silently drops undefined, and a missing value must not count as a reply. */
const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  'file.ref': (value) => hasTexts(value, 'fileId', 'url'),
  bool: (value) => typeof value === 'boolean',
  'top.json': (value) => value !== undefined,
  'store.config': isFields,
  'disk.saved': (value) => isFields(value) && typeof value.saved === 'boolean',
  text: (value) => value === null || typeof value === 'string',
  'http.reply': (value) =>
    hasTexts(value, 'body') && isFields(value) && typeof value.status === 'number' && isFields(value.headers),
  'blob.ref': (value) => hasTexts(value, 'blob', 'name', 'type') && isFields(value) && typeof value.size === 'number',
}

/** Whether a value has the shape of this kind. Kinds that the protocol does not define pass: the caller's guard checks them. */
export function fitsKind(kind: ReplyKind, value: unknown): boolean {
  return hasField(shapes, kind) ? (shapes[kind]?.(value) ?? true) : true
}
