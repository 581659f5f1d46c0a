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

export const oneOf = <const T extends readonly unknown[]>(allowed: T): Schema<T[number]> =>
  such(`is none of ${allowed.join(', ')}`, (value) => allowed.includes(value))

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
