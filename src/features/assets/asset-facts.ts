/** Texts about an asset: its title and its size in pixels. */

import { pixelsText } from '../../../contract/rules/sizes'
import type { LooseDesignAsset } from '../../../contract/types'

export const assetName = (asset: LooseDesignAsset): string => asset.name.trim() || `素材 ${asset.id}`

/** The name without the extension of a picture file, for headings and labels. */
export const assetTitle = (asset: LooseDesignAsset): string =>
  assetName(asset).replace(/(?<=.)\.(png|jpe?g|gif|bmp|webp|svg|avif|heic)$/i, '')

/** 1000×2000 像素, or 矢量图 for a vector drawing, which has no pixel size. */
export const pixelText = ({ width, height }: LooseDesignAsset): string =>
  width === null || height === null ? '矢量图' : pixelsText({ width, height })
