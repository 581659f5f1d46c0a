/**
 * How a call is recognised in a cassette. One order always: redact → mask → key → keep, all from the same redacted object,
 * so that what is stored and what is compared can never differ.
 */
import { isRecord, type Json, mapFields, mapLeaves } from './json'
import { redact } from './redact'

const volatileField = /^(t|ts|timestamp|nonce|requestId|request_id|traceId|localFileName|ik)$/
/** What else differs from run to run in the parameters of one method. */
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

/** Fields that differ in every run of the same scenario are no part of what the call is. Takes what `redact` answered. */
export const mask = (method: string, redacted: Json): Json =>
  mapLeaves(
    mapFields(redacted, (name, field) =>
      (volatileField.test(name) || volatileOf[method]?.test(name)) && !isRecord(field) ? anyText : undefined,
    ),
    maskText,
  )

/** The key of a request that is redacted already. */
export const keyOf = (method: string, redacted: Json): string => `${method} ${JSON.stringify(mask(method, redacted))}`

/** `method {"a":1,"b":"<any>"}`: readable, so that a difference can be seen in an error text. */
export const callKey = (method: string, params: unknown): string => keyOf(method, redact(params))

export interface FieldDifference {
  readonly path: string
  readonly recorded: Json | undefined
  readonly called: Json | undefined
}

/** Every place where two masked parameter objects differ. */
export function differences(recorded: Json | undefined, called: Json | undefined, path = ''): FieldDifference[] {
  if (isRecord(recorded) && isRecord(called)) {
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
