/** Rules of the shop form. Pure. */
import { maxShopNameLength, type ShopType, shopTypes, shopTypesByAuthorization } from '../../../contract/constants'

/** True if shops of this platform are added by authorization on the marketplace; the form can neither add nor change to it. */
export const isAuthorised = (type: ShopType): boolean => (shopTypesByAuthorization as readonly ShopType[]).includes(type)

/** Platforms of which the form can add shops. */
export const addableTypes: readonly ShopType[] = shopTypes.filter((type) => !isAuthorised(type))

/** The reason why a shop name is refused; null when it is accepted. Characters are counted as sellers see them, an emoji as one. */
export function shopNameProblem(typed: string | undefined): string | null {
  const name = (typed ?? '').normalize('NFC').trim()
  if (name === '') return '必须填写店铺名称'
  return [...name].length > maxShopNameLength ? `限制不能超过${maxShopNameLength}个字符` : null
}
