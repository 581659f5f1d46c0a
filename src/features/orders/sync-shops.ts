import type { Shop } from '../../../contract/types'

type Authorized = Pick<Shop, 'authorization'>

/** A sentence why the orders of a shop cannot be read from its marketplace; null when they can. */
export function syncRefusal({ authorization }: Authorized): string | null {
  if (authorization === null) return '没有平台授权'
  return authorization.status === 'expired' ? '授权已过期，请重新授权后再同步' : null
}

export const canSync = (shop: Authorized): boolean => syncRefusal(shop) === null
