/** Rules of the shop form. Pure. */
import { maxShopNameLength } from '../../../contract/constants'

/** The reason why a shop name is refused; null when it is accepted. Characters are counted as sellers see them, an emoji as one. */
export function shopNameProblem(typed: string | undefined): string | null {
  const name = (typed ?? '').normalize('NFC').trim()
  if (name === '') return '必须填写店铺名称'
  return [...name].length > maxShopNameLength ? `限制不能超过${maxShopNameLength}个字符` : null
}
