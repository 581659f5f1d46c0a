/** Counts the pieces of each case that the orders of a filter need (备货汇总); `contract/rules/picking.ts` says how. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { CaseNames } from '../../../contract/rules/case-names'
import type { ItemState } from '../../../contract/rules/item-state'
import { type Picking, type PickingCase, type PickingItem, pickingOf, sumPicking } from '../../../contract/rules/picking'
import type { DecidedPieces } from '../../../contract/rules/pieces'
import type { Ctx } from '../../kernel/context'
import { requireOwned } from '../../kernel/owned'
import { matchingOrders } from './filters'
import { itemIsOver } from './state-sql'

type Calls = AppContract['orders']
type Filter = Parsed<Calls['picking']>['query']

/** Items of orders without child orders, by their case: those with one design, whose pieces are what was bought, and those without any. */
interface PlainRow extends Record<keyof CaseNames, string | null> {
  readonly held: boolean
  readonly pieces: number
}

/** An item with several designs, or of an order with child orders, with one of its designs. */
interface OtherRow extends CaseNames {
  readonly top: number
  readonly is_own: boolean
  readonly item_id: number
  readonly quantity: number
  readonly state: ItemState
  readonly hold: string | null
  readonly decided_pieces: readonly DecidedPieces[] | null
  readonly customization_id: number | null
  readonly remake_of: number | null
}

const names = sql`made.phone_brand_name as "phoneBrandName", made.phone_model_name as "phoneModelName",
  made.material_name as "phoneCaseMaterialName", made.material_color_name as "phoneCaseMaterialColorName"`

/** Of a filter's orders: each item with the number of its designs and the first of them. */
const itemsWith = (ctx: Ctx, filter: Filter) => sql`
  with matching as materialized (${matchingOrders(ctx, filter).select('id')}),
  family as (
    select matching.id as top, matching.id, true as is_own,
      not exists (select from shop_order child where child.parent_id = matching.id) as is_plain
    from matching
    union all
    select child.parent_id, child.id, false, false from shop_order child join matching on matching.id = child.parent_id
    where child.account_id = ${ctx.actor.accountId}
  ),
  counted as (
    select family.top, family.is_own, family.is_plain, item.id, item.place, item.quantity, item.state, item.hold,
      count(link.customization_id) as designs, min(link.customization_id) as first
    from family
    join order_item item on item.order_id = family.id and item.account_id = ${ctx.actor.accountId}
    left join order_item_customization link on link.order_item_id = item.id
    -- All of them, because a caller with chosen shops reads views, which have no primary key.
    group by family.top, family.is_own, family.is_plain, item.id, item.place, item.quantity, item.state, item.hold
  )`

/** Rejects with 'not-found' for a shop of another account. */
export async function countPicking(ctx: Ctx, filter: Filter): Promise<Reply<Calls['picking']>> {
  const { db, actor } = ctx
  if (filter.shopId !== undefined) await requireOwned(ctx, 'shop', filter.shopId, '店铺')
  const { rows: plain } = await sql<PlainRow>`${itemsWith(ctx, filter)}
    select ${names}, item.hold is not null as held, sum(item.quantity)::int as pieces
    from counted item left join customization made on made.id = item.first and made.account_id = ${actor.accountId}
    where item.is_plain and item.designs <= 1 and not ${itemIsOver}
    group by 1, 2, 3, 4, 5`.execute(db)
  const { rows: others } = await sql<OtherRow>`${itemsWith(ctx, filter)}
    select item.top, item.is_own, item.id as item_id, item.quantity, item.state, item.hold,
      (select decided_pieces from order_item whole where whole.id = item.id) as decided_pieces, made.id as customization_id, made.remake_of, ${names}
    from counted item
    left join order_item_customization link on link.order_item_id = item.id
    left join customization made on made.id = link.customization_id and made.account_id = ${actor.accountId}
    where not item.is_plain or item.designs > 1
    order by item.top, item.is_own desc, item.place, item.id, link.place`.execute(db)
  return sumPicking([pickingOfPlain(plain), ...pickingsOf(others)])
}

function pickingOfPlain(rows: readonly PlainRow[]): Picking {
  const isCase = (row: PlainRow): row is PlainRow & PickingCase => !row.held && row.phoneModelName !== null
  const sumOf = (counts: (row: PlainRow) => boolean) => rows.filter(counts).reduce((sum, { pieces }) => sum + pieces, 0)
  return {
    cases: rows.filter(isCase),
    undecided: 0,
    held: sumOf(({ held }) => held),
    undesigned: sumOf((row) => !row.held && !isCase(row)),
  }
}

function pickingsOf(rows: readonly OtherRow[]): Picking[] {
  interface Item extends PickingItem {
    readonly isOwn: boolean
    readonly customizations: (CaseNames & { readonly id: number; readonly remakeOf: number | null })[]
  }
  const orders = new Map<number, Map<number, Item>>()
  for (const row of rows) {
    const items = orders.get(row.top) ?? new Map<number, Item>()
    orders.set(row.top, items)
    const { item_id, quantity, state, hold } = row
    const item = items.get(item_id) ?? {
      ...{ quantity, state, hold, decidedPieces: row.decided_pieces, isOwn: row.is_own, customizations: [] },
    }
    items.set(item_id, item)
    if (row.customization_id !== null) item.customizations.push({ ...row, id: row.customization_id, remakeOf: row.remake_of })
  }
  return [...orders.values()].map((items) => {
    const all = [...items.values()]
    return pickingOf(
      all.filter(({ isOwn }) => isOwn),
      all.filter(({ isOwn }) => !isOwn),
    )
  })
}
