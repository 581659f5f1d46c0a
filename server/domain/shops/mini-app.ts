/** The seller's mini-app on the marketplace, made from our template: reads it, and updates it to another version. */
import { canSync, miniAppNames } from '../../../contract/rules/shop-types'
import type { MiniApp, MiniAppTemplateVersion } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, SessionExpired } from '../../kernel/failure'
import type { MiniApps, SellerMiniApp } from '../../ports/mini-apps'
import { withSession } from './sessions'
import { listShops } from './shops'

/** Calls of the marketplace's mini-apps, with the session of a shop there. */
type WithMiniApps = <T>(work: (miniApps: MiniApps, session: string) => Promise<T>) => Promise<T>

/** Returns how to call for the first shop with a valid authorization on a marketplace with mini-apps; null when there is none. */
async function openMiniApps(ctx: Ctx): Promise<WithMiniApps | null> {
  for (const shop of await listShops(ctx)) {
    const miniApps = ctx.marketplaces[shop.type]?.miniApps
    if (!miniApps || !canSync(shop)) continue
    const of = { accountId: ctx.actor.accountId, shopId: shop.id }
    return (work) => withSession(ctx, of, (session) => work(miniApps, session))
  }
  return null
}

/** Returns the mini-app as the marketplace reports it, or its last known state while no authorization is valid. */
export async function readMiniApp(ctx: Ctx): Promise<MiniApp> {
  const withMiniApps = await openMiniApps(ctx)
  if (!withMiniApps) return { app: await readStored(ctx) }
  try {
    const app = await withMiniApps((miniApps, session) => miniApps.find(session))
    return { app: await storeMiniApp(ctx, app) }
  } catch (error) {
    // The shop is marked as expired now, which the list of shops shows.
    if (error instanceof SessionExpired) return { app: await readStored(ctx) }
    throw error
  }
}

/** Returns the versions, newest first. */
export async function listMiniAppTemplates(ctx: Ctx): Promise<MiniAppTemplateVersion[]> {
  const withMiniApps = await openMiniApps(ctx)
  if (!withMiniApps) return []
  const templates = await withMiniApps((miniApps, session) => miniApps.templates(session))
  return templates.map((template) => ({ ...template, createdAt: template.createdAt.getTime() }))
}

export async function updateMiniApp(ctx: Ctx, { templateVersion }: { readonly templateVersion: string }): Promise<MiniApp> {
  const withMiniApps = await openMiniApps(ctx)
  if (!withMiniApps) throw new Failure('invalid', `没有授权有效的${miniAppNames}店铺，请先授权店铺`)
  return withMiniApps(async (miniApps, session) => {
    const versions = await miniApps.templates(session)
    if (!versions.some((version) => version.templateVersion === templateVersion)) {
      throw invalid('templateVersion', '该版本不存在，请刷新后重新选择')
    }
    const app = await miniApps.find(session)
    if (!app) throw new Failure('not-found', '店铺还没有开通定制小程序')
    await miniApps.update(session, app, templateVersion)
    return { app: await storeMiniApp(ctx, { ...app, templateVersion }) }
  })
}

const columns = ['app_id as appId', 'name', 'logo_url as logoUrl', 'template_version as templateVersion'] as const

async function readStored({ db, actor }: Ctx): Promise<MiniApp['app']> {
  const row = await db.selectFrom('mini_app').select(columns).where('account_id', '=', actor.accountId).executeTakeFirst()
  return row ?? null
}

async function storeMiniApp({ db, actor }: Ctx, app: SellerMiniApp | null): Promise<MiniApp['app']> {
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
