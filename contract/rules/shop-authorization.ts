/** Warns when a shop's authorization has expired, or will soon. Pure. */
import { hasKeys, type ShopState } from './shop-types'

const dayMs = 86_400_000
/** Time before the expiry from which sellers are warned, days. */
const warnDays = 7

interface AuthorizedUntil {
  /** Absent: the words are those of an authorization. */
  readonly type?: ShopState['type']
  /** `expiresAt`: ms since 1970; null for one that does not end. */
  readonly authorization: (NonNullable<ShopState['authorization']> & { readonly expiresAt: number | null }) | null
}

/** Returns 授权已过期, 授权还有 3 天到期 or the same of a 连接 by keys; null when nothing has to be done. */
export function authorizationWarning({ authorization, type }: AuthorizedUntil, now: number): string | null {
  if (authorization === null) return null
  const what = type !== undefined && hasKeys(type) ? '连接' : '授权'
  if (authorization.status === 'expired') return `${what}已过期`
  if (authorization.expiresAt === null) return null
  const remainingMs = authorization.expiresAt - now
  if (remainingMs <= 0) return `${what}已过期`
  if (what === '连接' && remainingMs < dayMs) return `${what}还有 ${Math.ceil(remainingMs / 3_600_000)} 小时到期`
  const days = Math.ceil(remainingMs / dayMs)
  return days > warnDays ? null : `${what}还有 ${days} 天到期`
}
