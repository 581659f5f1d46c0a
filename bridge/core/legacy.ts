/**
 * Messages of an older, third-party shell (`@tb-app/registry-trigger`) that a shop may have installed. A request is
 * `{type, data, token}`, a reply `{success, data | error, token, type}`. That shell has no hello, version, ack, progress, cancel
 * or file pieces. It never replies to a request that it does not know, and it runs every client function that a request names.
 */
import { isFields } from '../../contract/ground/fields'
import { ownField as own } from './fields'

export interface LegacyRequest {
  readonly type: string
  readonly data: unknown
}

export type LegacyReply =
  | { readonly token: string; readonly ok: true; readonly value: unknown }
  | { readonly token: string; readonly ok: false; readonly error: unknown }

const prefix = 'registry-trigger-'
/** Marks our tokens, because another script of the page may use the same shell in the same way. */
const tokenPrefix = 'kejiang.'

/** Builds a request for a function of the client's `my`, such as `qn.openChat`. */
export const legacyMy = (api: string, options: unknown): LegacyRequest => ({ type: `${prefix}my`, data: { api, options } })
/** Builds a request for a function of the cloud SDK, such as `topApi.invoke`. */
export const legacyCloud = (api: string, options: unknown): LegacyRequest => ({ type: `${prefix}cloud`, data: { api, options } })
/** Builds a request to the seller's cloud application. */
export const legacyHttp = (options: unknown): LegacyRequest => ({ type: `${prefix}httpRequest`, data: options })

export const legacyToken = (id: string): string => tokenPrefix + id

/** Returns the reply to one of our own requests, whatever wraps it; undefined for all other messages. Never throws. */
export function decodeLegacy(raw: unknown): LegacyReply | undefined {
  let value = raw
  for (let depth = 0; depth < 5; depth += 1) {
    if (typeof value === 'string') {
      try {
        value = JSON.parse(value)
      } catch {
        return undefined // The text was truncated or belongs to another library.
      }
    }
    if (!isFields(value)) return undefined
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
