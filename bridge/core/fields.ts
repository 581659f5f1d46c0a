/** Reads the fields of a message. All code of the bridge that inspects messages uses it. */
import type { Fields } from '../../contract/ground/fields'

const hasOwn = Object.prototype.hasOwnProperty

/**
 * Whether an object itself has the field: a message must not name one of its prototype. This runs several times for every frame: a
 * property descriptor would be allocated each time, and Object.hasOwn is newer than the client's engine.
 */
export const hasField = (fields: object, key: string): boolean => hasOwn.call(fields, key)

/** Returns the value of a field that the object itself has, else undefined. */
export const ownField = (fields: Fields, key: string): unknown => (hasOwn.call(fields, key) ? fields[key] : undefined)
