/** Chooses the marketplace of a shop from this server's record of them. */
import {
  authorizableNames,
  hasKeys,
  isConnected,
  type ShopState,
  type ShopType,
  shopTypeName,
} from '../../../contract/rules/shop-types'
import type { Deps } from '../../kernel/context'
import { invalid, OperatorFailure } from '../../kernel/failure'
import type { Marketplace, Marketplaces } from '../../ports/marketplace'

type Has = Pick<Deps, 'marketplaces'>

export const marketplaceTypes = (marketplaces: Marketplaces): readonly ShopType[] => Object.keys(marketplaces) as ShopType[]

/** Returns the marketplace of this type; throws an OperatorFailure where this server has no app there. */
export function marketplaceOf({ marketplaces }: Has, type: ShopType): Marketplace {
  const marketplace = marketplaces[type]
  if (!marketplace) throw notConnected(shopTypeName(type), `no app on the marketplace of ${type} shops is configured`)
  return marketplace
}

const notConnected = (name: string, reason: string): OperatorFailure =>
  new OperatorFailure(`本站尚未接入${name}，请联系客服`, new Error(reason))

/** Returns the type of the marketplace that is meant where none is named: the only one of this server that grants access on a page. */
export function onlyMarketplaceType({ marketplaces }: Has): ShopType {
  const types = marketplaceTypes(marketplaces).filter((type) => marketplaces[type]?.authorizationUrl)
  const [only] = types
  if (only === undefined) throw notConnected(authorizableNames, 'no app on a marketplace is configured')
  if (types.length > 1) throw invalid('type', `请选择店铺的平台：${types.map(shopTypeName).join('、')}`)
  return only
}

/** Throws 'invalid' for a shop that is not connected. @param what is refused, such as 同步. */
export function assertConnected(shop: ShopState, what: string): void {
  if (isConnected(shop)) return
  if (hasKeys(shop.type))
    throw invalid(
      'shopId',
      '这个店铺还没有连接：请在店铺设置里点“未连接”，填写密钥；不连接时，订单请通过接口导入，或导入平台的订单文件',
    )
  throw invalid('shopId', `只有通过授权添加的${authorizableNames}店铺可以${what}`)
}
