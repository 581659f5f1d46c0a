/** A seller whose orders can be pushed: a catalogue bound to the demo's factories, and real pictures of the right size. */
import sharp from 'sharp'
import { fileKind } from '../../contract/constants'
import type { Customization, Order, OrderItem, PushCheck, PushOrderBody } from '../../contract/types'
import { readCheck } from '../domain/erp/push/check'
import { pushOrder } from '../domain/erp/push/push'
import { storeExamined } from '../domain/files/service'
import type { OrderWrite } from '../domain/orders/import'
import type { Ctx } from '../kernel/context'
import type { Domain } from './domain'
import { withFactories } from './factories'
import { contentOf, itemOf, openOrderShop, orderOf } from './order-shop'

/** The print area of the first factory's iPhone 15 at a little over 300 dpi. */
export const goodSize = { width: 848, height: 1748 } as const

export type Paint = 'drawn' | 'transparent' | 'uniform' | 'plain'

async function draw(content: Paint, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const background = content === 'transparent' ? { r: 0, g: 0, b: 0, alpha: 0 } : { r: 250, g: 200, b: 180, alpha: 1 }
  const blank = sharp({ create: { width, height, channels: 4, background } })
  if (content === 'transparent' || content === 'uniform') return blank.png().toBuffer()
  const svg = (shapes: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`)
  const hole = { input: svg(`<circle cx="${width / 4}" cy="${height / 8}" r="${width / 8}"/>`), blend: 'dest-out' as const }
  const star = { input: svg(`<circle cx="${width / 2}" cy="${height / 2}" r="${width / 5}" fill="#246"/>`) }
  return blank
    .composite(content === 'plain' ? [hole] : [star, hole])
    .png()
    .toBuffer()
}

const painted = new Map<string, Promise<Buffer>>()

/** Returns a PNG that is drawn once: transparent, uniform, plain with a hole for the camera, or with a drawing and the hole. */
export function paint(content: Paint, size: { width: number; height: number } = goodSize): Promise<Buffer> {
  const key = `${content} ${size.width} ${size.height}`
  const picture = painted.get(key) ?? draw(content, size)
  painted.set(key, picture)
  return picture
}

/** Stores a picture with its bytes and returns its address. */
export async function storePicture(ctx: Ctx, bytes: Buffer): Promise<string> {
  const kept = await storeExamined(ctx, { owner: ctx.actor.accountId, kind: fileKind.order, source: bytes })
  await ctx.db
    .insertInto('file')
    .values({ account_id: ctx.actor.accountId, kind: fileKind.order, name: '定制图.png', status: 'ready', ...kept })
    .execute()
  return `/files/${kept.storage_key}`
}

/** Returns what the order list pushes for an item. */
export const requestedItem = (item: OrderItem) => ({
  originalId: item.originalId,
  quantity: item.quantity,
  phoneCaseCustomizationInfos: item.customizations.map((made: Customization) => ({
    id: made.id,
    phoneModelId: made.phoneModelId,
    phoneCaseMaterialId: made.phoneCaseMaterialId,
    phoneCaseMaterialColorId: made.phoneCaseMaterialColorId,
    customizedImageUrl: made.customizedImageUrl,
  })),
})

export async function openPushShop(domain: Domain) {
  const orders = await openOrderShop(domain)
  let time = domain.deps.clock.now().getTime()
  const clock = { now: () => new Date(time) }
  const advance = (ms: number): void => {
    time += ms
  }
  const ctx: Ctx = { ...orders.ctx, clock, origin: 'http://127.0.0.1:4600' }
  const factories = await withFactories(ctx)
  const mine = { account_id: ctx.actor.accountId }
  const bindModel = async (factoryId: number, modelId: number, code: string): Promise<void> => {
    await ctx.db
      .insertInto('factory_model_binding')
      .values({ ...mine, factory_id: factoryId, phone_model_id: modelId, code, automatic: false })
      .onConflict((conflict) => conflict.columns(['factory_id', 'phone_model_id']).doUpdateSet({ code }))
      .execute()
  }
  const bindMaterial = async (factoryId: number, materialId: number, originalId: string, code: string): Promise<void> => {
    await ctx.db
      .insertInto('factory_material_binding')
      .values({ ...mine, factory_id: factoryId, material_id: materialId, original_id: originalId, code })
      .onConflict((conflict) => conflict.columns(['factory_id', 'material_id']).doUpdateSet({ original_id: originalId, code }))
      .execute()
  }
  const bindColor = async (factoryId: number, colorId: number, originalId: string, code: string): Promise<void> => {
    await ctx.db
      .insertInto('factory_color_binding')
      .values({ ...mine, factory_id: factoryId, material_color_id: colorId, original_id: originalId, code })
      .onConflict((conflict) =>
        conflict.columns(['factory_id', 'material_color_id']).doUpdateSet({ original_id: originalId, code }),
      )
      .execute()
  }
  await bindModel(factories.dongguan, orders.model.id, 'IP15')
  await bindMaterial(factories.dongguan, orders.material.id, '101', 'PC-MS')
  await bindColor(factories.dongguan, orders.color.id, '1012', 'BK')
  const picture = await storePicture(ctx, await paint('drawn'))
  const find = async (originalId: string): Promise<Order> => {
    const top = await orders.list()
    const found = top.flatMap((order) => [order, ...order.childOrders.map((part) => ({ ...part, childOrders: [] }))])
    const order = found.find((one) => one.originalId === originalId)
    if (!order) throw new Error(`no order ${originalId}`)
    return order
  }
  /** Returns the push request for the order as the seller sees it now. */
  const seen = async (originalId: string, factoryId = factories.dongguan): Promise<PushOrderBody> => {
    const { orderItems } = await find(originalId)
    return { factoryId, orderOriginalId: originalId, orderItems: orderItems.map(requestedItem) }
  }
  return {
    ...orders,
    ctx,
    advance,
    factories,
    picture,
    bindModel,
    bindMaterial,
    bindColor,
    find,
    seen,
    /** Imports an order with one item for each address of a customized image. */
    order: (originalId: string, urls: readonly (string | null)[] = [picture], change: Partial<OrderWrite> = {}) =>
      orders.take(
        orderOf(
          originalId,
          urls.map((url, at) => itemOf(`${originalId}-${at}`, contentOf(orders.infoOf(`${originalId}/${at}`, url)))),
          change,
        ),
      ),
    check: async (originalId: string, factoryId?: number): Promise<PushCheck> =>
      readCheck(ctx, await seen(originalId, factoryId)),
    push: async (originalId: string, factoryId?: number) => pushOrder(ctx, await seen(originalId, factoryId)),
  }
}

export type PushShop = Awaited<ReturnType<typeof openPushShop>>
