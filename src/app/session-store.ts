import { proxy } from 'valtio'

export interface Session {
  /** Bearer token; null when nobody is signed in. */
  token: string | null
  /** Who was signed in last on this page; kept through an expiry, so that the same seller gets the open screen back. */
  username: string | null
  /** Whom the token is known to belong to; null while that is not known, as between a login and the server's answer. */
  account: string | null
  /** Where the expired session's screens stay open, hidden behind the login layer; null when there is nothing to keep. */
  heldAt: string | null
  /** What the login screen says first, such as 登录过期，请重新登录！ */
  notice: string | null
}

export const session = proxy<Session>({ token: null, username: null, account: null, heldAt: null, notice: null })
