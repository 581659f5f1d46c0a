/**
 * Names the orders that a person changes by hand with a call, before it runs: automation rules change none of them from then on. It is
 * noted in a transaction of its own, because some of these calls ask a factory or draw pictures.
 */
import { sql } from 'kysely'
import { touchOrders } from '../domain/rules/marks'
import type { Ctx } from '../kernel/context'

type Input = Readonly<Record<'params' | 'body', Readonly<Record<string, unknown>> | undefined>>
/** Finds the ids of the orders; those of other accounts are left out by `touchOrders`. */
type Find = (ctx: Ctx, input: Input) => Promise<number[]>

const idOf = ({ params }: Input): number => Number(params?.id)

const byBodyOrder: Find = async (_, { body }) => [Number(body?.orderId)]
const byOrder: Find = async (_, input) => [idOf(input)]

async function ofCustomizations({ db, actor }: Ctx, ids: readonly unknown[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct item.order_id as id from order_item_customization link join order_item item on item.id = link.order_item_id
    where link.account_id = ${actor.accountId} and link.customization_id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}
const byCustomization: Find = (ctx, input) => ofCustomizations(ctx, [idOf(input)])

async function numbered({ db, actor }: Ctx, originalId: unknown): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from shop_order where account_id = ${actor.accountId} and original_id = ${String(originalId)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The order that has the buyer's design, or for which it was submitted. */
const byDesign: Find = async ({ db, actor }, input) => {
  const { rows } = await sql<{ id: number }>`
    select o.id from buyer_design design
    join shop_order o on o.shop_id = design.shop_id and o.original_id = coalesce(design.order_original_id, design.for_order)
    where design.account_id = ${actor.accountId} and design.id = ${idOf(input)}`.execute(db)
  return rows.map(({ id }) => id)
}

export const touching: Readonly<Record<string, Find>> = {
  'orders.setCase': (ctx, { body }) => ofCustomizations(ctx, body?.customizationIds as number[]),
  'orders.decidePieces': byOrder,
  'orders.settleChange': byOrder,
  'customizations.correct': byCustomization,
  'customizations.render': byCustomization,
  'customizations.remake': byCustomization,
  'customizations.restore': byCustomization,
  'buyerDesigns.bind': byBodyOrder,
  'buyerDesigns.unbind': byDesign,
  'buyerDesigns.copy': byBodyOrder,
  'buyerDesigns.reject': byDesign,
  'manualOrders.update': byOrder,
  'manualOrders.draw': byOrder,
  'usageRecords.charge': (ctx, { body }) => ofCustomizations(ctx, body?.customizationIds as number[]),
  'pushes.cancel': (ctx, { body }) => ofCustomizations(ctx, body?.customizationIds as number[]),
  'pushes.push': (ctx, { body }) => numbered(ctx, body?.orderOriginalId),
  'pushes.settle': (ctx, { body }) => ofCustomizations(ctx, [body?.customizationId]),
}

/** Notes the touch of a call, if it is one. */
export async function noteTouch(name: string, ctx: Ctx, input: Record<string, unknown>): Promise<void> {
  const find = touching[name]
  if (find) await touchOrders(ctx, await find(ctx, input as Input))
}
