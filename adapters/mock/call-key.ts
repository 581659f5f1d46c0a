/**
 * How a call is recognised in a cassette. One order always: redact → mask → key → keep, all from the same redacted object,
 * so that what is stored and what is compared can never differ.
 */

const secretField =
  /^(session|sessionKey|session_key|access_?token|refresh_?token|token|sign|signature|policy|authorization|cookie|password|app_?secret|mc-.+|nick|seller_?nick|buyer_?nick|open_?(u)?id|user_?id|mobile|phone|tel|address|receiver.*|id_?card)$/i
const volatileField = /^(t|ts|timestamp|nonce|requestId|request_id|traceId|localFileName|ik)$/
/** What else differs from run to run in the parameters of one method. */
const volatileOf: Readonly<Record<string, RegExp>> = {
  'cloud.upload': /^(cloudPath|fileName|size)$/,
  'cloud.storeConfig': /^cloudPath$/,
  'disk.save': /^(fileName|size)$/,
  'link.open': /^url$/,
  'top.invoke': /^(start|end)_(created|modified)$/,
}

export const redactedText = '<redacted>'
export const anyText = '<any>'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mapFields(value: unknown, change: (name: string, value: unknown) => Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, change))
  if (isRecord(value)) {
    const result: Record<string, Json> = {}
    for (const name of Object.keys(value).sort()) {
      const field = value[name]
      if (field === undefined || typeof field === 'function') continue
      result[name] = change(name, field) ?? mapFields(field, change)
    }
    return result
  }
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return null
}

/** The same object with names sorted and whatever names a person, a session or a tenant taken out. */
export const redact = (value: unknown): Json =>
  hideTenants(mapFields(value, (name, field) => (secretField.test(name) && !isRecord(field) ? redactedText : undefined)))

/** The owner's part of a cloud id is the shop's own; the rest says which file. */
function hideTenants(value: Json): Json {
  if (typeof value === 'string') return value.replace(/cloud:\/\/[^/"\s]+(?=\/)/g, `cloud://${redactedText}`)
  if (Array.isArray(value)) return value.map(hideTenants)
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, hideTenants(field as Json)]))
  return value
}

/** Fields that differ in every run of the same scenario are no part of what the call is. */
export const mask = (method: string, value: Json): Json =>
  maskTexts(
    mapFields(value, (name, field) =>
      (volatileField.test(name) || volatileOf[method]?.test(name)) && !isRecord(field) ? anyText : undefined,
    ),
  )

function maskTexts(value: Json): Json {
  if (typeof value === 'string') return value.replace(/^cloud:\/\/.+/, `cloud://${anyText}`).replace(/\b1\d{12}-/, `${anyText}-`)
  if (Array.isArray(value)) return value.map(maskTexts)
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, maskTexts(field as Json)]))
  return value
}

/** `method {"a":1,"b":"<any>"}`: readable, so that a difference can be seen in an error text. */
export const callKey = (method: string, params: unknown): string => `${method} ${JSON.stringify(mask(method, redact(params)))}`

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
