/** Business constants of plugin and server. Unless marked as ours, figures are from the specification, "Business constants". */

/** Permissions of sub-accounts; the main account has all. `view` reads everything except users and changes nothing. */
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

/** Shops that can be chosen for one sub-account; more are all shops. */
export const maxChosenShops = 500

/** Kinds of things whose deletion can be undone. */
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
  'component',
] as const
export type TrashKind = (typeof trashKinds)[number]
/** Days for which a deletion can be undone. It must not exceed the time for which the server keeps unused files. */
export const trashDays = 7

/** The screens to which a notification leads, by their names in the plugin. */
export const notificationTargets = [
  'orders',
  'alarms',
  'approvals',
  'shops',
  'products',
  'links',
  'factories',
  'modelBindings',
  'credits',
  'rules',
  'apiKeys',
  'webhooks',
  'blanks',
] as const
export type NotificationTarget = (typeof notificationTargets)[number]

/** Time limit of one API call in the plugin, ms. */
export const requestTimeoutMs = 60_000
/** Cookie with the bearer token. The plugin's script reads it, so it is not HttpOnly; the server never reads it. */
export const tokenCookie = '_token_'

/** Purposes of uploaded files. */
export const fileKind = {
  designAsset: 1,
  templateThumbnail: 2,
  templateLayer: 3,
  wireframe: 4,
  order: 5,
  font: 6,
  colorProfile: 7,
} as const
export type FileKind = (typeof fileKind)[keyof typeof fileKind]
/** Whether files of a kind are pictures, which a marketplace's picture space takes. */
export const isPictureKind = (kind: number): boolean => kind !== fileKind.font && kind !== fileKind.colorProfile

/** Size limits by file kind, bytes. The 3 MB of design assets are from the specification, the others are ours. */
export const fileSizeLimit: Readonly<Record<FileKind, number>> = {
  1: 3_145_728,
  2: 5 * 1024 * 1024,
  3: 30 * 1024 * 1024,
  4: 20 * 1024 * 1024,
  5: 50 * 1024 * 1024,
  6: 30 * 1024 * 1024,
  7: 20 * 1024 * 1024,
}

/** Print profiles of an account; ours. */
export const maxPrintProfiles = 30

/** Bytes of one part of a file that is sent through the API; its base64 stays far below the limit of one message of a client. */
export const filePartBytes = 256 * 1024

/** Types of design assets; a collection contains assets of one type. */
export const assetType = { image: 1, sticker: 2, background: 3 } as const
export type AssetType = (typeof assetType)[keyof typeof assetType]
/** Longest name of a collection, in half-width characters: see `textWidth`. */
export const maxCollectionNameWidth = 12
/** Widths of thumbnails that the server makes of stored pictures, px: `GET /files/{key}?w=200`. */
export const thumbnailWidths = [100, 200, 220, 400] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]

/** Longest side of a customized image's preview before it is paid for, px. */
export const maxPreviewSide = 600

export const layerTypes = ['IMAGE', 'TEXT', 'AI_CUTOUT'] as const
export const aiCutoutTypes = ['head', 'body', 'common'] as const
export type AiCutoutType = (typeof aiCutoutTypes)[number]
/** Alignment of the lines of a text layer; of its columns if the text is vertical. */
export const textAligns = ['start', 'center', 'end'] as const
/** The parts of a canvas that a layer can keep its distance to on a canvas of another size; `share` keeps the relative position. */
export const layoutAnchors = ['start', 'centre', 'end', 'share'] as const
/** How a layer's size follows the canvas: not at all, with the canvas, or so that the canvas stays covered. */
export const layoutScalings = ['keep', 'scale', 'fill'] as const
export const strokeStyles = ['SOLID', 'DOUBLE_SOLID', 'DASHED', 'ZIGZAG'] as const

/** Largest numbers of an account's automation rules and order tags, and of orders that are marked in one call; ours. */
export const maxRules = 50
export const maxOrderTags = 100
export const maxMarkedOrders = 200
/** Colours of tags, by what they mean in the theme. */
export const tagColors = ['plain', 'accent', 'good', 'warn', 'bad'] as const
export type TagColor = (typeof tagColors)[number]
/** Days over which a rule is tried out, and minutes for which the result may be armed. */
export const dryRunDays = 30
export const dryRunMinutes = 60

/** The events that a seller may choose for a webhook; each but the last one concerns one shop. */
export const webhookEvents = [
  'order.created',
  'design.bound',
  'push.done',
  'push.failed',
  'refund.after_push',
  'notification',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** Largest number of webhooks of an account; ours. */
export const maxWebhooks = 20
/** Days for which deliveries of events are kept; they can be sent again as long. */
export const webhookDays = 30
/** Hours for which events are signed with the secret before, too. */
export const secretOverlapHours = 24
export const deliveryStates = ['waiting', 'done', 'failed'] as const

/** Actions that are recorded in the audit log. */
export const auditActions = ['charged', 'pushed', 'deleted', 'permissions', 'automated', 'approval', 'synced'] as const
export type AuditAction = (typeof auditActions)[number]
/** An entry's actor: a user, an automation rule, the server by itself, or a program that signs in with a key. */
export const auditActors = ['person', 'rule', 'system', 'key'] as const
export type AuditActor = (typeof auditActors)[number]

/**
 * How a buyer may design the product of a template. The numbers are those of the API, the same for templates, product SKUs and
 * customization links; screens may list them in another order.
 */
export const productMode = {
  default: 1,
  diy: 2,
  singleTemplate: 3,
  templateCollections: 4,
  templateCollectionsAndDiy: 5,
} as const
export type ProductMode = (typeof productMode)[keyof typeof productMode]

/** The sources of standard wireframes: a phone of the library, or the size of a factory's model. */
export const standardKinds = ['library', 'factory'] as const
/** Phones per call that adds them to the catalogue, without and with wireframes, which take a second each; ours. */
export const maxLibraryPhones = 500
export const maxFramedPhones = 8

/** The starter templates, in the order in which they are offered. */
export const starterKeys = ['name', 'photo', 'stickers'] as const
export type StarterKey = (typeof starterKeys)[number]

/** Size of the default wireframe, px. */
export const defaultWireframe = { width: 500, height: 1044 } as const
/** Height of a template thumbnail, px. */
export const thumbnailHeight = 600
/** Largest number of pixels of a picture, 10,000 × 10,000; the server decodes no more. */
export const maxPicturePixels = 100_000_000
/** Longest side of a wireframe or of a template's canvas, and largest margin of a print area, px; ours. */
export const maxCanvasSide = 20_000
/** Largest number of layers of a template; ours, so that the size of a save is bounded. */
export const maxLayers = 500
/** Layers of one component. */
export const maxComponentLayers = 100
/** Components of one account. */
export const maxComponents = 500
/** Longest text of a text layer, characters. */
export const maxTextLength = 50
/** Longest name of a font, characters. */
export const maxFontNameLength = 10

/** Longest name of a shop, characters. */
export const maxShopNameLength = 20
/** Product ids per marketplace call (taobao.items.seller.list.get). */
export const maxProductIdsPerCall = 20
/** Ids per call that reads or restores rows by their ids. */
export const maxIdsPerCall = 1000
/** Number of product ids that the screen recommends per sync; not enforced. */
export const productSyncHint = 50
/**
 * Most models, cases (a material in a colour) and SKUs that one call sets up from the words of SKUs, and most pictures that it draws: a
 * tenth of a second each; ours.
 */
export const maxSkuWordModels = 300
export const maxSkuWordCases = 100
export const maxSkuWordTargets = 2000
export const maxSkuWordPictures = 240
/** Largest number of SKUs of one product; ours. */
export const maxProductSkus = 2000

/** Longest name of a customization link; ours. */
export const maxLinkNameLength = 40
/** Whether buyers customize before or after ordering. */
export const customizationTiming = { beforeOrder: 1, afterOrder: 2 } as const
export type CustomizationTiming = (typeof customizationTiming)[keyof typeof customizationTiming]

/** How an order relates to the orders that it was merged with or split from. */
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
/** How a version of a customization came about: with its order, by a seller's correction, by drawing it again, by going back. */
export const versionOrigins = ['order', 'correction', 'rendering', 'restored'] as const
export type VersionOrigin = (typeof versionOrigins)[number]
/** 'rejected': the seller sent it back with a reason; the buyer can change and submit it again. */
export const buyerDesignStatuses = ['draft', 'submitted', 'rejected'] as const
export type BuyerDesignStatus = (typeof buyerDesignStatuses)[number]
/** Why the design of a customization cannot be changed: it was paid for, or a factory has it or may have it. */
export const designLocks = ['charged', 'pushed'] as const
/**
 * State of a case at a factory. `unsure`: it is unknown whether the factory has it; `refused`: no factory has it; `cancelled`: the
 * factory had it and does not make it.
 */
export const pushLineStates = ['pushing', 'unsure', 'pushed', 'refused', 'cancelled'] as const
export type PushLineStateName = (typeof pushLineStates)[number]

/** Designs per call that asks a factory to cancel them, or that acknowledges alarms. */
export const maxAlarmsPerCall = 200
/** How a request to a factory to cancel a line ended. `kept`: the factory makes it; `unsure`: nobody knows yet. */
export const cancelOutcomes = ['cancelled', 'kept', 'unsure', 'failed'] as const
/** The reasons that a seller gives for a line that no factory makes. */
export const unmadeReasons = ['cancelled', 'outOfStock'] as const
export type UnmadeReason = (typeof unmadeReasons)[number]

export const taskStatus = { running: 1, done: 2, failed: 3 } as const
/** Customizations per preflight call; ours, because each picture is decoded. */
export const maxPreflightsPerCall = 40
/** Customizations per call that charges or reports deliveries. */
export const maxChargesPerCall = 5000
/** Orders per import call; ours. */
export const maxOrdersPerImport = 200
/** Numbers of orders in a call that asks which are known; ours. */
export const maxOrderNumbers = 2000
/** Rows that an import of files left out and that are kept with it; ours. */
export const maxKeptImportRows = 10_000

/** Size at which an archive part is saved and the next one begun, bytes. */
export const maxArchiveBytes = 524_288_000

/** Price of a customized image that was not charged before, credits. */
export const creditsPerImage = 60
/** Credits per recharge: a multiple of `unit` between `min` and `max`. */
export const creditLimits = { unit: 1000, min: 1000, max: 10_000_000_000 } as const
/** Amounts offered for one-click recharges, credits. */
export const creditPacks = [6000, 12_000, 30_000] as const
/** Days for which bought credits are valid. */
export const creditLifeDays = 365
export const paymentStatus = { awaiting: 1, success: 2, closed: 3, refunded: 4, finished: 5 } as const
export type PaymentStatus = (typeof paymentStatus)[keyof typeof paymentStatus]

/** Number of a factories' program in the server's record of them (server/providers/erps.ts); 1 is the specification's. */
export type ErpKind = number
/** How a case is printed if its mould at the factory differs: at 1:1, cut at the mould's edge, or scaled to cover the mould. */
export const printSizes = ['true-size', 'mould'] as const
export type PrintSize = (typeof printSizes)[number]
/** Model bindings per call; ours. */
export const maxBindingsPerCall = 1000
/** Polling interval of a factory's sync task, and the time after which polling stops, ms. */
export const factorySyncPoll = { everyMs: 1000, limitMs: 5 * 60_000 } as const

/** Header of every answer while the operator maintains the server: his words, percent-encoded. */
export const maintenanceHeader = 'x-maintenance'
