import { type AssetType, assetType } from '../../../../contract/constants'
import type { DesignAssetCollection } from '../../../../contract/types'
import { galleryOf } from '../../../base/paths'

/** A tab of the library: its texts, and the screen where sellers fill it. */
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

/** Pictures per page. */
export const libraryPageSize = 12

/** Returns the collections with those bound to the template first, both parts in the shop's order. */
export function sortBoundFirst(
  collections: readonly DesignAssetCollection[],
  bound: readonly number[],
): readonly DesignAssetCollection[] {
  const offered = new Set(bound)
  return [
    ...collections.filter((collection) => offered.has(collection.id)),
    ...collections.filter((collection) => !offered.has(collection.id)),
  ]
}

/** Returns the collection to open first: the first that is not empty. */
export function startCollection(collections: readonly DesignAssetCollection[]): DesignAssetCollection | undefined {
  return collections.find((collection) => collection.count > 0) ?? collections[0]
}
