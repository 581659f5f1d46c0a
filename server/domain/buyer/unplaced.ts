/** Finds the codes that orders name and whose designs are not in them, with the reason: a careful clerk would ask about each. */
import { sql } from 'kysely'
import { phoneName } from '../../../contract/rules/case-names'
import { linesForAnother, placeDesign } from '../../../contract/rules/design-place'
import { asksSeller, type UnplacedReason, unplacedSentence, unplacedText } from '../../../contract/rules/unplaced-code'
import type { UnplacedCode } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { type OrderLine, readLines } from './order-lines'
import { placedDesignOf } from './submission'

/** What is known of an order without its items. */
export interface NamingOrderRow {
  readonly id: number
  readonly shop_id: number
  readonly original_id: string
  readonly design_codes: readonly string[]
}

interface Named {
  readonly id: number
  readonly code: string
  readonly shopId: number
  readonly shopName: string
  readonly status: 'draft' | 'submitted' | 'rejected'
  readonly order: string | null
  readonly releasedFrom: readonly string[]
  /** The names of its case as they were submitted; the layers are left out. */
  readonly submission: Parameters<typeof placedDesignOf>[0]['submission']
  /** Items that have it or a copy of it. */
  readonly items: readonly string[]
}

/** Returns the codes by order; orders that name no design of the account, or whose designs are all there, have none. */
export async function readUnplaced(ctx: Ctx, orders: readonly NamingOrderRow[]): Promise<ReadonlyMap<number, UnplacedCode[]>> {
  const naming = orders.filter(({ design_codes }) => design_codes.length > 0)
  const designs = await readNamed(
    ctx,
    naming.flatMap(({ design_codes }) => design_codes),
  )
  if (designs.length === 0) return new Map()
  const lines = await readLines(
    ctx,
    naming.map(({ id }) => id),
  )
  return new Map(
    naming.map((order) => {
      const own = order.design_codes.flatMap((code) => designs.filter((design) => design.code === code))
      return [order.id, unplacedOf(order, own, lines.get(order.id) ?? [])]
    }),
  )
}

async function readNamed({ db, actor }: Ctx, codes: readonly string[]): Promise<readonly Named[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<Named>`
    select design.id, code, design.shop_id as "shopId", shop.name as "shopName", status, order_original_id as order,
      released_from as "releasedFrom", submission - 'layers' as submission,
      array(select one.item_original_id from buyer_design one
        where (one.id = design.id or one.copy_of = design.id) and one.item_original_id is not null) as items
    from buyer_design design join shop on shop.id = design.shop_id
    where design.account_id = ${actor.accountId} and code = any(${[...new Set(codes)]}::text[])`.execute(db)
  return rows
}

function unplacedOf(order: NamingOrderRow, designs: readonly Named[], lines: readonly OrderLine[]): UnplacedCode[] {
  const found = designs.flatMap((design) => {
    const isThere = lines.some(({ originalId }) => design.items.includes(originalId))
    return isThere ? [] : [toCode(design, ...reasonOf(order, design, lines))]
  })
  if (found.some(({ asks }) => asks)) return found
  return [...found, ...designs.flatMap((design) => again(design, lines))]
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
  return free.length === 0 ? [] : [toCode(design, 'again', free, null)]
}

function toCode(design: Named, reason: UnplacedReason, itemIds: readonly number[], bought: string | null): UnplacedCode {
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
    text: unplacedSentence(design.code, reason, text),
    itemIds: [...itemIds],
    asks: asksSeller(reason),
  }
}
