import { proxy } from 'valtio'

export interface Session {
  /** Bearer token; null when nobody is signed in. */
  token: string | null
  /** The last user signed in on this page; kept after an expiry, so that the same seller gets the open screen back. */
  username: string | null
  /** The owner of the token; null while unknown, as between a login and the server's response. */
  account: string | null
  /** The address at which the screens of the expired session stay open behind the login layer; null when there are none. */
  suspendedAt: string | null
  /** The first message of the login screen, such as 登录过期，请重新登录！ */
  notice: string | null
}

export const session = proxy<Session>({ token: null, username: null, account: null, suspendedAt: null, notice: null })
