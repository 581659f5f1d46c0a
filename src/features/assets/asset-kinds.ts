import { type AssetType, assetType, type ThumbnailWidth } from '../../../contract/constants'
import type { GalleryName } from '../../base/paths'

/** One of the three libraries: its key in the address, its texts, and the size of its pictures. */
export interface AssetKind {
  readonly key: GalleryName
  readonly type: AssetType
  /** Label of the tab. */
  readonly label: string
  /** Noun for one asset. */
  readonly noun: string
  /** Measure word and noun, as in 3 张贴纸. */
  readonly counted: string
  readonly thumbnail: ThumbnailWidth
  /** Advice on what a good picture of this kind looks like. */
  readonly advice: string
  /** The reason why a seller wants a collection of this kind. */
  readonly purpose: string
}

export const assetKinds: readonly [AssetKind, ...AssetKind[]] = [
  {
    key: 'images',
    type: assetType.image,
    label: '图库',
    noun: '图片',
    counted: '张图片',
    thumbnail: 200,
    advice: '推荐宽高比 1:2，例如 1000×2000 px，铺满手机壳不用裁切。',
    purpose: '图库里的图片按分组给买家挑选，用来定制整张图案。',
  },
  {
    key: 'maps',
    type: assetType.sticker,
    label: '贴纸',
    noun: '贴纸',
    counted: '张贴纸',
    thumbnail: 100,
    advice: '贴纸的宽高不限，建议用背景透明的 PNG。',
    purpose: '贴纸是买家贴到手机壳上的小图，按分组挑选。',
  },
  {
    key: 'background_images',
    type: assetType.background,
    label: '背景',
    noun: '背景',
    counted: '张背景',
    thumbnail: 200,
    advice: '推荐宽高比 1:2，例如 1000×2000 px，铺满手机壳不用裁切。',
    purpose: '背景垫在买家的照片和文字下面，按分组挑选。',
  },
]

/** The kind with this key in the address; null for an unknown key. */
export const kindOf = (key: string | undefined): AssetKind | null => assetKinds.find((kind) => kind.key === key) ?? null
