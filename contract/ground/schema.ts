/**
 * Schemas of JSON that somebody else wrote, such as a file that a person edited. A schema returns the value as its type and without
 * unknown fields, or throws a Misfit; its type is inferred by `Of`.
 */
import { isFields } from './fields'

export type Schema<T> = (value: unknown, place: string) => T
/** The type of the values that a schema returns. */
export type Of<S> = S extends Schema<infer T> ? T : never
type Fields = Readonly<Record<string, Schema<unknown>>>

/** The first value that does not fit its schema, or an absent one. */
export class Misfit extends Error {
  override readonly name = 'Misfit'
  constructor(
    readonly place: string,
    problem: string,
    message = `${place} ${problem}`,
  ) {
    super(message)
  }
}

/** A value of the type `T`, for which `fits` holds; `problem` completes the sentence that begins with its place. */
export const such =
  <T>(problem: string, fits: (value: unknown) => boolean): Schema<T> =>
  (value, place) => {
    if (!fits(value)) throw new Misfit(place, problem)
    return value as T
  }

export const text = (maxLength = Number.POSITIVE_INFINITY): Schema<string> =>
  such('is not a text', (value) => typeof value === 'string' && value.length <= maxLength)

export const numberFrom0: Schema<number> = such(
  'is not a number from 0',
  (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
)

export const integer: Schema<number> = such('is not a whole number', Number.isSafeInteger)

export const oneOf = <const T extends readonly unknown[]>(allowed: T): Schema<T[number]> =>
  such(`is none of ${allowed.join(', ')}`, (value) => allowed.includes(value))

export const orNull =
  <T>(of: Schema<T>): Schema<T | null> =>
  (value, place) =>
    value === null ? null : of(value, place)

export const list =
  <T>(of: Schema<T>): Schema<readonly T[]> =>
  (value, place) => {
    if (!Array.isArray(value)) throw new Misfit(place, 'is not a list')
    return value.map((one, index) => of(one, `${place}[${index}]`))
  }

/** An object with all of the fields in `required`, and perhaps some of those in `optional`. */
export const object =
  <R extends Fields, O extends Fields = Record<never, never>>(
    required: R,
    optional?: O,
  ): Schema<{ readonly [K in keyof R]: Of<R[K]> } & { readonly [K in keyof O]?: Of<O[K]> }> =>
  (value, place) => {
    if (!isFields(value)) throw new Misfit(place, 'is not an object')
    const read = Object.entries({ ...required, ...optional }).flatMap(([name, of]) => {
      if (Object.getOwnPropertyDescriptor(value, name)) return [[name, of(value[name], `${place}.${name}`)]]
      if (name in required) throw new Misfit(`${place}.${name}`, '', `${place} has no ${name}`)
      return []
    })
    return Object.fromEntries(read)
  }

/** Returns the value as its schema reads it; null when it does not fit. */
export function fitting<T>(of: Schema<T>, value: unknown): T | null {
  try {
    return of(value, '')
  } catch (error) {
    if (error instanceof Misfit) return null
    throw error
  }
}

/** Reads a list that this program stored as JSON. What another version or another program wrote is left out. */
export function storedList<T>(of: Schema<T>, json: string | null): readonly T[] {
  let stored: unknown
  try {
    stored = JSON.parse(json ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(stored) ? stored.map((one) => fitting(of, one)).filter((one) => one !== null) : []
}
