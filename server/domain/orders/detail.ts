/** Reads one order with the snapshots of its customizations, and the pictures of several orders. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import { downloadStateOf } from '../../../contract/rules/order-state'
import type { Order } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { hasBegun } from '../buyer/unplaced'
import { withoutAddresses } from './pay-wall'
import { orderColumns, pictureUrl, shownUrl, withDetails } from './rows'
import { layerPicture, type StoredSnapshot } from './snapshot'

type Calls = AppContract['orders']
type Detail = Reply<Calls['get']>

async function readOrders(ctx: Ctx, ids: readonly number[]): Promise<Order[]> {
  const rows = await ctx.db
    .selectFrom('shop_order')
    .select(orderColumns)
    .select(hasBegun('shop_order').as('has_begun'))
    .where('account_id', '=', ctx.actor.accountId)
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  if (ids.some((id) => !byId.has(id))) throw notFound('订单')
  return withDetails(
    ctx,
    ids.flatMap((id) => byId.get(id) ?? []),
  )
}

/** Returns a top-level order with its children, or a single child. */
export async function getOrder(ctx: Ctx, id: number): Promise<Detail> {
  const [order] = await readOrders(ctx, [id])
  if (!order) throw notFound('订单')
  return { ...order, snapshots: await readSnapshots(ctx, order) }
}

/** Returns the ids of an order's customizations, including its children's, that are paid for. */
const paidIdsOf = (order: Order): ReadonlySet<number> =>
  new Set(
    itemsOf(order).flatMap(({ customizations }) =>
      customizations.flatMap((one) => (downloadStateOf(one) === 'downloaded' ? one.id : [])),
    ),
  )

const itemsOf = (order: Order) => [order, ...order.childOrders].flatMap(({ orderItems }) => orderItems)

async function readSnapshots(ctx: Ctx, order: Order): Promise<Detail['snapshots']> {
  const ids = [...new Set(itemsOf(order).flatMap(({ customizations }) => customizations.map(({ id }) => id)))]
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('customization')
    .select(['id', 'snapshot', 'taken_at'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const paid = paidIdsOf(order)
  return rows.map(({ id, snapshot, taken_at }) => ({
    customizationId: id,
    takenAt: taken_at.getTime(),
    // Only `freeze` writes this column.
    snapshot: toShownSnapshot(ctx, snapshot as unknown as StoredSnapshot, paid.has(id)),
  }))
}

/**
 * Returns a snapshot as a response may show it. The layers together make up the customized image, so until it is paid for their
 * pictures are omitted.
 */
function toShownSnapshot(
  ctx: Ctx,
  { layers, wireframe, ...rest }: StoredSnapshot,
  isPaid: boolean,
): Detail['snapshots'][number]['snapshot'] {
  return {
    ...rest,
    layers: layers?.map((layer) => (isPaid ? shownLayer(ctx, layer) : hiddenLayer(layer))) ?? null,
    wireframe: frameOf(ctx, wireframe),
  }
}

const frameOf = (ctx: Ctx, wireframe: StoredSnapshot['wireframe']): Detail['snapshots'][number]['snapshot']['wireframe'] =>
  wireframe && {
    width: wireframe.width,
    height: wireframe.height,
    backgroundUrl: pictureUrl(ctx, wireframe.backgroundKey),
    foregroundUrl: pictureUrl(ctx, wireframe.foregroundKey),
  }

/** Returns the frames of customizations that have pictures of their cases. */
export async function readFrames(
  ctx: Ctx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NonNullable<ReturnType<typeof frameOf>>>> {
  const { rows } = await sql<{ id: number; wireframe: StoredSnapshot['wireframe'] }>`
    select id, snapshot->'wireframe' as wireframe from customization
    where account_id = ${ctx.actor.accountId} and id = any(${[...ids]}::bigint[])`.execute(ctx.db)
  return new Map(
    rows.flatMap(({ id, wireframe }) => {
      const frame = frameOf(ctx, wireframe)
      return frame && (frame.backgroundUrl ?? frame.foregroundUrl) !== null ? [[id, frame] as const] : []
    }),
  )
}

function hiddenLayer({ [layerPicture]: _, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return withoutAddresses(rest) as Record<string, unknown>
}

function shownLayer(ctx: Ctx, layer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { [layerPicture]: key, ...rest } = layer
  if (typeof key === 'string') return { ...rest, imageUrl: pictureUrl(ctx, key) }
  return typeof rest.imageUrl === 'string' ? { ...rest, imageUrl: shownUrl(ctx, rest.imageUrl) } : rest
}

/**
 * Returns customized images by order, including those of child orders; a customization that several of them show is listed once.
 */
export async function listImages(ctx: Ctx, orderIds: readonly number[]): Promise<Reply<Calls['customizedImages']>> {
  const orders = await readOrders(ctx, orderIds)
  const seenIds = new Set<number>()
  return orders.map((order) => ({
    orderId: order.id,
    customizedImageUrls: itemsOf(order).flatMap((item) =>
      item.customizations.flatMap(({ id, customizedImageUrl }) => {
        if (customizedImageUrl === null || seenIds.has(id)) return []
        seenIds.add(id)
        return { orderItemId: item.id, customizedImageUrl }
      }),
    ),
  }))
}
