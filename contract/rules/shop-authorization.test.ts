import { expect, test } from 'vitest'
import { authorizationWarning } from './shop-authorization'

const day = 86_400_000
const granted = (expiresAt: number | null, status: 'active' | 'expired' = 'active') => ({
  authorization: { nick: '晨曦', status, expiresAt },
})

test.each([
  [{ authorization: null }, null],
  [granted(null), null],
  [granted(null, 'expired'), '授权已过期'],
  [granted(8 * day), null],
  [granted(7 * day), '授权还有 7 天到期'],
  [granted(6 * day + 1), '授权还有 7 天到期'],
  [granted(1), '授权还有 1 天到期'],
  [granted(0), '授权已过期'],
])('authorizationWarning of %o at time 0 is %s', (shop, words) => expect(authorizationWarning(shop, 0)).toBe(words))
