/** Reads JSON, messages and other values of unknown origin as objects. Pure. */

export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object and no array. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value if it is an object, else an empty object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
