/** What is said about an asset. */

import { pixelsText } from '../../../contract/rules/sizes'
import type { LooseDesignAsset } from '../../../contract/types'

export const assetName = (asset: LooseDesignAsset): string => asset.name.trim() || `素材 ${asset.id}`

/** The name without the ending of a picture's file, where it is read and not told from others. */
export const assetTitle = (asset: LooseDesignAsset): string =>
  assetName(asset).replace(/(?<=.)\.(png|jpe?g|gif|bmp|webp|svg|avif|heic)$/i, '')

/** 1000×2000 像素; a drawing has no pixels of its own. */
export const pixelText = ({ width, height }: LooseDesignAsset): string =>
  width === null || height === null ? '矢量图' : pixelsText({ width, height })
