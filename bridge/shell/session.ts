/** The seller's authorisation: requested before the page opens, and renewed once for all calls that find it expired. */

import { fieldsOf } from '../../contract/ground/fields'
import { BridgeError } from '../core/errors'
import type { Env, Log } from '../core/types'
import { callMy, hasApi, type My } from './client/my'
import { SessionExpired } from './client/transport'

/** The user signed in to the client. */
export interface Seller {
  /** `main:sub` for a sub-account. */
  readonly nick: string
}

export interface Session {
  /** Requests the authorisation and the seller's nick. Rejects with NOT_QIANNIU, PERMISSION, USER_DENIED, TIMEOUT or NETWORK. */
  open(): Promise<Seller>
  /**
   * Runs a task that needs the authorisation. If it has expired, it is renewed once for all calls that wait. A read then runs
   * again. A write never does: it rejects with AUTH_EXPIRED, and the seller decides whether to repeat it.
   */
  run<T>(kind: 'read' | 'write', task: () => Promise<T>): Promise<T>
}

const infoMs = 10_000
const cleanMs = 5000
/** For this long after a renewal, further expired calls get its result, so that the dialog does not appear repeatedly, ms. */
const renewalPauseMs = 10_000

const errorText = (error: unknown): string => {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return ''
  const { errorMessage, message, error: code, code: other } = error as Readonly<Record<string, unknown>>
  return [errorMessage, message, code, other].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')
}

/** The marketplace's own sentence for a sub-account without rights; the plugin shows its guide for exactly this text. */
export const subAccountText = '该子帐号无此操作权限'
const subAccountPattern = /子[帐账]号|sub-?account|sub_?user/i

/** Returns the error for a refused authorisation. */
function refusalError(error: unknown, isSub: boolean): BridgeError {
  if (error instanceof BridgeError) return error
  const message = errorText(error)
  if (subAccountPattern.test(message) || (isSub && /权限|permission/i.test(message))) {
    return new BridgeError('PERMISSION', {
      stage: 'authorize',
      message,
      userMessage: subAccountText,
      detail: { subMsg: subAccountText },
    })
  }
  if (/网络|network|timeout|超时/i.test(message)) return new BridgeError('NETWORK', { stage: 'authorize', message })
  return new BridgeError('USER_DENIED', { stage: 'authorize', message: message || 'authorize failed' })
}

export function createSession(my: My, env: Env, log: Log): Session {
  let renewing: Promise<void> | undefined
  let renewals = 0
  let lastRenewal: { readonly until: number; readonly failure: unknown } | undefined
  let nick = ''

  const isSub = () => nick.includes(':')
  const authorize = async () => {
    if (!hasApi(my, 'authorize')) {
      throw new BridgeError('NOT_QIANNIU', { stage: 'authorize', message: 'this client has no my.authorize' })
    }
    // There is no time limit, because the seller may be reading the dialog.
    await callMy(my, 'authorize', { scopes: '*' }, { env }).catch((error: unknown) => {
      throw refusalError(error, isSub())
    })
  }
  /** Clears the client's token: with a stale token, a new authorisation succeeds without changing anything. */
  const clearToken = async () => {
    if (!hasApi(my, 'qn.cleanToken')) return
    await callMy(my, 'qn.cleanToken', {}, { env, limitMs: cleanMs }).catch((error: unknown) =>
      log('clean-token-failed', { said: errorText(error) }),
    )
  }
  const readSeller = async (): Promise<Seller> => {
    if (!hasApi(my, 'getAuthUserInfo')) return { nick: '' }
    const info = await callMy(my, 'getAuthUserInfo', {}, { env, limitMs: infoMs })
    const { nickName, nick: other } = fieldsOf(info)
    return { nick: typeof nickName === 'string' ? nickName : typeof other === 'string' ? other : '' }
  }
  const renew = (): Promise<void> => {
    if (renewing) return renewing
    if (lastRenewal && env.now() < lastRenewal.until)
      return lastRenewal.failure === undefined ? Promise.resolve() : Promise.reject(lastRenewal.failure)
    const finish = (failure: unknown) => {
      renewing = undefined
      lastRenewal = { until: env.now() + renewalPauseMs, failure }
      log('authorised-anew', { failed: failure === undefined ? '' : String(failure) })
    }
    renewing = clearToken()
      .then(authorize)
      .then(
        () => {
          renewals += 1
          finish(undefined)
        },
        (failure: unknown) => {
          finish(failure)
          throw failure
        },
      )
    return renewing
  }

  return {
    async open() {
      await authorize()
      try {
        const seller = await readSeller()
        nick = seller.nick
        return seller
      } catch (first) {
        // Authorised but without user info, so the token may be stale: clear it and authorise again. The nick is only displayed;
        // without it the plugin still opens.
        log('stale-token', { said: errorText(first) })
        await clearToken()
        await authorize()
        const seller = await readSeller().catch((error: unknown) => {
          log('seller-unknown', { said: errorText(error) })
          return { nick: '' }
        })
        nick = seller.nick
        return seller
      }
    },
    async run(kind, task) {
      const renewalsBefore = renewals
      try {
        return await task()
      } catch (error) {
        if (!(error instanceof SessionExpired)) throw error
        if (renewals === renewalsBefore) {
          if (lastRenewal && lastRenewal.failure === undefined && env.now() < lastRenewal.until) throw error.reply
          await renew()
        }
        if (kind === 'write') {
          throw new BridgeError('AUTH_EXPIRED', {
            stage: 'authorize',
            message: 'authorised anew; the write was not repeated',
            userMessage: '千牛授权已过期，现已重新授权，刚才的操作没有完成，请再试一次',
            retryable: true,
          })
        }
        return task().catch((again: unknown) => {
          throw again instanceof SessionExpired ? again.reply : again
        })
      }
    },
  }
}
