/**
 * Authorising a shop in the marketplace's own page: where the seller is sent, and what is made of the code he comes back with. The
 * code is only taken from the signed-in user who set out with its state, so that nobody's grant ends in another account.
 */
import type { Shop } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { putSession } from './sessions'
import { requireShop } from './shops'

/** How long a seller may take in the marketplace's page, ms. */
const stateMs = 15 * 60_000

/** Bound into the state: one that another account set out with does not open. */
const owner = ({ actor }: Ctx): string => `shop-authorization:${actor.accountId}:${actor.userId}`

/** The screen the marketplace sends the seller back to. */
const returnPath = '/app/setting'

/** The page of this server that the app is registered with at the marketplace. */
function returnUrl({ publicUrl, origin }: Ctx): string {
  const base = publicUrl || origin
  if (!base) throw new Failure('unavailable', '这台服务器没有设置公开地址，不能授权店铺，请联系服务商')
  return base + returnPath
}

/** The address of the marketplace's page. */
export function beginAuthorization(ctx: Ctx): { url: string } {
  const state = ctx.sealer.seal(String(ctx.clock.now().getTime() + stateMs), owner(ctx))
  return { url: ctx.marketplace.authorizationUrl(returnUrl(ctx), state) }
}

/** Adds the shop that was granted, or renews its authorization. Rejects with 'invalid' for a state that is another's or too old. */
export async function endAuthorization(
  ctx: Ctx,
  { code, state }: { readonly code: string; readonly state: string },
): Promise<Shop> {
  const until = Number(ctx.sealer.open(state, owner(ctx)) ?? 0)
  if (until < ctx.clock.now().getTime())
    throw new Failure('invalid', '这次授权已经过期，或者是另一个账号发起的，请重新点“授权淘宝店铺”')
  const grant = await ctx.marketplace.exchange(code, returnUrl(ctx))
  const { shopId } = await putSession(ctx, ctx.actor.accountId, grant)
  return requireShop(ctx, shopId)
}
