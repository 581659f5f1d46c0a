/** Reads values of unknown origin as objects. All code of the bridge that inspects messages uses it. */

export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object and no array. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const hasOwn = Object.prototype.hasOwnProperty

/**
 * Whether an object itself has the field: a message must not name one of its prototype. This runs several times for every frame: a
 * property descriptor would be allocated each time, and Object.hasOwn is newer than the client's engine.
 */
export const hasField = (fields: object, key: string): boolean => hasOwn.call(fields, key)

/** Returns the value of a field that the object itself has, else undefined. */
export const ownField = (fields: Fields, key: string): unknown => (hasOwn.call(fields, key) ? fields[key] : undefined)

/** Returns the value if it is an object, else an empty object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
