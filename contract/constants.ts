/** Business constants that both sides obey. Source of each figure: the product specification, section "Business constants". */

/** What a sub-account may be allowed to do; the main account may do everything. `view` reads everything and changes nothing. */
export const permissions = [
  'view',
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

/** What can be put back after it was deleted. */
export const trashKinds = [
  'brand',
  'model',
  'material',
  'color',
  'assetCollection',
  'asset',
  'templateCollection',
  'template',
  'font',
  'fontColor',
] as const
export type TrashKind = (typeof trashKinds)[number]
/** Days for which a deletion can be undone: at most as long as files are kept that nothing uses. */
export const trashDays = 7

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

/** Bytes of one part of a file that travels through the API; as base64 it stays far below what one message of a client holds. */
export const filePartBytes = 256 * 1024

/** What a collection of design assets holds. */
export const assetType = { image: 1, sticker: 2, background: 3 } as const
export type AssetType = (typeof assetType)[keyof typeof assetType]
/** Longest name of a collection, in half-width characters: see `textWidth`. */
export const maxCollectionNameWidth = 12
/** Widths a stored picture can be had in besides its own, px: `GET /files/{key}?w=200`. */
export const thumbnailWidths = [100, 200, 220, 400] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]

/** Longest side of a customized image's preview before it is paid for, px. */
export const maxPreviewSide = 600

export const layerTypes = ['IMAGE', 'TEXT', 'AI_CUTOUT'] as const
export const aiCutoutTypes = ['head', 'body', 'common'] as const
export type AiCutoutType = (typeof aiCutoutTypes)[number]
/** How the lines of a text layer stand to each other; along the columns where it is vertical. */
export const textAligns = ['start', 'center', 'end'] as const
export const strokeStyles = ['SOLID', 'DOUBLE_SOLID', 'DASHED', 'ZIGZAG'] as const

/** What is noted with who did it. */
export const auditActions = ['charged', 'pushed', 'deleted', 'permissions'] as const
export type AuditAction = (typeof auditActions)[number]

/**
 * What a buyer may do with the product of a template; the numbers are the wire's, the same for templates, product SKUs and customization
 * links, whatever order a screen lists them in.
 */
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

/** Marketplaces a shop can be on. */
export const shopTypes = [
  'DOUDIAN',
  'PINDUODUO',
  'TAOBAO',
  'SDK',
  'JD',
  'ALIBABA',
  'KUAISHOU',
  'XIAOHONGSHU',
  'WECHAT_STORE',
  'WEIDIAN',
  'OFFLINE_STORE',
] as const
export type ShopType = (typeof shopTypes)[number]
/** These come into being by authorization on the marketplace, never by the form. */
export const shopTypesByAuthorization = ['SDK', 'TAOBAO'] as const satisfies readonly ShopType[]
/** Longest name of a shop, characters. */
export const maxShopNameLength = 20
/** Ids one call of the marketplace takes (taobao.items.seller.list.get). */
export const maxProductIdsPerCall = 20
/** Ids in one call that reads or restores rows by their ids. */
export const maxIdsPerCall = 1000
/** Ids a seller is told to give at once; a hint, not enforced. */
export const productSyncHint = 50
/** Most SKUs of one product; ours. */
export const maxProductSkus = 2000

/** When a buyer customizes. */
export const customizationTiming = { beforeOrder: 1, afterOrder: 2 } as const
export type CustomizationTiming = (typeof customizationTiming)[keyof typeof customizationTiming]

/** How an order relates to others it was merged with or split from. */
export const mergeSplitStatuses = [
  'INDEPENDENT',
  'MERGE_PARENT',
  'MERGE_CHILD',
  'MANUAL_INDEPENDENT',
  'SPLIT_PARENT',
  'SPLIT_CHILD',
  'MERGE_THEN_SPLIT_PARENT',
] as const
export type MergeSplitStatus = (typeof mergeSplitStatuses)[number]
export const taskStatus = { running: 1, done: 2, failed: 3 } as const
/** Designs one preflight call takes: each picture is decoded; ours. */
export const maxPreflightsPerCall = 40
/** Customizations in one call that charges or tells of deliveries. */
export const maxChargesPerCall = 5000
/** Orders one import call takes; ours. */
export const maxOrdersPerImport = 200

export const downloadRuleParts = [
  'ORDER_ID',
  'CUSTOMIZATION_INFO',
  'ORIGINAL_ID',
  'ORDER_ITEM_INDEX',
  'SKU_INDEX',
  'QUANTITY',
] as const
export type DownloadRulePart = (typeof downloadRuleParts)[number]
/** Bytes after which an archive is saved and the next one begun. */
export const maxArchiveBytes = 524_288_000

/** What a newly downloaded customized image costs. */
export const creditsPerImage = 60
/** Fen for `unit` credits, now and before. */
export const creditPrice = { unit: 1000, fen: 500, originalFen: 1000 } as const
/** Credits that can be bought at once. */
export const creditLimits = { unit: 1000, min: 1000, max: 10_000_000_000 } as const
/** Quick packs, credits. */
export const creditPacks = [6000, 12_000, 30_000] as const
/** Days that bought credits last. */
export const creditLifeDays = 365
export const paymentStatus = { awaiting: 1, success: 2, closed: 3, refunded: 4, finished: 5 } as const
export type PaymentStatus = (typeof paymentStatus)[keyof typeof paymentStatus]

/** Programs of factories; the specification knows one. */
export const erpKind = { printFactory: 1 } as const
export type ErpKind = (typeof erpKind)[keyof typeof erpKind]
/**
 * Where a factory's mould differs from the case: printed at 1:1, what lies beyond the mould being cut, or scaled until it covers the
 * mould.
 */
export const printSizes = ['true-size', 'mould'] as const
export type PrintSize = (typeof printSizes)[number]
/** Models bound by one call; ours. */
export const maxBindingsPerCall = 1000
/** How often a factory's sync is asked about, and how long it may take, ms. */
export const factorySyncPoll = { everyMs: 1000, limitMs: 5 * 60_000 } as const
