/** Customization links that a seller gives to buyers: one default link per shop, and further ones with settings of their own. */
import type { CustomizationTiming } from '../../../contract/constants'
import type { LinkDates } from '../../../contract/rules/link-dates'
import type { ShopCustomizationSetting, ShopCustomizationUrls } from '../../../contract/types'
import type { Ctx, Db } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { newFileSecret } from '../files/names'
import { noCounts, readCounts } from './link-counts'
import { readSetting, type SettingData, writeSetting } from './setting-data'
import { checkSetting } from './setting-rules'
import { listShops, lockShop } from './shops'

const columns = [
  ...(['id', 'shop_id', 'is_default', 'customization_timing', 'data', 'enabled', 'token'] as const),
  ...(['name', 'starts_at', 'ends_at'] as const),
] as const

const select = (db: Db, accountId: number) =>
  db.selectFrom('shop_customization_setting').select(columns).where('account_id', '=', accountId)

type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toSetting = (row: Selected): ShopCustomizationSetting => ({
  id: row.id,
  shopId: row.shop_id,
  isDefault: row.is_default,
  enabled: row.enabled,
  // The column's check allows nothing else.
  customizationTiming: row.customization_timing as CustomizationTiming,
  name: row.name,
  ...readDates(row),
  ...readSetting(row.data),
})

/**
 * Address at which buyers customize: that of another buyers' program, which knows shops and settings by their ids, or of this
 * server's page, at the public address or the one that the seller uses now.
 */
const linkUrl = ({ buyerUrl, publicUrl, origin }: Ctx, { id, shop_id, is_default, token }: Selected): string =>
  buyerUrl === undefined
    ? `${publicUrl || (origin ?? '')}/customize/${token}`
    : `${buyerUrl}/${shop_id}${is_default ? '' : `?s=${id}`}`

/** Returns every shop with its links, the default one first. */
export async function listUrls(ctx: Ctx): Promise<ShopCustomizationUrls[]> {
  const shops = await listShops(ctx)
  const rows = await select(ctx.db, ctx.actor.accountId).orderBy('is_default', 'desc').orderBy('id').execute()
  const counts = await readCounts(ctx)
  return shops.map((shop) => ({
    shop,
    customizationUrls: rows
      .filter((row) => row.shop_id === shop.id)
      .map((row) => {
        const url = linkUrl(ctx, row)
        return {
          url,
          previewUrl: ctx.buyerUrl === undefined ? `${url}?preview` : null,
          counts: counts.get(row.id) ?? noCounts,
          shopCustomizationSetting: toSetting(row),
        }
      }),
  }))
}

interface DateColumns {
  readonly starts_at: Date | null
  readonly ends_at: Date | null
}

export const readDates = ({ starts_at, ends_at }: DateColumns): LinkDates => ({
  startsAt: starts_at?.getTime() ?? null,
  endsAt: ends_at?.getTime() ?? null,
})

function writeDates({ startsAt, endsAt }: LinkDates): DateColumns {
  if (startsAt !== null && endsAt !== null && endsAt < startsAt) throw invalid('endsAt', '结束日期不能早于开始日期')
  return { starts_at: startsAt === null ? null : new Date(startsAt), ends_at: endsAt === null ? null : new Date(endsAt) }
}

export type LinkWrite = SettingData & {
  readonly customizationTiming: CustomizationTiming
  readonly enabled?: boolean | undefined
  readonly name?: string | undefined
  /** Epoch ms; null: no bound; undefined: as it is. */
  readonly startsAt?: number | null | undefined
  readonly endsAt?: number | null | undefined
}

/** Creates a link. The first link of a shop is always its default; a later one replaces the default on request. */
export function createLink(
  ctx: Ctx,
  {
    shopId,
    isDefault,
    customizationTiming,
    enabled = true,
    name = '',
    startsAt = null,
    endsAt = null,
    ...given
  }: LinkWrite & { readonly shopId: number; readonly isDefault: boolean },
): Promise<ShopCustomizationSetting> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    await lockShop(inner, shopId)
    const data = await checkSetting(inner, given, null)
    const dates = writeDates({ startsAt, endsAt })
    const currentDefault = await select(db, actor.accountId)
      .where('shop_id', '=', shopId)
      .where('is_default', '=', true)
      .executeTakeFirst()
    if (currentDefault && isDefault) await unsetDefault(inner, shopId)
    const row = await db
      .insertInto('shop_customization_setting')
      .values({
        account_id: actor.accountId,
        shop_id: shopId,
        is_default: isDefault || !currentDefault,
        customization_timing: customizationTiming,
        data: writeSetting(data),
        enabled,
        name,
        ...dates,
        created_at: inner.clock.now(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return toSetting(row)
  })
}

const requireLink = (ctx: Ctx, id: number) => requireOwned(ctx, 'shop_customization_setting', id, '定制链接')

export function updateLink(
  ctx: Ctx,
  id: number,
  {
    isDefault,
    customizationTiming,
    enabled,
    name,
    startsAt,
    endsAt,
    ...given
  }: LinkWrite & { readonly isDefault?: boolean | undefined },
): Promise<ShopCustomizationSetting> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    await lockShop(inner, (await requireLink(inner, id)).shop_id)
    const former = await requireLink(inner, id)
    if (isDefault === false && former.is_default) {
      throw invalid('isDefault', '每个店铺要有一个默认链接，如需更换，请把另一个链接设为默认')
    }
    const data = await checkSetting(inner, given, readSetting(former.data))
    const stored = readDates(former)
    const dates = writeDates({
      startsAt: startsAt === undefined ? stored.startsAt : startsAt,
      endsAt: endsAt === undefined ? stored.endsAt : endsAt,
    })
    if (isDefault && !former.is_default) await unsetDefault(inner, former.shop_id)
    const row = await db
      .updateTable('shop_customization_setting')
      .set({
        is_default: isDefault ?? former.is_default,
        customization_timing: customizationTiming,
        data: writeSetting(data),
        enabled: enabled ?? former.enabled,
        name: name ?? former.name,
        ...dates,
      })
      .where('id', '=', id)
      .where('account_id', '=', actor.accountId)
      .returning(columns)
      .executeTakeFirstOrThrow()
    return toSetting(row)
  })
}

/**
 * Gives a link another address, because the former one got into wrong hands. Designs that were begun behind it stay open to their
 * buyers. Rejects with 'conflict' where another buyers' program names links by their ids.
 */
export async function renewLink(ctx: Ctx, id: number): Promise<ShopCustomizationSetting> {
  if (ctx.buyerUrl !== undefined) throw new Failure('conflict', '买家定制页面由其他程序提供，链接地址不能更换')
  await requireLink(ctx, id)
  const row = await ctx.db
    .updateTable('shop_customization_setting')
    .set({ token: newFileSecret() })
    .where('id', '=', id)
    .where('account_id', '=', ctx.actor.accountId)
    .returning(columns)
    .executeTakeFirst()
  if (!row) throw notFound('定制链接')
  return toSetting(row)
}

/** Deletes a link, which then leads nowhere. The default link of a shop cannot be deleted while there are others. */
export function removeLink(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const found = await requireLink(inner, id)
    await lockShop(inner, found.shop_id)
    const rows = await select(db, actor.accountId).where('shop_id', '=', found.shop_id).execute()
    const link = rows.find((row) => row.id === id)
    if (!link) throw notFound('定制链接')
    if (link.is_default && rows.length > 1) {
      throw new Failure('conflict', '这是店铺的默认链接，请先把另一条链接设为默认再删除')
    }
    await db.deleteFrom('shop_customization_setting').where('account_id', '=', actor.accountId).where('id', '=', id).execute()
  })
}

/** Clears the shop's default link. The shop must be locked, and must have a default link again at the end of the transaction. */
async function unsetDefault({ db, actor }: Ctx, shopId: number): Promise<void> {
  await db
    .updateTable('shop_customization_setting')
    .set({ is_default: false })
    .where('account_id', '=', actor.accountId)
    .where('shop_id', '=', shopId)
    .where('is_default', '=', true)
    .execute()
}
