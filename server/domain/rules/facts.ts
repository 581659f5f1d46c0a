/** Reads the facts of orders by which automation rules decide (`contract/rules/automation-facts.ts`). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { maxPreflightsPerCall } from '../../../contract/constants'
import type { RuleFacts } from '../../../contract/rules/automation-facts'
import { fitOf } from '../../../contract/rules/bought-case'
import { lineKindOf } from '../../../contract/rules/line-kind'
import type { FindingCode } from '../../../contract/rules/preflight'
import type { Order, OrderItem, PreflightRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { hasBegun } from '../buyer/unplaced'
import { knownFindings, preflight } from '../orders/preflight'
import { orderColumns, withDetails } from '../orders/rows'

/** The findings of examined pictures, by customization. */
export type Examined = ReadonlyMap<number, readonly FindingCode[]>

export interface OrderWithFacts {
  readonly order: Order
  readonly facts: RuleFacts
  /** Of the facts: another decision needs other facts. */
  readonly hash: string
  /** The designs, which an approval is about: their ids and versions, and a hash of them. */
  readonly designs: readonly (readonly [number, number])[]
  readonly designsHash: string
}

/** Findings that reading a picture gives; the others are read with the order. */
const pictureFindings: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'missing',
  'notPicture',
  'blank',
  'wrongShape',
  'poor',
  'unread',
  'plain',
  'fair',
  'offShape',
  'noSize',
])

export const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/**
 * Examines the pictures of these designs, as far as there is time for it: those that are not examined stay unknown. Do not call it in a
 * transaction.
 *
 * @param deadline by `performance.now`.
 */
export const examine = async (
  ctx: Ctx,
  customizationIds: readonly number[],
  deadline = Number.POSITIVE_INFINITY,
): Promise<Examined> => examinedIn(await preflightAll(ctx, customizationIds, deadline))

/** Returns the rows of preflight, as `examine` reads them. */
export async function preflightAll(
  ctx: Ctx,
  customizationIds: readonly number[],
  deadline = Number.POSITIVE_INFINITY,
): Promise<PreflightRow[]> {
  const found: PreflightRow[] = []
  for (let at = 0; at < customizationIds.length && performance.now() < deadline; at += maxPreflightsPerCall)
    found.push(...(await preflight(ctx, customizationIds.slice(at, at + maxPreflightsPerCall))))
  return found
}

export const examinedIn = (rows: readonly PreflightRow[]): Examined =>
  new Map(
    rows.map(({ customizationId, findings }) => [
      customizationId,
      findings.map(({ code }) => code).filter((code) => pictureFindings.has(code)),
    ]),
  )

/** Returns the ids of the designs that these orders show. */
export async function designsOfOrders({ db, actor }: Ctx, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct link.customization_id as id from order_item item
    join order_item_customization link on link.order_item_id = item.id
    where item.account_id = ${actor.accountId} and item.order_id = any(${[...orderIds]}::bigint[]) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads orders at the top with their facts, in the order of the ids; those of other accounts are left out. */
export async function readFacts(ctx: Ctx, orderIds: readonly number[], examined: Examined): Promise<OrderWithFacts[]> {
  const rows = await ctx.db
    .selectFrom('shop_order')
    .select(orderColumns)
    .select(hasBegun('shop_order').as('has_begun'))
    .select([
      'imported_at',
      'source',
      'tag_ids',
      'held_back',
      'assignee',
      'touched_by_hand_at',
      'approval',
      'approval_of',
      'approval_at',
    ])
    .where('account_id', '=', ctx.actor.accountId)
    .where(sql<boolean>`id = any(${[...orderIds]}::bigint[])`)
    .execute()
  if (rows.length === 0) return []
  const orders = await withDetails(ctx, rows)
  const designs = orders.flatMap(({ orderItems }) => orderItems).flatMap(({ customizations }) => customizations)
  const known = await knownFindings(
    ctx,
    designs.map(({ id }) => id),
  )
  const bound = await readBoundModels(
    ctx,
    designs.flatMap(({ phoneModelId }) => phoneModelId ?? []),
  )
  const history = await readHistory(
    ctx,
    rows.map(({ id }) => id),
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const toLine = (item: OrderItem): RuleFacts['lines'][number] => ({
    title: item.title,
    kind: lineKindOf(item),
    codes: [item.productOriginalId, item.skuOriginalId, item.merchantSku].flatMap((code) => code ?? []),
    quantity: item.quantity,
    state: item.state,
    hold: item.hold,
    isChanged: item.change !== null,
    designs: item.customizations.map((made) => {
      const ofPicture = made.customizedImageUrl === null ? [] : examined.get(made.id)
      const findings = ofPicture
        ? [...new Set([...(known.get(made.id) ?? []).map(({ code }) => code), ...ofPicture])].sort()
        : null
      return {
        findings,
        hasSize: findings !== null && made.widthMm !== null && made.heightMm !== null,
        fit: made.caseByHand ? 'same' : fitOf(item.propertiesName, made).fit,
        boundAt: (made.phoneModelId === null ? undefined : bound.get(made.phoneModelId)) ?? [],
      }
    }),
  })
  const byId = new Map(
    orders.map((order): [number, OrderWithFacts] => {
      const row = rowOf.get(order.id)
      if (!row) throw new Error(`order ${order.id} was not read`)
      const ofOrder = order.orderItems.flatMap(({ customizations }) => customizations)
      const shown = ofOrder.map(({ id, version }) => [id, version] as const)
      const designsHash = sha256(shown)
      const facts: RuleFacts = {
        shopId: order.shopId,
        createdAt: order.createdAt,
        paidAt: order.paidAt,
        importedAt: row.imported_at.getTime(),
        source: row.source,
        isHistory: history.has(order.id),
        buyerMessage: order.buyerMessage,
        sellerMemo: order.sellerMemo,
        flag: order.flag,
        lines: order.orderItems.map(toLine),
        tagIds: row.tag_ids,
        assignee: row.assignee,
        heldBack: row.held_back,
        approval: row.approval_of === designsHash ? row.approval : null,
        approvedAt: row.approval === 'approved' && row.approval_of === designsHash ? (row.approval_at?.getTime() ?? null) : null,
        isTouchedByHand: row.touched_by_hand_at !== null,
        isFamily: row.parent_id !== null || order.childOrders.length > 0,
        pushStatus: order.push.status,
        sent: ofOrder.filter(({ designLock }) => designLock === 'pushed').length,
      }
      return [order.id, { order, facts, hash: sha256(facts), designs: shown, designsHash }]
    }),
  )
  return orderIds.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the factories at which each model is bound; one that is no longer listed does not count. */
async function readBoundModels({ db, actor }: Ctx, modelIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<{ model: number; factory: number }>`
    select binding.phone_model_id as model, factory.id as factory from factory_model_binding binding
    join factory on factory.id = binding.factory_id and factory.gone_since is null
    where binding.account_id = ${actor.accountId} and binding.phone_model_id = any(${[...new Set(modelIds)]}::bigint[])
    order by factory.id`.execute(db)
  const found = new Map<number, number[]>()
  for (const { model, factory } of rows) found.set(model, [...(found.get(model) ?? []), factory])
  return found
}

/**
 * Returns those of the orders that came in with a first sync: ordered before the shop was added, or brought in while older orders are
 * still being read. Of an order whose source was not recorded this is assumed.
 */
async function readHistory({ db, actor }: Ctx, orderIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select o.id from shop_order o join shop on shop.id = o.shop_id left join order_sync sync on sync.shop_id = shop.id
    where o.account_id = ${actor.accountId} and o.id = any(${[...orderIds]}::bigint[])
      and (o.source is null or o.source = 'sync') and (o.created_at < shop.bound_at or sync.first_until is not null)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
