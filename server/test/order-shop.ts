/** A seller with a catalogue and a shop, and orders as the shop's buyers make them. */

import { fileKind, paymentStatus } from '../../contract/constants'
import { itemStateOf } from '../../contract/rules/item-state'
import type { Order } from '../../contract/types'
import { priceOf } from '../domain/credits/price'
import { settle } from '../domain/credits/settle'
import { type ImportOptions, importOrders, type OrderWrite } from '../domain/orders/import'
import type { ItemWrite } from '../domain/orders/items'
import { listOrders } from '../domain/orders/list'
import type { OrderFields } from '../domain/orders/stored-facts'
import type { Ctx } from '../kernel/context'
import { createCatalogueShop } from './catalogue-shop'
import type { Domain } from './domain'
import { insertShop } from './rows'

export interface Info {
  readonly id?: string | undefined
  readonly [field: string]: unknown
}

export const contentOf = (...infos: readonly Info[]): string => JSON.stringify({ v: 1, phoneCaseCustomizationInfos: infos })

export const itemOf = (originalId: string, content: string | null, change: Partial<ItemWrite> = {}): ItemWrite => ({
  originalId,
  productOriginalId: '700000000001',
  skuOriginalId: '800000000101',
  title: '定制手机壳',
  imageUrl: null,
  propertiesName: '适用手机型号:iPhone 15;颜色分类:黑',
  quantity: 1,
  content,
  ...change,
  ...itemStateOf(change),
})

export const orderOf = (originalId: string, items: readonly ItemWrite[], change: Partial<OrderWrite> = {}): OrderWrite => ({
  originalId,
  createdAt: Date.parse('2026-02-20T08:00:00Z'),
  isPlatformOrder: true,
  mergeSplitStatus: 'INDEPENDENT',
  orderItems: items,
  childOrders: [],
  ...change,
})

export const childOf = (order: OrderWrite, mergeSplitStatus: OrderFields['mergeSplitStatus']): OrderFields => {
  const { childOrders: _, ...fields } = order
  return { ...fields, mergeSplitStatus }
}

export const everything = { pageNo: 1, pageSize: 500 } as const

export async function openOrderShop(domain: Domain) {
  const stocked = await createCatalogueShop(domain)
  const { ctx, brand, model, material, color } = stocked
  const shopId = await insertShop(ctx.db, ctx.actor.accountId, { name: '抖店一号' })
  const names = {
    phoneBrandId: brand.id,
    phoneModelId: model.id,
    phoneCaseMaterialId: material.id,
    phoneCaseMaterialColorId: color.id,
    phoneBrandName: '苹果',
    phoneModelName: 'iPhone 15',
    phoneCaseMaterialName: '硅胶',
    phoneCaseMaterialColorName: '黑',
  }
  return {
    ...stocked,
    shopId,
    /** Returns a buyer's customization; without `id` the import identifies it by its content. */
    infoOf: (id: string | undefined, customizedImageUrl: string | null, change: object = {}): Info => ({
      id,
      ...names,
      customizedImageUrl,
      previewImageUrl: null,
      ...change,
    }),
    take: (...orders: OrderWrite[]) => importOrders(ctx, shopId, orders, { source: 'api' }),
    takeFrom: (options: ImportOptions, ...orders: OrderWrite[]) => importOrders(ctx, shopId, orders, options),
    list: async (query: object = {}): Promise<Order[]> => (await listOrders(ctx, { ...everything, ...query })).items,
  }
}

/** Returns the address of the customized image, which the API reveals only once it is paid for. */
export const imageOf = async ({ db }: Ctx, of: { readonly id: number } | undefined): Promise<string | null | undefined> =>
  (
    await db
      .selectFrom('customization')
      .select('customized_image_url')
      .where('id', '=', of?.id ?? 0)
      .executeTakeFirst()
  )?.customized_image_url

let numbers = 0

/** Inserts a picture's file row whose address has the form of an upload's. */
export async function storedPicture(ctx: Ctx, of: { width?: number; height?: number } = {}) {
  const key = `${(++numbers).toString(16).padStart(32, '0')}/${'a'.repeat(16)}.png`
  const { id } = await ctx.db
    .insertInto('file')
    .values({
      account_id: ctx.actor.accountId,
      kind: fileKind.order,
      name: '定制图.png',
      status: 'ready',
      storage_key: key,
      content_type: 'image/png',
      size: 1000,
      width: of.width ?? 886,
      height: of.height ?? 1890,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, url: `/files/${key}` }
}

/** Buys and pays credits. */
export async function buyCredits(ctx: Ctx, credits: number): Promise<void> {
  const outTradeNo = `KJ-ORDER-${++numbers}`
  const now = ctx.clock.now()
  const record = { account_id: ctx.actor.accountId, out_trade_no: outTradeNo, credits, amount_fen: priceOf(credits) }
  await ctx.db
    .insertInto('recharge_record')
    .values({
      ...record,
      operator: ctx.actor.username,
      status: paymentStatus.awaiting,
      created_at: now,
      closes_at: new Date(now.getTime() + 900_000),
    })
    .execute()
  const paid = { status: 'paid' as const, tradeNo: outTradeNo, totalFen: priceOf(credits), paidAt: now, refundedFen: 0 }
  await settle(ctx, { outTradeNo, ...paid })
}
