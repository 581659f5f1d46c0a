/** Rules of the asset library, pure. */
import { type AssetType, assetType } from '../../../contract/constants'
import { invalid } from '../../kernel/failure'

/** Names of the asset library's tabs. */
const typeName: Readonly<Record<AssetType, string>> = {
  [assetType.image]: '图库',
  [assetType.sticker]: '贴纸',
  [assetType.background]: '背景',
}

/** Narrows a stored type; the table's check allows no other values. */
export function toAssetType(value: number): AssetType {
  if (value === assetType.image || value === assetType.sticker || value === assetType.background) return value
  throw new Error(`asset type ${value} is none of this product`)
}

/** Refuses a type other than the collection's; callers name the type so that a mix-up of two screens is noticed. */
export function checkType(given: AssetType, collection: AssetType): void {
  if (given === collection) return
  throw invalid('type', `素材类型与分组不一致：该分组属于“${typeName[collection]}”，提交的是“${typeName[given]}”素材`)
}

/** Refuses a body whose id differs from the id in the path. */
export function checkSameId(given: number | undefined, id: number): void {
  if (given !== undefined && given !== id) throw invalid('id', '请求内容中的编号与请求地址中的编号不一致，请刷新页面后重试')
}
