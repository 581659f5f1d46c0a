/**
 * Hands designs to the platforms that opened their links for an order. A job makes the call, so that it is repeated after a failure and
 * after the process ended. The row of a delivery tells the seller its state.
 */
import { type Selectable, sql } from 'kysely'
import type { ShopType } from '../../../contract/rules/shop-types'
import type { BuyerDesignRow } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import type { PlatformDesign } from '../../ports/platform-hooks'
import { readStored } from '../orders/picture-bytes'
import type { DesignRow } from './access'
import { readRow } from './list'

/** Queue of the jobs; their data name the row as `deliveryId`. */
export const deliveryQueue = 'platform-delivery'

export type DeliveryRow = Selectable<Database['platform_delivery']>
export type DeliveryEnding = Pick<DeliveryRow, 'status' | 'error' | 'receipt'>

/** Sends the job of a design that was put into the order for which it was begun. A submission that was sent before is not repeated. */
export async function queueDelivery(ctx: Ctx, design: DesignRow): Promise<void> {
  const { db, actor, clock, platforms } = ctx
  const { id, shop_id, for_order: order, submitted_revision: revision } = design
  if (order === null || order !== design.order_original_id || revision === null) return
  const shop = await requireOwned(ctx, 'shop', shop_id, '店铺')
  if (!platforms[shop.type]) return
  const { rows } = await sql<{ id: number }>`
    insert into platform_delivery as kept (account_id, design_id, order_original_id, revision, status, updated_at)
    values (${actor.accountId}, ${id}, ${order}, ${revision}, 'waiting', ${clock.now()})
    on conflict (design_id) do update set order_original_id = excluded.order_original_id, revision = excluded.revision,
      status = 'waiting', error = null, receipt = null, updated_at = excluded.updated_at
      where kept.revision <> excluded.revision or kept.order_original_id <> excluded.order_original_id or kept.status = 'failed'
    returning id`.execute(db)
  if (rows[0]) await sendJob(ctx, rows[0].id)
}

const sendJob = ({ db, actor, jobs }: Ctx, deliveryId: number): Promise<void> =>
  jobs.send(db, { queue: deliveryQueue, accountId: actor.accountId, data: { deliveryId } })

/** A design that was taken out of its order is no longer handed over; the platform keeps what it has. */
export async function forgetDelivery({ db, actor }: Ctx, designId: number): Promise<void> {
  await db.deleteFrom('platform_delivery').where('account_id', '=', actor.accountId).where('design_id', '=', designId).execute()
}

/** Queues the delivery of a design again, because the seller asked for it. */
export async function repeatDelivery(ctx: Ctx, designId: number): Promise<BuyerDesignRow> {
  await requireOwned(ctx, 'buyer_design', designId, '设计')
  await transact(ctx, async (inner) => {
    const row = await inner.db
      .updateTable('platform_delivery')
      .set({ status: 'waiting', error: null, updated_at: ctx.clock.now() })
      .where('account_id', '=', ctx.actor.accountId)
      .where('design_id', '=', designId)
      .where('status', '<>', 'waiting')
      .returning('id')
      .executeTakeFirst()
    if (row) await sendJob(inner, row.id)
  })
  ctx.jobs.wake(deliveryQueue)
  return readRow(ctx, designId)
}

interface Delivered {
  readonly code: string
  readonly userId: string | null
  readonly shopType: ShopType
  readonly model: string | null
  readonly material: string | null
  readonly color: string | null
  readonly pictureKey: string | null
}

type Needs = Pick<Deps, 'db' | 'storage' | 'examiner' | 'platforms' | 'clock'>

async function readDelivered({ db }: Pick<Deps, 'db'>, row: DeliveryRow): Promise<Delivered | undefined> {
  const { rows } = await sql<Delivered>`
    select code, platform_user as "userId", shop.type as "shopType", model.name as model, material.name as material,
      color.name as color, coalesce(effect.storage_key, print.storage_key) as "pictureKey"
    from buyer_design design join shop on shop.id = design.shop_id
    left join phone_model model on model.id = (design.submission ->> 'phoneModelId')::bigint
    left join material_color color on color.id = (design.submission ->> 'materialColorId')::bigint
    left join material on material.id = color.material_id
    left join file effect on effect.id = design.effect_file_id
    left join file print on print.id = design.print_file_id
    where design.id = ${row.design_id} and design.account_id = ${row.account_id}
      and design.order_original_id = ${row.order_original_id} and not design.under_review`.execute(db)
  return rows[0]
}

/** Hands a design over. Rejects with a Failure for the seller; see the port. */
export async function deliverDesign(deps: Needs, row: DeliveryRow): Promise<DeliveryEnding> {
  const design = await readDelivered(deps, row)
  if (!design?.pictureKey) throw new Failure('conflict', '这个设计已经不在订单里了')
  const { pictureKey: key, shopType, userId, code } = design
  const hook = deps.platforms[shopType]
  if (!hook) throw new Failure('upstream-failed', '这个平台的对接没有配置')
  const texts = [
    { name: '手机型号', value: design.model },
    { name: '材质', value: design.material },
    { name: '颜色', value: design.color },
    { name: '定制编号', value: code },
  ]
  const receipt = await hook.deliver({
    id: `${row.id}-${row.revision}`,
    orderOriginalId: row.order_original_id,
    userId,
    code,
    texts: texts.flatMap(({ name, value }): PlatformDesign['texts'] => (value === null ? [] : [{ name, value }])),
    picture: await deps.examiner.snapshot(() => readStored(deps, key), row.account_id),
  })
  return { status: 'sent', error: null, receipt }
}

const day = 24 * 60 * 60 * 1000
/** Time for which a platform is asked whether a design arrived there; a mini-program passes it on when its buyer opens it. */
const askedForMs = 3 * day
const maxAsked = 50

/** Asks the platforms for the designs that were sent, the newest first, and records those that arrived. */
export async function confirmDeliveries(deps: Needs, report: (error: unknown) => void): Promise<void> {
  const rows = await deps.db
    .selectFrom('platform_delivery')
    .selectAll()
    .where('status', '=', 'sent')
    .where('updated_at', '>', new Date(deps.clock.now().getTime() - askedForMs))
    .orderBy('updated_at', 'desc')
    .limit(maxAsked)
    .execute()
  for (const row of rows) {
    try {
      const design = await readDelivered(deps, row)
      const order = { orderOriginalId: row.order_original_id, userId: design?.userId ?? null }
      if (!design || !(await deps.platforms[design.shopType]?.hasDesign(order))) continue
      await deps.db
        .updateTable('platform_delivery')
        .set({ status: 'confirmed' })
        .where('id', '=', row.id)
        .where('status', '=', 'sent')
        .where('revision', '=', row.revision)
        .execute()
    } catch (error) {
      report(error)
    }
  }
}
