/** Schemas of users, sub-accounts and the audit log. */
import { z } from 'zod'
import { auditActions, auditActors, maxChosenShops, permissions } from '../constants'
import { textLimits } from '../rules/limits'
import { id, idText, page, time } from './common'

/** By OWASP ASVS 6.2.1 and 6.2.9: at least 8 characters, with long passphrases allowed. */
export const newPassword = z.string().min(8, '密码至少 8 位').max(128)
const username = z.string().trim().min(1, '用户名必填').max(64)
const permission = z.enum(permissions)
/** Shops to which a sub-account is limited; null: all shops, also those that are added later. */
const shopIds = z.array(id).max(maxChosenShops).nullable()

/** `device` is the value from this device's last login; with it, wrong passwords from elsewhere do not lock the device out. */
export const loginBody = z.object({
  username,
  password: z.string().min(1, '密码必填').max(128),
  device: z.string().max(400).optional(),
})
export const loginReply = z.object({ token: z.string(), device: z.string() })

/** `mainUsername` is set for sub-accounts only. */
export const me = z.object({
  username: z.string(),
  mainUsername: z.string().optional(),
  permissions: z.array(permission),
  /** The only shops that the user sees; absent: all of the account. */
  shopIds: z.array(id).optional(),
  /** The account has orders: the home screen is the first one. Absent: it has none. */
  hasOrders: z.literal(true).optional(),
})

export const changePasswordBody = z.object({ password: z.string().min(1, '当前密码必填').max(128), newPassword })

/** `setupToken` is the one-time secret in the link that `npm run user -- add` prints and `setupLink` returns. */
export const setPasswordBody = z.object({ setupToken: z.string().min(20).max(200), password: newPassword })

export const subAccount = z.object({
  id,
  username: z.string(),
  permissions: z.array(permission),
  shopIds,
  enabled: z.boolean(),
  createdAt: z.number().int(),
  /** False until a password has been set with the set-up link. */
  hasPassword: z.boolean(),
  /** When its set-up link expires; null if there is none. */
  setupExpiresAt: z.number().int().nullable(),
})
/** The link is the plugin's `/login?setup={setupToken}`; it sets a password once. */
export const setupLink = z.object({ setupToken: z.string(), expiresAt: z.number().int() })
const ownName = z
  .string()
  .trim()
  .min(1, '用户名必填')
  .max(textLimits.username, `用户名不能超过 ${textLimits.username} 个字符`)
  .regex(/^[^:：\s]+$/, '子账号名不能含冒号或空格')
/** The full name becomes `main:username`, as on the marketplace. Without a password the response contains a set-up link. */
export const subAccountCreate = z.object({
  username: ownName,
  password: newPassword.optional(),
  permissions: z.array(permission).max(permissions.length),
  /** Absent: all shops that the caller has. */
  shopIds: shopIds.optional(),
})
export const subAccountMade = subAccount.extend({ setup: setupLink.nullable() })
export const subAccountUpdate = z.object({
  username: ownName.optional(),
  password: newPassword.optional(),
  permissions: z.array(permission).max(permissions.length).optional(),
  shopIds: shopIds.optional(),
  enabled: z.boolean().optional(),
})

/** Who did what. `subject` is a kind of thing, such as `phoneBrands`; `details` are ids and numbers that depend on the action. */
export const auditEntry = z.object({
  id,
  at: time,
  username: z.string(),
  action: z.enum(auditActions),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  actor: z.enum(auditActors),
  /** The rule that acted, or for which a person decided; its id is null when it was deleted. */
  rule: z.object({ id: id.nullable(), name: z.string() }).nullable(),
  /** The order that it is about, unless that was deleted. */
  order: z.object({ id, originalId: z.string() }).nullable(),
  shopName: z.string().nullable(),
})
export const auditQuery = page.extend({ actor: z.enum(auditActors).optional(), orderId: idText.optional() })
