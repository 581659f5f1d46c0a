/** Shows a link that is not saved yet on the buyers' page, beside the form in which the seller fills it in. */
import { type CustomizationTiming, customizationTiming as timings } from '../../../contract/constants'
import type { Ctx, Deps, PublicCtx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { newFileSecret } from '../files/names'
import { readSetting, type SettingData, type SettingFields, writeSetting } from './setting-data'
import { checkSetting } from './setting-rules'
import { requireShop } from './shops'

/** A draft is shown until then, ms: a form is rarely open longer, and each change begins anew. A guess. */
const shownMs = 2 * 60 * 60_000

export type LinkDraftWrite = SettingData & { readonly shopId: number; readonly customizationTiming: CustomizationTiming }

/** Keeps the draft in the place of the user's last one. Returns the address of the buyers' page that shows it. */
export function draftLink(ctx: Ctx, { shopId, customizationTiming, ...given }: LinkDraftWrite): Promise<{ url: string }> {
  if (ctx.buyerUrl !== undefined) throw new Failure('conflict', '买家定制页面由其他程序提供，这里不能预览')
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    await requireShop(inner, shopId)
    const data = writeSetting(await checkSetting(inner, given, null))
    const token = newFileSecret()
    const shown = {
      shop_id: shopId,
      token,
      customization_timing: customizationTiming,
      data,
      ends_at: new Date(clock.now().getTime() + shownMs),
    }
    await db
      .insertInto('link_draft')
      .values({ account_id: actor.accountId, user_id: actor.userId, ...shown })
      .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(shown))
      .execute()
    return { url: `/customize/${token}?preview` }
  })
}

export interface OpenedDraft {
  readonly accountId: number
  readonly shopId: number
  readonly shopName: string
  readonly customizationTiming: CustomizationTiming
  readonly setting: SettingFields
}

/** Returns the draft with this token; null for an unknown or an ended one. */
export async function openLinkDraft({ db, clock }: PublicCtx, token: string): Promise<OpenedDraft | null> {
  const row = await db
    .selectFrom('link_draft')
    .innerJoin('shop', 'shop.id', 'link_draft.shop_id')
    .select(['link_draft.account_id', 'link_draft.shop_id', 'shop.name', 'link_draft.customization_timing', 'link_draft.data'])
    .where('link_draft.token', '=', token)
    .where('link_draft.ends_at', '>', clock.now())
    .executeTakeFirst()
  if (!row) return null
  return {
    accountId: row.account_id,
    shopId: row.shop_id,
    shopName: row.name,
    customizationTiming: row.customization_timing === 2 ? timings.afterOrder : timings.beforeOrder,
    setting: readSetting(row.data),
  }
}

/** Removes drafts that are not shown any more. */
export async function sweepLinkDrafts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('link_draft').where('ends_at', '<=', clock.now()).execute()
}
