/**
 * Computes the key by which a call is found in a cassette. Recorder and player both redact first, then mask, then compute the
 * key, all from the same redacted object, so that stored and compared requests cannot differ.
 */
import { isFields } from '../../contract/ground/fields'
import { type Json, mapFields, mapLeaves } from './json'
import { redact } from './redact'

const volatileField = /^(t|ts|timestamp|nonce|requestId|request_id|traceId|localFileName|ik)$/
/** Further fields that differ from run to run, by method. */
const volatileOf: Readonly<Record<string, RegExp>> = {
  'cloud.upload': /^(cloudPath|fileName|size)$/,
  'cloud.storeConfig': /^cloudPath$/,
  'disk.save': /^(fileName|size)$/,
  'link.open': /^url$/,
  'top.invoke': /^(start|end)_(created|modified)$/,
}

export const anyText = '<any>'

const maskText = (leaf: string | number): Json =>
  typeof leaf === 'number' ? leaf : leaf.replace(/^cloud:\/\/.+/, `cloud://${anyText}`).replace(/\b1\d{12}-/, `${anyText}-`)

/** Replaces the values that differ between runs of the same scenario. Takes the result of `redact`. */
export const mask = (method: string, redacted: Json): Json =>
  mapLeaves(
    mapFields(redacted, (name, field) =>
      (volatileField.test(name) || volatileOf[method]?.test(name)) && !isFields(field) ? anyText : undefined,
    ),
    maskText,
  )

/** Returns the key of a request that is already redacted. */
export const keyOf = (method: string, redacted: Json): string => `${method} ${JSON.stringify(mask(method, redacted))}`

/** Returns the key, such as `method {"a":1,"b":"<any>"}`; it is readable, because error texts contain it. */
export const callKey = (method: string, params: unknown): string => keyOf(method, redact(params))

export interface FieldDifference {
  readonly path: string
  readonly recorded: Json | undefined
  readonly called: Json | undefined
}

/** Returns all differences between two masked parameter objects. */
export function differences(recorded: Json | undefined, called: Json | undefined, path = ''): FieldDifference[] {
  if (isFields(recorded) && isFields(called)) {
    return [...new Set([...Object.keys(recorded), ...Object.keys(called)])]
      .sort()
      .flatMap((name) => differences(recorded[name] as Json, called[name] as Json, path ? `${path}.${name}` : name))
  }
  if (Array.isArray(recorded) && Array.isArray(called)) {
    const length = Math.max(recorded.length, called.length)
    return Array.from({ length }, (_, i) => differences(recorded[i], called[i], `${path}[${i}]`)).flat()
  }
  return JSON.stringify(recorded) === JSON.stringify(called) ? [] : [{ path: path || '(whole)', recorded, called }]
}
