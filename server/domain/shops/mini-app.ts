/** The seller's mini-app on the marketplace, made from our template: reads it, and updates it to another version. */
import type { MiniApp, MiniAppTemplateVersion } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, SessionExpired } from '../../kernel/failure'
import type { MarketplaceMiniApp } from '../../ports/marketplace'
import { withSession } from './sessions'
import { listShops } from './shops'

/** Returns the shop whose session is used: the first with a valid authorization; null when there is none. */
async function findAuthorizedShop(ctx: Ctx): Promise<{ accountId: number; shopId: number } | null> {
  const shops = await listShops(ctx)
  const shop = shops.find(({ type, authorization }) => type === 'TAOBAO' && authorization?.status === 'active')
  return shop ? { accountId: ctx.actor.accountId, shopId: shop.id } : null
}

/** Returns the mini-app as the marketplace reports it, or its last known state while no authorization is valid. */
export async function readMiniApp(ctx: Ctx): Promise<MiniApp> {
  const shop = await findAuthorizedShop(ctx)
  if (!shop) return { app: await readStored(ctx) }
  try {
    const app = await withSession(ctx, shop, (session) => ctx.marketplace.miniApp(session))
    return { app: await storeMiniApp(ctx, app) }
  } catch (error) {
    // The shop is marked as expired now, which the list of shops shows.
    if (error instanceof SessionExpired) return { app: await readStored(ctx) }
    throw error
  }
}

/** Returns the versions, newest first. */
export async function listMiniAppTemplates(ctx: Ctx): Promise<MiniAppTemplateVersion[]> {
  const shop = await findAuthorizedShop(ctx)
  if (!shop) return []
  const templates = await withSession(ctx, shop, (session) => ctx.marketplace.miniAppTemplates(session))
  return templates.map((template) => ({ ...template, createdAt: template.createdAt.getTime() }))
}

export async function updateMiniApp(ctx: Ctx, { templateVersion }: { readonly templateVersion: string }): Promise<MiniApp> {
  const shop = await findAuthorizedShop(ctx)
  if (!shop) throw new Failure('invalid', '没有授权有效的淘宝店铺，请先授权店铺')
  return withSession(ctx, shop, async (session) => {
    const versions = await ctx.marketplace.miniAppTemplates(session)
    if (!versions.some((version) => version.templateVersion === templateVersion)) {
      throw invalid('templateVersion', '该版本不存在，请刷新后重新选择')
    }
    const app = await ctx.marketplace.miniApp(session)
    if (!app) throw new Failure('not-found', '店铺还没有开通定制小程序')
    await ctx.marketplace.updateMiniApp(session, app, templateVersion)
    return { app: await storeMiniApp(ctx, { ...app, templateVersion }) }
  })
}

const columns = ['app_id as appId', 'name', 'logo_url as logoUrl', 'template_version as templateVersion'] as const

async function readStored({ db, actor }: Ctx): Promise<MiniApp['app']> {
  const row = await db.selectFrom('mini_app').select(columns).where('account_id', '=', actor.accountId).executeTakeFirst()
  return row ?? null
}

async function storeMiniApp({ db, actor }: Ctx, app: MarketplaceMiniApp | null): Promise<MiniApp['app']> {
  if (!app) {
    await db.deleteFrom('mini_app').where('account_id', '=', actor.accountId).execute()
    return null
  }
  const fields = { app_id: app.appId, name: app.name, logo_url: app.logoUrl, template_version: app.templateVersion }
  return db
    .insertInto('mini_app')
    .values({ account_id: actor.accountId, ...fields })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fields))
    .returning(columns)
    .executeTakeFirstOrThrow()
}
