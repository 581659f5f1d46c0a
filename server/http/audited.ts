/**
 * Defines which calls write an audit entry, and its content. Pushes write their own entries, one per line, once a factory
 * accepted it.
 */
import { sql } from 'kysely'
import { type AuditEntry, designsByShop, writeAuditEntry } from '../domain/audit/audit'
import type { Ctx } from '../kernel/context'
import { transact } from '../kernel/transact'

type Input = Readonly<Record<'params' | 'body', Readonly<Record<string, unknown>> | undefined>>
type Describe = (input: Input, reply: Readonly<Record<string, unknown>>) => AuditEntry | null

const describePermissions: Describe = ({ params, body }, reply) => ({
  action: 'permissions',
  subject: 'subAccounts',
  details: {
    id: params?.id ?? reply.id,
    username: reply.username,
    permissions: body?.permissions,
    shopIds: body?.shopIds,
    enabled: body?.enabled,
    // The entry records that a password was set, never the password.
    password: body?.password === undefined ? undefined : true,
  },
})

const describeKey: Describe = (_input, { id, name, prefix, expiresAt, revokedAt }) => ({
  action: 'permissions',
  subject: 'apiKeys',
  details: { id, name, prefix, expiresAt, revoked: revokedAt !== null },
})

const describers: Readonly<Record<string, Describe>> = {
  'subAccounts.create': describePermissions,
  'subAccounts.update': describePermissions,
  'apiKeys.create': describeKey,
  'apiKeys.revoke': describeKey,
  'usageRecords.charge': (_input, reply) =>
    Array.isArray(reply.charged) && reply.charged.length > 0
      ? { action: 'charged', subject: 'customizations', details: { ids: reply.charged, credits: reply.credits } }
      : null,
}

const describeDeletion =
  (subject: string): Describe =>
  ({ params, body }) => ({ action: 'deleted', subject, details: { ...params, ...body } })

function describerOf(name: string): Describe | undefined {
  const [subject = '', call] = name.split('.')
  return call === 'remove' ? describeDeletion(subject) : describers[name]
}

/** Tables of the resources whose deletion concerns a shop. */
const tablesOfShops: Readonly<Record<string, string>> = {
  'products.remove': 'product',
  'shopCustomizationSettings.remove': 'shop_customization_setting',
  'manualOrders.remove': 'shop_order',
}

/** Returns the shop of what a call is about to delete; undefined for what belongs to none. */
async function shopOfDeleted({ db, actor }: Ctx, name: string, { params }: Input): Promise<number | undefined> {
  const table = tablesOfShops[name]
  if (table === undefined) return undefined
  const { rows } = await sql<{ shop: number }>`
    select shop_id as shop from ${sql.table(table)} where account_id = ${actor.accountId} and id = ${params?.id}::bigint`.execute(
    db,
  )
  return rows[0]?.shop
}

/** A charge of designs of several shops is an entry of each, because users see the entries of their shops. */
async function entriesByShop(ctx: Ctx, entry: AuditEntry): Promise<readonly AuditEntry[]> {
  if (entry.action !== 'charged') return [entry]
  const shops = await designsByShop(ctx, entry.details.ids as readonly number[])
  return shops.map(({ ids, about }) => ({ ...entry, details: { ...entry.details, ids }, about }))
}

/** Wraps the `work` of a call: writes its audit entry, if it has one, in the same transaction. */
export function withAudit<C extends Ctx>(
  name: string,
  input: Record<string, unknown>,
  work: (ctx: C) => Promise<object>,
): (ctx: C) => Promise<object> {
  const describe = describerOf(name)
  if (!describe) return work
  return (ctx) =>
    transact(ctx, async (inner) => {
      const shopId = await shopOfDeleted(inner, name, input as Input)
      const reply = await work(inner)
      const entry = describe(input as Input, reply as Readonly<Record<string, unknown>>)
      for (const one of entry === null ? [] : await entriesByShop(inner, entry))
        await writeAuditEntry(inner, shopId === undefined ? one : { ...one, about: { shopId } })
      return reply
    })
}
