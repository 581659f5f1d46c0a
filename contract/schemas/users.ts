import { z } from 'zod'
import { auditActions, permissions } from '../constants'
import { id, time } from './common'

/** OWASP ASVS 6.2.1 and 6.2.9: at least 8, and long pass phrases allowed. */
export const newPassword = z.string().min(8, '密码至少 8 位').max(128)
const username = z.string().trim().min(1, '用户名必填').max(64)
const permission = z.enum(permissions)

/** `device` is what the last login from this device answered: others' wrong passwords do not lock it out. */
export const loginBody = z.object({
  username,
  password: z.string().min(1, '密码必填').max(128),
  device: z.string().max(400).optional(),
})
export const loginReply = z.object({ token: z.string(), device: z.string() })

/** `mainUsername` is set for a sub-account only. */
export const me = z.object({ username: z.string(), mainUsername: z.string().optional(), permissions: z.array(permission) })

export const changePasswordBody = z.object({ password: z.string().min(1, '当前密码必填').max(128), newPassword })

/** `setupToken` is the one-time secret of the link that `npm run user -- add` prints and `setupLink` answers. */
export const setPasswordBody = z.object({ setupToken: z.string().min(20).max(200), password: newPassword })

export const subAccount = z.object({
  id,
  username: z.string(),
  permissions: z.array(permission),
  enabled: z.boolean(),
  createdAt: z.number().int(),
  /** False: nobody has opened its set-up link yet. */
  hasPassword: z.boolean(),
  /** When its set-up link expires; null where it has none. */
  setupExpiresAt: z.number().int().nullable(),
})
/** The link is the plugin's `/login?setup={setupToken}`; it sets a password once. */
export const setupLink = z.object({ setupToken: z.string(), expiresAt: z.number().int() })
const ownName = z
  .string()
  .trim()
  .min(1, '用户名必填')
  .max(40, '用户名不能超过 40 个字符')
  .regex(/^[^:：\s]+$/, '子账号名不能含冒号或空格')
/** The full name becomes `main:username`, as the marketplace writes sub-accounts. Without a password a set-up link is answered. */
export const subAccountCreate = z.object({
  username: ownName,
  password: newPassword.optional(),
  permissions: z.array(permission).max(permissions.length),
})
export const subAccountMade = subAccount.extend({ setup: setupLink.nullable() })
export const subAccountUpdate = z.object({
  username: ownName.optional(),
  password: newPassword.optional(),
  permissions: z.array(permission).max(permissions.length).optional(),
  enabled: z.boolean().optional(),
})

/** Who did what. `details` are ids and numbers by the action; `subject` says what it was done to: `phoneBrands`, `customizations`. */
export const auditEntry = z.object({
  id,
  at: time,
  username: z.string(),
  action: z.enum(auditActions),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
})
