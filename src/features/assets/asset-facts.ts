/** What is said about an asset. */
import type { LooseDesignAsset } from '../../../contract/types'

export const assetName = (asset: LooseDesignAsset): string => asset.name.trim() || `素材 ${asset.id}`

/** The name without the ending of a picture's file, where it is read and not told from others. */
export const assetTitle = (asset: LooseDesignAsset): string =>
  assetName(asset).replace(/(?<=.)\.(png|jpe?g|gif|bmp|webp|svg|avif|heic)$/i, '')

export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** 1000×2000 px; a drawing has no pixels of its own. */
export const pixelText = ({ width, height }: LooseDesignAsset): string =>
  width === null || height === null ? '矢量图' : `${width}×${height} px`
