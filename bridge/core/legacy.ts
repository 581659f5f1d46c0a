/**
 * The dialect of a shell that is published elsewhere (`@tb-app/registry-trigger`) and that a shop may have installed: `{type, data,
 * token}` asks, `{success, data | error, token, type}` answers. It knows no hello, no version, no ack, no progress, no cancel and no
 * pieces of files; what it has not heard of it never answers; and it runs whatever function of the client it is told.
 */
export interface LegacyRequest {
  readonly type: string
  readonly data: unknown
}

export type LegacyReply =
  | { readonly token: string; readonly ok: true; readonly value: unknown }
  | { readonly token: string; readonly ok: false; readonly error: unknown }

const prefix = 'registry-trigger-'
/** Tokens of ours: another script of the page may speak the same dialect to the same shell. */
const tokenPrefix = 'kejiang.'

/** A function of the client's `my`, such as `qn.openChat`. */
export const legacyMy = (api: string, options: unknown): LegacyRequest => ({ type: `${prefix}my`, data: { api, options } })
/** A function of the cloud SDK, such as `topApi.invoke`. */
export const legacyCloud = (api: string, options: unknown): LegacyRequest => ({ type: `${prefix}cloud`, data: { api, options } })
/** A request to the seller's cloud application. */
export const legacyHttp = (options: unknown): LegacyRequest => ({ type: `${prefix}httpRequest`, data: options })

export const legacyToken = (id: string): string => tokenPrefix + id

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const own = (fields: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.getOwnPropertyDescriptor(fields, key) === undefined ? undefined : fields[key]

/** An answer to one of our own requests, in whatever the client wrapped it; undefined for everything else. Never throws. */
export function decodeLegacy(raw: unknown): LegacyReply | undefined {
  let value = raw
  for (let depth = 0; depth < 5; depth += 1) {
    if (typeof value === 'string') {
      try {
        value = JSON.parse(value)
      } catch {
        return undefined // Cut, or another library's text.
      }
    }
    if (!isRecord(value)) return undefined
    const token = own(value, 'token')
    const success = own(value, 'success')
    if (typeof token === 'string' && typeof success === 'boolean') {
      if (!token.startsWith(tokenPrefix)) return undefined
      return success ? { token, ok: true, value: own(value, 'data') } : { token, ok: false, error: own(value, 'error') }
    }
    value = own(value, 'detail') ?? own(value, 'value') ?? own(value, 'data')
  }
  return undefined
}
