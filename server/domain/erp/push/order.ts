/** Finds the cases that a call refers to: compares the stored order with what the seller saw of it. */
import { sql } from 'kysely'
import type { AppContract } from '../../../../contract/contract'
import type { Parsed } from '../../../../contract/core'
import type { Customization, Order, OrderItem } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { hasBegun } from '../../buyer/unplaced'
import { storedKey } from '../../files/addresses'
import { isPreview, previewName } from '../../orders/pay-wall'
import { orderColumns, withDetails } from '../../orders/rows'

export type PushBody = Parsed<AppContract['pushes']['push']>['body']
type RequestedItem = PushBody['orderItems'][number]
type RequestedCase = RequestedItem['phoneCaseCustomizationInfos'][number]

export interface FoundItem extends OrderItem {
  /** The order that it belongs to: this one or a part of it. */
  readonly orderId: number
  /** Its place in that order, from 1. */
  readonly itemIndex: number
}

export interface FoundOrder {
  readonly id: number
  readonly originalId: string
  readonly shopId: number
  /** Ids of the order, its parent and its children, all of which show the same cases. */
  readonly familyIds: readonly number[]
  /** The requested items. */
  readonly items: readonly FoundItem[]
}

export const orderNotFound = (originalId: string): Failure =>
  new Failure('not-found', `订单 ${originalId} 不在壳匠中，请先在订单管理同步订单后再推送`)
export const orderChanged = (): Failure => new Failure('conflict', '订单内容已变化，请刷新后再推送')

/**
 * Finds the order. Rejects with 'not-found' (no order of this number) or 'conflict' (it has changed, or two shops have an order
 * of this number).
 */
export async function findOrder(ctx: Ctx, body: PushBody): Promise<FoundOrder> {
  const rows = await ctx.db
    .selectFrom('shop_order')
    .select(orderColumns)
    .select(hasBegun('shop_order').as('has_begun'))
    .where('account_id', '=', ctx.actor.accountId)
    .where('original_id', '=', body.orderOriginalId)
    .orderBy('id')
    .execute()
  if (rows.length === 0) throw orderNotFound(body.orderOriginalId)
  const orders = await withDetails(ctx, rows)
  const hasPicture = await readPictures(ctx, orders)
  const found = orders.flatMap((order) => {
    const items = matchItems(order, body.orderItems, hasPicture)
    return items === null ? [] : [{ order, items, parentId: rows.find(({ id }) => id === order.id)?.parent_id ?? null }]
  })
  const [first] = found
  if (!first) throw orderChanged()
  if (found.length > 1) {
    throw new Failure(
      'conflict',
      `有 ${found.length} 个店铺都有订单 ${body.orderOriginalId}，无法确定是哪一个，请在订单管理中推送`,
    )
  }
  const { order, items, parentId } = first
  const familyIds = [order.id, ...(parentId === null ? [] : [parentId]), ...order.childOrders.map(({ id }) => id)]
  return { id: order.id, originalId: order.originalId, shopId: order.shopId, familyIds, items }
}

/** Returns whether a customization has the picture at this address. */
type HasPicture = (customizationId: number, url: string) => boolean

/**
 * A picture may be given by its own address, as other programs know it, or by its preview's, which responses contain until it is
 * paid for.
 */
async function readPictures(ctx: Ctx, orders: readonly Order[]): Promise<HasPicture> {
  const items = orders.flatMap((order) => [order, ...order.childOrders]).flatMap(({ orderItems }) => orderItems)
  const ids = items.flatMap(({ customizations }) => customizations.map(({ id }) => id))
  const rows = await ctx.db
    .selectFrom('customization')
    .select(['id', 'customized_image_url as url'])
    .where('account_id', '=', ctx.actor.accountId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  const storedUrls = new Map(rows.map(({ id, url }) => [id, url]))
  return (id, given) => {
    const url = storedUrls.get(id) ?? null
    const preview = previewName(given)
    if (url !== null && preview !== undefined) return isPreview(ctx, preview, { id, url })
    return isSameOrAbsent(pictureOf(given), pictureOf(url))
  }
}

/**
 * Returns the stored items that match the given ones, or null when one is missing or has changed. Items of the order itself come
 * before those of its parts, because a parent without items of its own is shown with theirs.
 */
function matchItems(order: Order, requested: readonly RequestedItem[], hasPicture: HasPicture): readonly FoundItem[] | null {
  const unmatched = [order, ...order.childOrders].flatMap(({ id, orderItems }) =>
    orderItems.map((item, at) => ({ ...item, orderId: id, itemIndex: at + 1 })),
  )
  const items: FoundItem[] = []
  for (const wanted of requested) {
    const index = unmatched.findIndex((item) => isSameItem(item, wanted, hasPicture))
    const [item] = index < 0 ? [] : unmatched.splice(index, 1)
    if (!item) return null
    items.push(item)
  }
  return items
}

const isSameItem = (item: OrderItem, requested: RequestedItem, hasPicture: HasPicture): boolean =>
  item.originalId === requested.originalId &&
  item.quantity === requested.quantity &&
  haveSameCases(item.customizations, requested.phoneCaseCustomizationInfos, hasPicture)

/** Returns whether both have the same cases, each once, in any order. */
function haveSameCases(stored: readonly Customization[], requested: readonly RequestedCase[], hasPicture: HasPicture): boolean {
  if (stored.length !== requested.length) return false
  const unmatched = [...stored]
  // Cases with an id are matched first: a case without one might match the same design by its other fields.
  for (const wanted of [...requested].sort((a, b) => Number(b.id != null) - Number(a.id != null))) {
    const index = unmatched.findIndex((customization) => isSameCase(customization, wanted, hasPicture))
    if (index < 0) return false
    unmatched.splice(index, 1)
  }
  return true
}

/** Compares only the given fields; at least one of them must identify the case. */
function isSameCase(stored: Customization, requested: RequestedCase, hasPicture: HasPicture): boolean {
  const identifier = requested.id ?? requested.phoneModelId ?? requested.customizedImageUrl
  return (
    identifier != null &&
    isSameOrAbsent(requested.id, stored.id) &&
    isSameOrAbsent(requested.phoneModelId, stored.phoneModelId) &&
    isSameOrAbsent(requested.phoneCaseMaterialId, stored.phoneCaseMaterialId) &&
    isSameOrAbsent(requested.phoneCaseMaterialColorId, stored.phoneCaseMaterialColorId) &&
    (requested.customizedImageUrl == null || hasPicture(stored.id, requested.customizedImageUrl))
  )
}

const isSameOrAbsent = <T>(given: T | null | undefined, stored: T | null): boolean => given == null || given === stored

/** A stored picture by its key, whatever host its address names; another one by its address. */
function pictureOf(url: string | null | undefined): string | null {
  if (url == null || url === '') return null
  return storedKey(url) ?? (url.startsWith('//') ? `https:${url}` : url)
}
