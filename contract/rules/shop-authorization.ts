/** Warns when a shop's authorization has expired, or will soon. Pure. */
import type { ShopState } from './shop-types'

const dayMs = 86_400_000
/** Time before the expiry from which sellers are warned, days. */
const warnDays = 7

interface AuthorizedUntil {
  /** `expiresAt`: ms since 1970; null for one that does not end. */
  readonly authorization: (NonNullable<ShopState['authorization']> & { readonly expiresAt: number | null }) | null
}

/** Returns 授权已过期 or 授权还有 3 天到期; null when nothing has to be done. */
export function authorizationWarning({ authorization }: AuthorizedUntil, now: number): string | null {
  if (authorization === null) return null
  if (authorization.status === 'expired') return '授权已过期'
  if (authorization.expiresAt === null) return null
  const remainingMs = authorization.expiresAt - now
  if (remainingMs <= 0) return '授权已过期'
  const days = Math.ceil(remainingMs / dayMs)
  return days > warnDays ? null : `授权还有 ${days} 天到期`
}
