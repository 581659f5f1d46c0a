/**
 * Finds the designs whose codes orders name, or that were begun for them, and that are not in them, with the reason: a careful clerk
 * would ask about each.
 */
import { sql } from 'kysely'
import { phoneName } from '../../../contract/rules/case-names'
import { linesForAnother, placeDesign, placeDesigns } from '../../../contract/rules/design-place'
import {
  asksSeller,
  type UnplacedReason,
  type UnplacedSource,
  unplacedSentence,
  unplacedText,
} from '../../../contract/rules/unplaced-code'
import type { UnplacedCode } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { type OrderLine, readLines } from './order-lines'
import { placedDesignOf } from './submission'

/** An order without its items. */
export interface NamingOrderRow {
  readonly id: number
  readonly shop_id: number
  readonly original_id: string
  readonly design_codes: readonly string[]
  /** By `hasBegun`. */
  readonly has_begun: boolean
}

/** SQL expression: whether a submitted design that no order has was begun for the order, which is a row of this table. */
export const hasBegun = (table: string) => sql<boolean>`exists (select 1 from buyer_design begun
  where begun.shop_id = ${sql.ref(`${table}.shop_id`)} and begun.for_order = ${sql.ref(`${table}.original_id`)}
    and begun.order_original_id is null and begun.status <> 'draft')`

interface Named {
  readonly id: number
  readonly code: string
  readonly shopId: number
  readonly shopName: string
  readonly status: 'draft' | 'submitted' | 'rejected'
  readonly order: string | null
  /** The order for which it was begun. */
  readonly forOrder: string | null
  readonly releasedFrom: readonly string[]
  /** The names of its case as they were submitted; the layers are left out. */
  readonly submission: Parameters<typeof placedDesignOf>[0]['submission']
  /** Items that have it or a copy of it. */
  readonly items: readonly string[]
}

/** Anybody who knows a number can begin designs for it: no more of them are named. */
const maxBegun = 5

/** Returns the codes by order; orders that name no design of the account, or whose designs are all there, have none. */
export async function readUnplaced(ctx: Ctx, orders: readonly NamingOrderRow[]): Promise<ReadonlyMap<number, UnplacedCode[]>> {
  const naming = orders.filter(({ design_codes, has_begun }) => design_codes.length > 0 || has_begun)
  if (naming.length === 0) return new Map()
  const designs = await readNamed(ctx, naming)
  if (designs.length === 0) return new Map()
  const ofOrder = naming.map((order) => {
    const named = order.design_codes.flatMap((code) => designs.filter((design) => design.code === code))
    const isBegun = (design: Named) =>
      design.forOrder === order.original_id && design.shopId === order.shop_id && isWaiting(design) && !named.includes(design)
    return { order, named, begun: designs.filter(isBegun).slice(0, maxBegun) }
  })
  const concerned = ofOrder.filter(({ named, begun }) => named.length + begun.length > 0)
  const lines = await readLines(
    ctx,
    concerned.map(({ order }) => order.id),
  )
  return new Map(
    concerned.map(({ order, named, begun }) => {
      const own = lines.get(order.id) ?? []
      return [order.id, [...unplacedOf(order, named, own), ...begunOf(order, begun, own)]]
    }),
  )
}

const isWaiting = ({ status, order }: Named): boolean => status !== 'draft' && order === null

async function readNamed({ db, actor }: Ctx, orders: readonly NamingOrderRow[]): Promise<readonly Named[]> {
  const codes = [...new Set(orders.flatMap(({ design_codes }) => design_codes))]
  const begun = orders.filter(({ has_begun }) => has_begun)
  const [numbers, shopIds] = [begun.map(({ original_id }) => original_id), [...new Set(begun.map(({ shop_id }) => shop_id))]]
  const { rows } = await sql<Named>`
    select design.id, code, design.shop_id as "shopId", shop.name as "shopName", status, order_original_id as order,
      for_order as "forOrder", released_from as "releasedFrom", submission - 'layers' as submission,
      array(select one.item_original_id from buyer_design one
        where (one.id = design.id or one.copy_of = design.id) and one.item_original_id is not null) as items
    from (select id from buyer_design where account_id = ${actor.accountId} and code = any(${codes}::text[])
      union select id from buyer_design where account_id = ${actor.accountId} and shop_id = any(${shopIds}::bigint[])
        and for_order = any(${numbers}::text[]) and order_original_id is null and status <> 'draft') found
    join buyer_design design on design.id = found.id join shop on shop.id = design.shop_id
    order by design.id`.execute(db)
  return rows
}

function unplacedOf(order: NamingOrderRow, designs: readonly Named[], lines: readonly OrderLine[]): UnplacedCode[] {
  const found = designs.flatMap((design) => {
    const isThere = lines.some(({ originalId }) => design.items.includes(originalId))
    return isThere ? [] : [toCode(design, 'text', ...reasonOf(order, design, lines))]
  })
  if (found.some(({ asks }) => asks)) return found
  return [...found, ...designs.flatMap((design) => again(design, lines))]
}

/** Of several designs that were begun for an order none is certain where there is no room for all. */
function begunOf(order: NamingOrderRow, designs: readonly Named[], lines: readonly OrderLine[]): UnplacedCode[] {
  const reasons = designs.map((design) => reasonOf(order, design, lines))
  const isReady = (_: unknown, at: number) => reasons[at]?.[0] === 'ready'
  const ready = designs.filter(isReady)
  const haveRoom = placeDesigns(lines, ready.map(placedDesignOf)).every(({ lineId }) => lineId !== null)
  return designs.map((design, at) => {
    const [reason, itemIds, bought] = reasons[at] ?? reasonOf(order, design, lines)
    return toCode(design, 'begun', reason === 'ready' && !haveRoom ? 'rivals' : reason, itemIds, bought)
  })
}

type Reason = readonly [reason: UnplacedReason, itemIds: readonly number[], bought: string | null]

function reasonOf(order: NamingOrderRow, design: Named, lines: readonly OrderLine[]): Reason {
  const names = placedDesignOf(design)
  const live = lines.filter(({ isHeld }) => !isHeld).map(({ id }) => id)
  if (design.shopId !== order.shop_id) return ['otherShop', [], null]
  if (design.status === 'draft') return ['notSubmitted', [], null]
  if (design.status === 'rejected') return ['rejected', [], null]
  if (design.order !== null) return ['elsewhere', live, null]
  if (design.releasedFrom.includes(order.original_id)) return ['released', live, null]
  if (names.phoneModelName === '') return ['unknownCase', live, null]
  const placement = placeDesign(lines, names)
  return placement.doubt === null ? ['ready', [placement.lineId], null] : [placement.doubt, live, placement.bought]
}

/** A design that is in the order, and live items for its phone that have none. */
function again(design: Named, lines: readonly OrderLine[]): UnplacedCode[] {
  const holder = lines.find(({ originalId }) => design.items.includes(originalId))
  if (design.status !== 'submitted' || !holder) return []
  const free = linesForAnother(lines, placedDesignOf(design), holder).map(({ id }) => id)
  return free.length === 0 ? [] : [toCode(design, 'text', 'again', free, null)]
}

function toCode(
  design: Named,
  source: UnplacedSource,
  reason: UnplacedReason,
  itemIds: readonly number[],
  bought: string | null,
): UnplacedCode {
  const { phoneBrandName, phoneModelName } = placedDesignOf(design)
  const text = unplacedText(reason, {
    phone: phoneName(phoneBrandName, phoneModelName),
    bought: bought ?? '',
    other: reason === 'otherShop' ? design.shopName : (design.order ?? ''),
  })
  return {
    designId: design.id,
    code: design.code,
    reason,
    text: unplacedSentence(design.code, source, reason, text),
    itemIds: [...itemIds],
    asks: asksSeller(reason),
  }
}
