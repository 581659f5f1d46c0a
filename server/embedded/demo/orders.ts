/** Adds the demo's orders: stores their pictures, and imports the orders like any others. */
import type { ShopType } from '../../../contract/rules/shop-types'
import { importOrders, type OrderWrite } from '../../domain/orders/import'
import type { OrderFields } from '../../domain/orders/stored-facts'
import { readLayers } from '../../domain/templates/layers'
import { taobaoType } from '../../infra/marketplaces/taobao/taobao'
import type { Ctx, Deps } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { demoCanvas } from './designs'
import { effectKey, type OrderedCase, orderedCases, printKey } from './order-art'
import { doudianOrders, type Info, taobaoOrders } from './order-data'
import type { DemoPictureSource } from './picture-source'
import type { KeptFile } from './pictures'

/** Adds orders to the demo account's shops unless it has orders already, also if another server does so at the same time. */
export async function addDemoOrders(ctx: Ctx, pictures: DemoPictureSource): Promise<void> {
  if (await hasOrders(ctx)) return
  // Done before the transaction: storing takes a while, and rows must never refer to pictures that are not stored yet.
  const files = await pictures.ofOrders(ctx)
  await transact(ctx, async (inner) => {
    const { db, actor } = inner
    await db.selectFrom('account').select('id').where('id', '=', actor.accountId).forUpdate().execute()
    if (await hasOrders(inner)) return
    const rows = [...files.values()].map((file) => ({ ...file, account_id: actor.accountId, status: 'ready' as const }))
    await db.insertInto('file').values(rows).execute()
    await fillOrders(inner, files)
  })
}

async function hasOrders({ db, actor }: Ctx): Promise<boolean> {
  const mine = db.selectFrom('shop_order').select('id').where('account_id', '=', actor.accountId)
  return (await mine.limit(1).executeTakeFirst()) !== undefined
}

async function fillOrders(ctx: Ctx, files: ReadonlyMap<string, KeptFile>): Promise<void> {
  const shops = await ctx.db
    .selectFrom('shop')
    .select(['id', 'type'])
    .where('account_id', '=', ctx.actor.accountId)
    .orderBy('id')
    .execute()
  const infos: Info[] = []
  for (const of of orderedCases) infos.push(await infoOf(ctx, of, files))
  const now = ctx.clock.now().getTime()
  const first = (type: ShopType) => shops.find((shop) => shop.type === type)?.id
  const [taobaoShop, doudianShop] = [first(taobaoType), first('DOUDIAN')]
  if (taobaoShop !== undefined)
    await importOrders(ctx, taobaoShop, await withProductPictures(ctx, taobaoOrders(infos, now)), { source: 'demo' })
  if (doudianShop !== undefined)
    await importOrders(ctx, doudianShop, await withProductPictures(ctx, doudianOrders(infos, now)), { source: 'demo' })
}

/** Sets the picture of each item to its product's. */
async function withProductPictures({ db, actor }: Ctx, orders: readonly OrderWrite[]): Promise<OrderWrite[]> {
  const products = await db
    .selectFrom('product')
    .select(['original_id', 'image_url'])
    .where('account_id', '=', actor.accountId)
    .execute()
  const urls = new Map(products.map((product) => [product.original_id, product.image_url]))
  const shown = <O extends OrderFields>(of: O): O => ({
    ...of,
    orderItems: of.orderItems.map((only) => ({ ...only, imageUrl: urls.get(only.productOriginalId ?? '') ?? null })),
  })
  return orders.map((of) => ({ ...shown(of), childOrders: of.childOrders.map(shown) }))
}

async function idOf(
  ctx: Ctx,
  table: 'phone_brand' | 'phone_model' | 'material' | 'material_color' | 'template',
  name: string,
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', ctx.actor.accountId)
    .where('name', '=', name)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns a design as its buyer left it: on this case, with its pictures. */
async function infoOf(ctx: Ctx, of: OrderedCase, files: ReadonlyMap<string, KeptFile>): Promise<Info> {
  const urlOf = (key: string): string | null => {
    const file = files.get(key)
    return file ? `/files/${file.storage_key}` : null
  }
  const templateId = await idOf(ctx, 'template', of.design.name)
  return {
    phoneBrandId: await idOf(ctx, 'phone_brand', of.brandName),
    phoneModelId: await idOf(ctx, 'phone_model', of.model.name),
    phoneCaseMaterialId: await idOf(ctx, 'material', of.material.name),
    phoneCaseMaterialColorId: await idOf(ctx, 'material_color', of.color.name),
    phoneBrandName: of.brandName,
    phoneModelName: of.model.name,
    phoneCaseMaterialName: of.material.name,
    phoneCaseMaterialColorName: of.color.name,
    customizedImageUrl: urlOf(printKey(of)),
    previewImageUrl: urlOf(effectKey(of)),
    design: {
      templateId,
      templateRevision: 1,
      canvas: demoCanvas,
      layers: templateId === null ? null : await readLayers(ctx, templateId),
    },
  }
}

/**
 * Returns the customizations of the demo's orders, for orders that arrive while the server runs (../marketplace/demo-trades.ts).
 */
export async function demoCustomizations({ db }: Pick<Deps, 'db'>, account: string): Promise<Info[]> {
  const rows = await db
    .selectFrom('order_item')
    .innerJoin('account', 'account.id', 'order_item.account_id')
    .select('content')
    .where('account.name', '=', account)
    .where('content', 'like', '%"id":"tb-%')
    .orderBy('order_item.id')
    .limit(20)
    .execute()
  return rows
    .flatMap(({ content }) => (content === null ? [] : infosIn(content)))
    .filter((info) => info.customizedImageUrl !== null)
}

/** Only reads content that was written above. */
function infosIn(content: string): Info[] {
  try {
    const { phoneCaseCustomizationInfos: infos } = JSON.parse(content) as { phoneCaseCustomizationInfos?: unknown }
    return Array.isArray(infos) ? infos.filter((info): info is Info => typeof info === 'object' && info !== null) : []
  } catch {
    return []
  }
}
