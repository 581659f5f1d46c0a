/** Warns when a shop's authorization has expired, or will soon. Pure. */
import type { Shop } from '../../contract/types'

const dayMs = 86_400_000
/** Time before the expiry from which sellers are warned, days. */
const warnDays = 7

/** Returns 授权已过期 or 授权还有 3 天到期; null when nothing has to be done. */
export function authorizationWarning({ authorization }: Pick<Shop, 'authorization'>, now: number): string | null {
  if (authorization === null) return null
  if (authorization.status === 'expired') return '授权已过期'
  if (authorization.expiresAt === null) return null
  const remainingMs = authorization.expiresAt - now
  if (remainingMs <= 0) return '授权已过期'
  const days = Math.ceil(remainingMs / dayMs)
  return days > warnDays ? null : `授权还有 ${days} 天到期`
}
