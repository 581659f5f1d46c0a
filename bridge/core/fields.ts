/** Reads values of unknown origin as objects. Everything in the bridge that looks into a message uses it. */

export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object with fields; an array is none. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value itself, or an object without fields where it is none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
