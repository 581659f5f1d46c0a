/** The audit log: records who charged, pushed, deleted or changed permissions, and what rules and the server itself did. */
import { type RawBuilder, sql } from 'kysely'
import type { AuditAction, AuditActor } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Handlers, Parsed, Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'

/** A rule that acts, or that asked a person to. */
interface NamedRule {
  readonly id: number
  readonly name: string
}

export interface AuditEntry {
  readonly action: AuditAction
  /** The kind of object that was affected: `phoneBrands`, `customization`. */
  readonly subject: string
  /** Ids and numbers, never a secret. */
  readonly details: Readonly<Record<string, unknown>>
  /** The order, design or shop that it is about, for users with chosen shops; absent: what belongs to no shop. */
  readonly about?: { readonly orderId: number } | { readonly customizationId: number } | { readonly shopId: number }
  /** The rule for which a person decided; a rule that acts is that of the actor. */
  readonly rule?: NamedRule | null
}

/** SQL of the shop and the order of an entry, read when it is written, because either may be deleted later. */
function placeOf(
  { actor }: Ctx,
  about: AuditEntry['about'],
): readonly [shop: RawBuilder<number | null>, order: RawBuilder<number | null>] {
  const nothing = sql<null>`null::bigint`
  if (about === undefined) return [nothing, nothing]
  if ('shopId' in about) return [sql`${about.shopId}::bigint`, nothing]
  if ('orderId' in about) {
    const { orderId } = about
    return [
      sql`(select shop_id from shop_order where id = ${orderId} and account_id = ${actor.accountId})`,
      sql`${orderId}::bigint`,
    ]
  }
  const { customizationId } = about
  return [
    sql`(select shop_id from customization where id = ${customizationId} and account_id = ${actor.accountId})`,
    sql`(select coalesce(o.parent_id, o.id) from order_item_customization link join order_item item on item.id = link.order_item_id
      join shop_order o on o.id = item.order_id
      where link.customization_id = ${customizationId} and o.account_id = ${actor.accountId} order by o.id desc limit 1)`,
  ]
}

const kindOf = ({ actor }: Ctx): AuditActor => {
  if (actor.key) return 'key'
  return actor.rule ? 'rule' : actor.userId === 0 ? 'system' : 'person'
}

/** Writes an entry in the transaction of the action that it records. */
export async function writeAuditEntry(ctx: Ctx, { action, subject, details, about, rule = null }: AuditEntry): Promise<void> {
  const { db, actor, clock, traceId } = ctx
  const named = actor.rule ?? rule
  const [shop, order] = placeOf(ctx, about)
  await db
    .insertInto('audit')
    .values({
      account_id: actor.accountId,
      user_id: actor.userId,
      username: actor.username,
      actor_kind: kindOf(ctx),
      rule_id: named?.id ?? null,
      rule_name: named?.name ?? null,
      shop_id: shop,
      order_id: order,
      action,
      subject,
      details: JSON.stringify(details),
      trace_id: traceId,
      at: clock.now(),
    })
    .execute()
}

/** Returns these designs by their shops, each with one of its designs: an entry tells of one shop alone. */
export async function designsByShop(
  { db, actor }: Ctx,
  ids: readonly number[],
): Promise<readonly { readonly ids: number[]; readonly about: { readonly customizationId: number } }[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(id order by id) as ids from customization
    where account_id = ${actor.accountId} and id = any(${[...ids]}::bigint[]) group by shop_id order by shop_id`.execute(db)
  return rows.flatMap(({ ids: found }) => (found[0] === undefined ? [] : [{ ids: found, about: { customizationId: found[0] } }]))
}

type List = AppContract['audit']['list']

/** Returns the account's entries, the newest first, of one kind of actor or about one order if it is given. */
async function listAudit(
  { db, actor }: Ctx,
  { pageNo, pageSize, actor: kind, orderId }: Parsed<List>['query'],
): Promise<Reply<List>> {
  const entries = db
    .selectFrom('audit as entry')
    .where('entry.account_id', '=', actor.accountId)
    .$if(kind !== undefined, (query) => query.where('entry.actor_kind', '=', kind ?? 'person'))
    .$if(orderId !== undefined, (query) => query.where('entry.order_id', '=', orderId ?? 0))
  const { total } = await entries.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await entries
    .leftJoin('shop_order as o', (join) =>
      join.onRef('o.id', '=', 'entry.order_id').onRef('o.account_id', '=', 'entry.account_id'),
    )
    .leftJoin('shop', (join) => join.onRef('shop.id', '=', 'entry.shop_id').onRef('shop.account_id', '=', 'entry.account_id'))
    .leftJoin('automation_rule as rule', (join) =>
      join.onRef('rule.id', '=', 'entry.rule_id').onRef('rule.account_id', '=', 'entry.account_id'),
    )
    .select(['entry.id', 'entry.at', 'entry.username', 'entry.action', 'entry.subject', 'entry.details'])
    .select(['entry.actor_kind', 'entry.rule_name', 'entry.order_id'])
    .select(['o.original_id', 'shop.name as shop_name', 'rule.id as present_rule'])
    .orderBy('entry.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return {
    items: rows.map(({ id, at, username, action, subject, details, ...row }) => ({
      ...{ id, at: at.getTime(), username, action, subject, details },
      actor: row.actor_kind,
      rule: row.rule_name === null ? null : { id: row.present_rule, name: row.rule_name },
      // The number of an order that was deleted is not known any more.
      order: row.order_id === null || row.original_id === null ? null : { id: row.order_id, originalId: row.original_id },
      shopName: row.shop_name,
    })),
    totalItems: total,
  }
}

export const auditHandlers: Handlers<Pick<AppContract, 'audit'>, Ctx> = {
  audit: { list: ({ query }, ctx) => listAudit(ctx, query) },
}
