/** The seller's authorisation: requested before the page opens, and renewed once for all calls that find it expired. */
import { BridgeError } from '../core/errors'
import { fieldsOf } from '../core/fields'
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
const restMs = 10_000

const said = (error: unknown): string => {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return ''
  const { errorMessage, message, error: code, code: other } = error as Readonly<Record<string, unknown>>
  return [errorMessage, message, code, other].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')
}

/** The marketplace's own sentence for a sub-account without rights; the plugin shows its guide for exactly this text. */
export const subAccountText = '该子帐号无此操作权限'
const aboutSubAccount = /子[帐账]号|sub-?account|sub_?user/i

/** Returns the error for a refused authorisation. */
function refusedBy(error: unknown, isSub: boolean): BridgeError {
  if (error instanceof BridgeError) return error
  const message = said(error)
  if (aboutSubAccount.test(message) || (isSub && /权限|permission/i.test(message))) {
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
  let rest: { readonly until: number; readonly failure: unknown } | undefined
  let nick = ''

  const isSub = () => nick.includes(':')
  const authorize = async () => {
    if (!hasApi(my, 'authorize')) {
      throw new BridgeError('NOT_QIANNIU', { stage: 'authorize', message: 'this client has no my.authorize' })
    }
    // There is no time limit, because the seller may be reading the dialog.
    await callMy(my, 'authorize', { scopes: '*' }, { env }).catch((error: unknown) => {
      throw refusedBy(error, isSub())
    })
  }
  /** Clears the client's token: with a stale token, a new authorisation succeeds without changing anything. */
  const forget = async () => {
    if (!hasApi(my, 'qn.cleanToken')) return
    await callMy(my, 'qn.cleanToken', {}, { env, limitMs: cleanMs }).catch((error: unknown) =>
      log('clean-token-failed', { said: said(error) }),
    )
  }
  const whoIs = async (): Promise<Seller> => {
    if (!hasApi(my, 'getAuthUserInfo')) return { nick: '' }
    const info = await callMy(my, 'getAuthUserInfo', {}, { env, limitMs: infoMs })
    const { nickName, nick: other } = fieldsOf(info)
    return { nick: typeof nickName === 'string' ? nickName : typeof other === 'string' ? other : '' }
  }
  const renew = (): Promise<void> => {
    if (renewing) return renewing
    if (rest && env.now() < rest.until) return rest.failure === undefined ? Promise.resolve() : Promise.reject(rest.failure)
    const done = (failure: unknown) => {
      renewing = undefined
      rest = { until: env.now() + restMs, failure }
      log('authorised-anew', { failed: failure === undefined ? '' : String(failure) })
    }
    renewing = forget()
      .then(authorize)
      .then(
        () => {
          renewals += 1
          done(undefined)
        },
        (failure: unknown) => {
          done(failure)
          throw failure
        },
      )
    return renewing
  }

  return {
    async open() {
      await authorize()
      try {
        const seller = await whoIs()
        nick = seller.nick
        return seller
      } catch (first) {
        // Authorised but without user info, so the token may be stale: clear it and authorise again. The nick is only displayed;
        // without it the plugin still opens.
        log('stale-token', { said: said(first) })
        await forget()
        await authorize()
        const seller = await whoIs().catch((error: unknown) => {
          log('seller-unknown', { said: said(error) })
          return { nick: '' }
        })
        nick = seller.nick
        return seller
      }
    },
    async run(kind, task) {
      const before = renewals
      try {
        return await task()
      } catch (error) {
        if (!(error instanceof SessionExpired)) throw error
        if (renewals === before) {
          if (rest && rest.failure === undefined && env.now() < rest.until) throw error.reply
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
