/**
 * Authorizes a shop on the marketplace's own page: builds the page's address, and exchanges the code with which the seller
 * returns. The code is accepted only from the signed-in user who started with its state, so that nobody's grant ends in another
 * account.
 */
import type { Shop } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { putSession } from './sessions'
import { requireShop } from './shops'

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

/** Returns the address of the marketplace's page. */
export function beginAuthorization(ctx: Ctx): { url: string } {
  const state = ctx.sealer.seal(String(ctx.clock.now().getTime() + stateMs), sealOwner(ctx))
  return { url: ctx.marketplace.authorizationUrl(returnUrl(ctx), state) }
}

/** Adds the granted shop, or renews its authorization. Rejects with 'invalid' for a state that is expired or another user's. */
export async function endAuthorization(
  ctx: Ctx,
  { code, state }: { readonly code: string; readonly state: string },
): Promise<Shop> {
  const expiresAt = Number(ctx.sealer.open(state, sealOwner(ctx)) ?? 0)
  if (expiresAt < ctx.clock.now().getTime())
    throw new Failure('invalid', '这次授权已经过期，或者是另一个账号发起的，请重新点“授权淘宝店铺”')
  const grant = await ctx.marketplace.exchange(code, returnUrl(ctx))
  const { shopId } = await putSession(ctx, ctx.actor.accountId, grant)
  return requireShop(ctx, shopId)
}
