/** Business constants that both sides obey. Source of each figure: the product specification, section "Business constants". */

/** What a sub-account may be allowed to do; the main account may do everything. */
export const permissions = [
  'catalogue',
  'assets',
  'templates',
  'fonts',
  'shops',
  'orders',
  'credits',
  'factory',
  'users',
] as const
export type Permission = (typeof permissions)[number]

/** Client time limit of one API call. */
export const requestTimeoutMs = 60_000
/** Cookie that carries the bearer token; read by script, so it is never HttpOnly and the server never reads it. */
export const tokenCookie = '_token_'

/** What an uploaded file is for. */
export const fileKind = { designAsset: 1, templateThumbnail: 2, templateLayer: 3, wireframe: 4, order: 5, font: 6 } as const
export type FileKind = (typeof fileKind)[keyof typeof fileKind]

/** Size limits per file kind, bytes. A design asset's 3 MB is the specification's; the others are ours. */
export const fileSizeLimit: Readonly<Record<FileKind, number>> = {
  1: 3_145_728,
  2: 5 * 1024 * 1024,
  3: 30 * 1024 * 1024,
  4: 20 * 1024 * 1024,
  5: 50 * 1024 * 1024,
  6: 30 * 1024 * 1024,
}

/** What a collection of design assets holds. */
export const assetType = { image: 1, sticker: 2, background: 3 } as const
export type AssetType = (typeof assetType)[keyof typeof assetType]
/** Longest name of a collection, in half-width characters: see `textWidth`. */
export const maxCollectionNameWidth = 12
/** Widths a stored picture can be had in besides its own, px: `GET /files/{key}?w=200`. */
export const thumbnailWidths = [100, 200, 220, 400] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]

export const layerTypes = ['IMAGE', 'TEXT', 'AI_CUTOUT'] as const
export const aiCutoutTypes = ['head', 'body', 'common'] as const
export type AiCutoutType = (typeof aiCutoutTypes)[number]
/** How the lines of a text layer stand to each other; along the columns where it is vertical. */
export const textAligns = ['start', 'center', 'end'] as const
export const strokeStyles = ['SOLID', 'DOUBLE_SOLID', 'DASHED', 'ZIGZAG'] as const

/** What a buyer may do with the product of a template; the numbers are the wire's. */
export const productMode = {
  default: 1,
  diy: 2,
  singleTemplate: 3,
  templateCollections: 4,
  templateCollectionsAndDiy: 5,
} as const
export type ProductMode = (typeof productMode)[keyof typeof productMode]

/** Default wireframe, px. */
export const defaultWireframe = { width: 500, height: 1044 } as const
/** Height of a template thumbnail, px. */
export const thumbnailHeight = 600
/** Most pixels a picture may have, 10,000 × 10,000: what the server decodes at most. */
export const maxPicturePixels = 100_000_000
/** Most layers a template may hold; ours, so that one save stays bounded. */
export const maxLayers = 500
/** Most characters of a text layer. */
export const maxTextLength = 50
/** Most characters of a font's name. */
export const maxFontNameLength = 10
