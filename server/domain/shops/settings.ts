/**
 * Customization settings of SKUs. Stored by platform ids, so that a product that is removed and added again keeps its settings.
 */
import { sql } from 'kysely'
import type { CustomizationSetting } from '../../../contract/types'
import type { Ctx, Db } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { readSetting, type SettingData, writeSetting } from './setting-data'
import { checkSetting } from './setting-rules'
import { lockShop, requireShop } from './shops'

const columns = ['id', 'shop_id', 'product_original_id', 'sku_original_id', 'data'] as const

const select = (db: Db, accountId: number, shopId: number) =>
  db.selectFrom('customization_setting').select(columns).where('account_id', '=', accountId).where('shop_id', '=', shopId)

type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toSetting = (row: Selected): CustomizationSetting => ({
  id: row.id,
  shopId: row.shop_id,
  productOriginalId: row.product_original_id,
  skuOriginalId: row.sku_original_id === '' ? null : row.sku_original_id,
  ...readSetting(row.data),
})

export async function listSettings(
  ctx: Ctx,
  { shopId, productOriginalIds }: { readonly shopId: number; readonly productOriginalIds: readonly string[] },
): Promise<CustomizationSetting[]> {
  await requireShop(ctx, shopId)
  if (productOriginalIds.length === 0) return []
  const rows = await select(ctx.db, ctx.actor.accountId, shopId)
    .where('product_original_id', 'in', productOriginalIds)
    .orderBy('id')
    .execute()
  return rows.map(toSetting)
}

/** One SKU of a product; null for a product without SKUs. */
export interface Target {
  readonly productOriginalId: string
  readonly skuOriginalId?: string | null | undefined
}

const keyOf = ({ productOriginalId, skuOriginalId }: Target): string => JSON.stringify([productOriginalId, skuOriginalId ?? ''])

/** Returns the targets that the shop does not sell: no such product, no such SKU, or no SKU given for a product that has some. */
async function unknownTargets({ db, actor }: Ctx, shopId: number, targets: readonly Target[]): Promise<Target[]> {
  const rows = await db
    .selectFrom('product')
    .leftJoin('product_sku', 'product_sku.product_id', 'product.id')
    .select(['product.original_id', 'product_sku.original_id as sku'])
    .where('product.account_id', '=', actor.accountId)
    .where('product.shop_id', '=', shopId)
    .where('product.original_id', 'in', [...new Set(targets.map(({ productOriginalId }) => productOriginalId))])
    .execute()
  const sold = new Set(rows.map((row) => keyOf({ productOriginalId: row.original_id, skuOriginalId: row.sku })))
  return targets.filter((target) => !sold.has(keyOf(target)))
}

/** Rejects with 'invalid' on `skus.N` for a target that the shop does not sell. */
export async function requireTargets(ctx: Ctx, shopId: number, targets: readonly Target[]): Promise<void> {
  const [unknown] = await unknownTargets(ctx, shopId, targets)
  if (!unknown) return
  throw invalid(`skus.${targets.indexOf(unknown)}`, `商品 ${unknown.productOriginalId} 或它的规格不存在，请刷新后重新选择`)
}

/** Returns those of the targets that have a setting. */
export async function configuredTargets<T extends Target>(
  ctx: Ctx,
  shopId: number,
  targets: readonly T[],
): Promise<ReadonlySet<T>> {
  const ids = [...new Set(targets.map(({ productOriginalId }) => productOriginalId))]
  const rows = await select(ctx.db, ctx.actor.accountId, shopId).where('product_original_id', 'in', ids).execute()
  const configured = new Set(rows.map(toSetting).map(keyOf))
  return new Set(targets.filter((target) => configured.has(keyOf(target))))
}

export type SettingWrite = SettingData & Target & { readonly shopId: number }

export function putSetting(
  ctx: Ctx,
  { shopId, productOriginalId, skuOriginalId, ...given }: SettingWrite,
): Promise<CustomizationSetting> {
  const target = { productOriginalId, skuOriginalId: skuOriginalId ?? null }
  return transact(ctx, async (inner) => {
    await lockShop(inner, shopId)
    const unknown = await unknownTargets(inner, shopId, [target])
    if (unknown.length > 0) throw invalid('productOriginalId', '商品或规格不存在，请刷新后重试')
    const stored = await readStored(inner, shopId, target)
    const data = await checkSetting(inner, given, stored)
    const [setting] = await writeSettings(inner, shopId, [target], data)
    if (!setting) throw new Error('a setting that was written did not come back')
    return setting
  })
}

async function readStored({ db, actor }: Ctx, shopId: number, target: Target): Promise<SettingData | null> {
  const row = await select(db, actor.accountId, shopId)
    .where('product_original_id', '=', target.productOriginalId)
    .where('sku_original_id', '=', target.skuOriginalId ?? '')
    .executeTakeFirst()
  return row ? readSetting(row.data) : null
}

/**
 * Writes the same setting for all targets in one statement; returns them in the order of the targets. The shop must be locked, and
 * targets and setting checked.
 */
export async function writeSettings({ db, actor, clock }: Ctx, shopId: number, targets: readonly Target[], data: SettingData) {
  const list = JSON.stringify(targets.map((target) => ({ p: target.productOriginalId, s: target.skuOriginalId ?? '' })))
  const text = writeSetting(data)
  const { rows } = await sql<Selected>`
    insert into customization_setting (account_id, shop_id, product_original_id, sku_original_id, data, updated_at)
    select ${actor.accountId}::bigint, ${shopId}::bigint, p, s, ${text}::jsonb, ${clock.now()}::timestamptz
    from jsonb_to_recordset(${list}::jsonb) as target (p text, s text)
    on conflict (shop_id, product_original_id, sku_original_id)
      do update set data = excluded.data, updated_at = excluded.updated_at
    returning id, shop_id, product_original_id, sku_original_id, data`.execute(db)
  const settings = new Map(rows.map(toSetting).map((setting) => [keyOf(setting), setting]))
  return targets.flatMap((target) => settings.get(keyOf(target)) ?? [])
}

export interface SettingCopy {
  readonly shopId: number
  readonly from: Target
  readonly to: readonly Target[]
}

/** Copies the setting of one SKU to other SKUs of the shop, all or none of them. */
export function copySetting(ctx: Ctx, { shopId, from, to }: SettingCopy): Promise<{ settings: CustomizationSetting[] }> {
  return transact(ctx, async (inner) => {
    await lockShop(inner, shopId)
    const stored = await readStored(inner, shopId, from)
    if (!stored) throw new Failure('not-found', '该规格还没有保存过配置，请先配置再复制')
    const targets = [...new Map(to.map((target) => [keyOf(target), target])).values()]
    const [unknown] = await unknownTargets(inner, shopId, targets)
    if (unknown) {
      const index = to.findIndex((target) => keyOf(target) === keyOf(unknown))
      throw invalid(`to.${index}`, `商品 ${unknown.productOriginalId} 或它的规格不存在，请刷新后重新选择`)
    }
    return { settings: await writeSettings(inner, shopId, targets, stored) }
  })
}
