/** Reads JSON and other values of unknown origin as objects. The bridge has its own copy, bridge/core/fields.ts. Pure. */

export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object and no array. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value if it is an object, else an empty object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
