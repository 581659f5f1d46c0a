/**
 * Authorizes a shop on the marketplace's own page: builds the page's address, and exchanges the code with which the seller
 * returns. The code is accepted only from the signed-in user who started with its state, so that nobody's grant ends in another
 * account.
 */
import { authorizableNames, authorizableTypes, type ShopType, shopTypeName, shopTypes } from '../../../contract/rules/shop-types'
import type { Shop } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, OperatorFailure } from '../../kernel/failure'
import type { GrantApi, Marketplace, MarketplaceGrant } from '../../ports/marketplace'
import { marketplaceOf, onlyMarketplaceType } from './marketplaces'
import { putSession } from './sessions'
import { listShops, requireMayAddShops, requireShop } from './shops'

/** Time for which a seller may stay on the marketplace's page, ms. */
const stateMs = 15 * 60_000

/** Sealed into the state: a state that another user started with cannot be opened. */
const sealOwner = ({ actor }: Ctx): string => `shop-authorization:${actor.accountId}:${actor.userId}`

/** The screen that the marketplace redirects the seller to. */
const returnPath = '/app/setting'

/** The return address that the app is registered with at the marketplace. */
function returnUrl({ publicUrl, origin }: Ctx): string {
  const base = publicUrl || origin
  if (!base) throw new Failure('unavailable', '这台服务器没有设置公开地址，不能授权店铺，请联系服务商')
  return base + returnPath
}

/** Returns the address of the marketplace's page. @param type may be left out where this server has one marketplace. */
export function beginAuthorization(ctx: Ctx, type: ShopType = onlyMarketplaceType(ctx)): { url: string } {
  if (!(type in ctx.marketplaces) && !authorizableTypes.includes(type))
    throw invalid('type', `${shopTypeName(type)}店铺暂时不能授权`)
  const grants = grantsOf(marketplaceOf(ctx, type), type)
  const state = ctx.sealer.seal(`${ctx.clock.now().getTime() + stateMs} ${type}`, sealOwner(ctx))
  return { url: grants.authorizationUrl(returnUrl(ctx), state) }
}

/** Throws 'invalid' where the marketplace has no page on which sellers grant access. */
function grantsOf({ authorizationUrl, exchange }: Marketplace, type: ShopType): GrantApi {
  if (!authorizationUrl || !exchange) throw invalid('type', `${shopTypeName(type)}店铺不用授权，请在店铺设置里点“连接”，填写密钥`)
  return { authorizationUrl, exchange }
}

/** Returns the marketplace's type in a state; null for a state that has expired or is another user's. */
function typeIn(ctx: Ctx, state: string): ShopType | null {
  const [expiresAt, named] = ctx.sealer.open(state, sealOwner(ctx))?.split(' ') ?? []
  const isOver = !(Number(expiresAt) >= ctx.clock.now().getTime())
  return (isOver ? undefined : shopTypes.find((type) => type === named)) ?? null
}

/** Adds the granted shop, or renews its authorization. Rejects with 'invalid' for a state that is expired or another user's. */
export async function endAuthorization(
  ctx: Ctx,
  { code, state }: { readonly code: string; readonly state: string },
): Promise<Shop> {
  const type = typeIn(ctx, state)
  if (type === null)
    throw new Failure('invalid', `这次授权已经过期，或者是另一个账号发起的，请重新点“授权${authorizableNames}店铺”`)
  const marketplace = marketplaceOf(ctx, type)
  const grant = await grantsOf(marketplace, type).exchange(code, returnUrl(ctx))
  if (ctx.actor.shopIds !== undefined && !(await hasShopOf(ctx, type, grant))) requireMayAddShops(ctx)
  if (grant.subAccount !== null) await assertReadsOrders(ctx, marketplace, grant, grant.subAccount)
  const { shopId } = await putSession(ctx, { accountId: ctx.actor.accountId, type }, grant)
  return requireShop(ctx, shopId)
}

async function hasShopOf({ db, actor }: Ctx, type: ShopType, { nick }: MarketplaceGrant): Promise<boolean> {
  const own = db.selectFrom('shop').select('id').where('account_id', '=', actor.accountId).where('type', '=', type)
  return (await own.where('seller_nick', '=', nick).executeTakeFirst()) !== undefined
}

/**
 * Refuses a sub-account's grant that cannot read orders: it would take the place of the owner's, and every sync would fail. Also
 * refuses one that cannot be checked now, because the session of before may be the better one.
 */
async function assertReadsOrders(
  ctx: Ctx,
  marketplace: Marketplace,
  { session, nick }: MarketplaceGrant,
  subAccount: string,
): Promise<void> {
  try {
    await marketplace.checkOrders(session, ctx.clock.now())
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof OperatorFailure) throw error
    const isKept = (await listShops(ctx)).some(
      (shop) => shop.authorization?.nick === nick && shop.authorization.status === 'active',
    )
    const kept = isKept ? '，店铺仍使用原来的授权' : ''
    throw error.code === 'subuser.has-no-permission'
      ? new Failure(
          'invalid',
          `子账号“${subAccount}”没有读取订单的权限，没有采用它的授权${kept}。请用店铺主账号授权，或由主账号在千牛的子账号管理中给它开通订单权限后再授权`,
        )
      : new Failure(error.code, `暂时不能确认子账号“${subAccount}”能否读取订单，没有采用它的授权${kept}：${error.message}`)
  }
}
