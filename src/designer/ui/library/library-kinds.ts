import { type AssetType, assetType } from '../../../../contract/constants'
import type { DesignAssetCollection } from '../../../../contract/types'
import { galleryOf } from '../../../base/paths'

/** A tab of the library, with its words and where sellers fill it. */
export interface LibraryKind {
  readonly key: string
  readonly type: AssetType
  readonly label: string
  readonly noun: string
  readonly screen: string
}

export const libraryKinds: readonly [LibraryKind, ...LibraryKind[]] = [
  { key: 'stickers', type: assetType.sticker, label: '贴纸', noun: '贴纸', screen: galleryOf('maps').path },
  { key: 'images', type: assetType.image, label: '图库', noun: '图片', screen: galleryOf('images').path },
  { key: 'backgrounds', type: assetType.background, label: '背景', noun: '背景', screen: galleryOf('background_images').path },
]

/** Pictures on one page. */
export const libraryPageSize = 12

/** The collections the template offers its buyers first, each part in the shop's order. */
export function boundFirst(
  collections: readonly DesignAssetCollection[],
  bound: readonly number[],
): readonly DesignAssetCollection[] {
  const offered = new Set(bound)
  return [
    ...collections.filter((collection) => offered.has(collection.id)),
    ...collections.filter((collection) => !offered.has(collection.id)),
  ]
}

/** The collection to begin with: the first that has something in it. */
export function startCollection(collections: readonly DesignAssetCollection[]): DesignAssetCollection | undefined {
  return collections.find((collection) => collection.count > 0) ?? collections[0]
}
