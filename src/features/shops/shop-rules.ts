/** What a shop's form accepts. Pure. */
import { maxShopNameLength, type ShopType, shopTypes, shopTypesByAuthorization } from '../../../contract/constants'

/** These come into being by authorization on the marketplace; the form neither makes them nor makes others of them. */
export const isAuthorised = (type: ShopType): boolean => (shopTypesByAuthorization as readonly ShopType[]).includes(type)

/** What the form can make. */
export const addableTypes: readonly ShopType[] = shopTypes.filter((type) => !isAuthorised(type))

/** Why a shop cannot be called so; null when it can. A character is what a seller counts as one, an emoji too. */
export function shopNameProblem(typed: string | undefined): string | null {
  const name = (typed ?? '').normalize('NFC').trim()
  if (name === '') return '必须填写店铺名称'
  return [...name].length > maxShopNameLength ? `限制不能超过${maxShopNameLength}个字符` : null
}
