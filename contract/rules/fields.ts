/** Reading JSON and other values of unknown origin as objects. The bridge has the same in bridge/core/fields.ts. Pure. */

export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object with fields; an array is none. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value itself, or an object without fields where it is none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
