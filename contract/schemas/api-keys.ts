/** Schemas of API keys: what a merchant's own programs sign in with. */
import { z } from 'zod'
import { keyAreas, keyLimits, keyMoneyKinds, keyRights } from '../rules/key-rights'
import { textLimits } from '../rules/limits'
import { id, nameText, time, within } from './common'

const rights = z.partialRecord(z.enum(keyAreas), z.enum(keyRights))
const ceilings = z.partialRecord(z.enum(keyMoneyKinds), within(keyLimits.ceiling).int())

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], '须为 203.0.113.7 这样的地址，或 10.0.0.0/8 这样的网段')

/** `prefix` are the first characters of the key; `shopIds` is null where it may see all shops, those that come later too. */
export const apiKey = z.object({
  id,
  name: z.string(),
  prefix: z.string(),
  rights,
  ceilings,
  shopIds: z.array(id).nullable(),
  addresses: z.array(z.string()),
  createdBy: z.string(),
  createdAt: time,
  expiresAt: time,
  /** Null until it was used; a use is noted at most once a minute. */
  lastUsedAt: time.nullable(),
  lastUsedFrom: z.string().nullable(),
  revokedAt: time.nullable(),
  /** Used today (in Beijing) of each ceiling. */
  usedToday: ceilings,
})

/** `expiresAt` is at most a year away. `addresses` are IP addresses and networks such as 10.0.0.0/8; none: any address. */
export const apiKeyCreate = z.object({
  name: nameText('名称必填', { max: textLimits.apiKeyName }),
  rights,
  ceilings: ceilings.default({}),
  shopIds: z.array(id).min(1, '至少选择一个店铺').max(1000).nullable().default(null),
  addresses: z.array(address).max(keyLimits.addresses).default([]),
  expiresAt: time,
})

/** `secret` is the key itself, which is shown only here. */
export const apiKeyMade = apiKey.extend({ secret: z.string() })
