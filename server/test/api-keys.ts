/** API keys in tests: made through the API by a signed-in account, and called with. */
import { type KeyArea, type KeyCeilings, type KeyRights, keyAreas } from '../../contract/rules/key-rights'
import type { ApiKeyMade } from '../../contract/types'
import type { TestServer } from './server'

export const keyDay = 24 * 60 * 60 * 1000

/** All areas may be changed, and everything that costs something is ticked. */
export const everyRight: KeyRights = Object.fromEntries(keyAreas.map((area) => [area, 'write']))
export const everyCeiling: KeyCeilings = { push: 1000, download: 100_000, recharge: 100_000 }

export const withoutAreas = (areas: readonly KeyArea[]): KeyRights =>
  Object.fromEntries(Object.entries(everyRight).filter(([area]) => !areas.includes(area as KeyArea)))

export interface KeyWish {
  readonly name?: string
  readonly rights?: KeyRights
  readonly ceilings?: KeyCeilings
  readonly addresses?: readonly string[]
  readonly shopIds?: readonly number[] | null
  /** From now, ms. */
  readonly lifeMs?: number
}

/** Makes a key of the account; by default one with every right for a month. */
export async function newKey(server: TestServer, token: string, wish: KeyWish = {}): Promise<ApiKeyMade> {
  const {
    name = '仓库程序',
    rights = everyRight,
    ceilings = everyCeiling,
    addresses = [],
    shopIds = null,
    lifeMs = 30 * keyDay,
  } = wish
  const expiresAt = server.clock.now().getTime() + lifeMs
  const body = { name, rights, ceilings, addresses, shopIds, expiresAt }
  const made = await server.call('POST', '/api/api_keys', { token, body })
  if (made.status !== 200) throw new Error(`api_keys: ${made.text}`)
  return made.body
}
