import { z } from 'zod'
import { downloadRuleParts, maxOrdersPerImport, maxPreflightsPerCall, mergeSplitStatuses, taskStatus } from '../constants'
import { pushStatuses } from '../rules/order-state'
import { findingCodes } from '../rules/preflight'
import { fileUrl, id, idList, idText, page, time, timeText } from './common'

const platformText = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\x21-\x7e]+$/, '平台编号格式不正确')
const picture = z.object({ width: z.number().int().positive(), height: z.number().int().positive() })

/** One design a buyer made for one item. The same one under a merged order and its parts has the same id. */
export const customization = z.object({
  id,
  phoneBrandId: id.nullable(),
  phoneModelId: id.nullable(),
  phoneCaseMaterialId: id.nullable(),
  phoneCaseMaterialColorId: id.nullable(),
  phoneBrandName: z.string(),
  phoneModelName: z.string(),
  phoneCaseMaterialName: z.string(),
  phoneCaseMaterialColorName: z.string(),
  /** Until it is paid for (`creditDeducted`), a preview of at most 600 px. Null: the buyer has not finished it. */
  customizedImageUrl: fileUrl.nullable(),
  /** The effect image, free. */
  previewImageUrl: fileUrl.nullable(),
  /** Paid for, and so downloaded; downloading it again is free. */
  creditDeducted: z.boolean(),
  /** The seller gave it its model, material and colour. */
  caseByHand: z.boolean(),
  /** Whether the model and the colour are in the catalogue now; false also where none was recognised. */
  modelKnown: z.boolean(),
  colorKnown: z.boolean(),
  /** Pixels of the customized image itself, where the server holds it. */
  customizedImage: picture.nullable(),
  /** Size of the case when it was ordered, mm; null when its wireframe had none. */
  widthMm: z.number().positive().nullable(),
  heightMm: z.number().positive().nullable(),
})

const designPieces = z.object({ customizationId: id, pieces: z.number().int().min(0).max(1_000_000) })

export const orderItem = z.object({
  id,
  originalId: z.string(),
  productOriginalId: z.string().nullable(),
  skuOriginalId: z.string().nullable(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  propertiesName: z.string(),
  quantity: z.number().int().min(0),
  /** What the marketplace says of the item, in words for the seller; null when nothing keeps it from being printed. */
  hold: z.string().nullable(),
  /** 商家编码: what the seller's own programs call the product SKU; null where the marketplace knows none. */
  merchantSku: z.string().nullable(),
  customizations: z.array(customization),
  /** What the seller said of the pieces of each design; see `piecesOf` for what counts. Null: nothing. */
  decidedPieces: z.array(designPieces).nullable(),
})
/** One entry for each design of the item; together as many as were bought. */
export const piecesBody = z.object({ pieces: z.array(designPieces).min(1).max(200) })
export const piecesParams = z.object({ id: idText, itemId: idText })

export const preflightBody = z.object({ customizationIds: z.array(id).min(1).max(maxPreflightsPerCall) })
export const preflightRow = z.object({
  customizationId: id,
  /** What may be wrong with it, the gravest first; `text` goes behind the name of the case. What follows: `findingRules`. */
  findings: z.array(z.object({ code: z.enum(findingCodes), text: z.string() })),
})

const push = z.object({
  status: z.enum(pushStatuses),
  factoryName: z.string().nullable(),
  message: z.string().nullable(),
  at: time.nullable(),
})
const orderFields = {
  id,
  originalId: z.string(),
  shopId: id,
  isPlatformOrder: z.boolean(),
  mergeSplitStatus: z.enum(mergeSplitStatuses),
  createdAt: time,
  /** What the buyer wrote with the order, and what the seller noted on the marketplace; null: nothing. */
  buyerMessage: z.string().nullable(),
  sellerMemo: z.string().nullable(),
  orderItems: z.array(orderItem),
  push,
}
const childOrder = z.object(orderFields)
/** An order as the list shows it: orders it was merged from or split into hang below it. */
export const order = z.object({ ...orderFields, childOrders: z.array(childOrder) })

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const orderQuery = page.extend({
  shopId: idText.optional(),
  /** Platform order number, or part of a product title, SKU or model name. */
  keyword: z.string().trim().max(100).optional(),
  /** Both ends count. */
  createdAtStart: timeText.optional(),
  createdAtEnd: timeText.optional(),
  /** true: there are customized images, and every one is paid for; false: one or more is not. */
  downloaded: flag.optional(),
  pushed: flag.optional(),
  /** true: an item of it is held back, by the platform or the buyer's refund. */
  held: flag.optional(),
  mergeSplitStatus: z.enum(mergeSplitStatuses).optional(),
})
export const orderIdsQuery = z.object({ orderIds: idList })
/** Each as `customizedImageUrl` of its customization. */
export const customizedImages = z.object({
  orderId: id,
  customizedImageUrls: z.array(z.object({ orderItemId: id, customizedImageUrl: fileUrl })),
})

/** What a customization was made from, as it stood when the order came in: later changes of the template do not touch it. */
const snapshot = z.object({
  templateId: id.nullable(),
  templateName: z.string().nullable(),
  templateRevision: z.number().int().positive().nullable(),
  /**
   * Layers of the design as the buyer left it, in the shape of a template's layers, without addresses of pictures until the customization
   * is paid for; null when they did not come with it.
   */
  layers: z.array(z.record(z.string(), z.unknown())).max(500).nullable(),
  canvas: picture.nullable(),
  wireframe: z
    .object({ width: z.number(), height: z.number(), backgroundUrl: fileUrl.nullable(), foregroundUrl: fileUrl.nullable() })
    .nullable(),
})
export const orderDetail = order.extend({
  /** By customization id. */
  snapshots: z.array(z.object({ customizationId: id, takenAt: time, snapshot })),
})

export const caseGift = z.object({
  customizationIds: z.array(id).min(1).max(500),
  phoneModelId: id,
  /** Absent or null: material and colour stay. */
  phoneCaseMaterialColorId: id.nullish(),
  /** Also the designs of other orders that bear the same names and are at no factory. */
  alike: z.boolean().default(false),
})
export const caseGiftReply = z.object({ changed: z.number().int() })

/** Rows of the catalogue that may be deleted. */
export const catalogueUseQuery = z.object({ kind: z.enum(['brand', 'model', 'material', 'color']), ids: idList })
export const catalogueUse = z.object({
  /** Orders that are at no factory yet. */
  openOrders: z.number().int(),
  designs: z.number().int(),
  /** Products and customization links that name them. */
  products: z.number().int(),
  /** What goes with them: models (of brands), wireframes, and how many of these are on shelf. */
  models: z.number().int(),
  wireframes: z.number().int(),
  onShelf: z.number().int(),
})

const importItem = z.object({
  originalId: platformText,
  productOriginalId: platformText.nullish(),
  skuOriginalId: platformText.nullish(),
  title: z.string().max(500).default(''),
  imageUrl: z.string().max(2048).nullish(),
  propertiesName: z.string().max(500).default(''),
  quantity: z.number().int().min(0).max(1_000_000),
  /** `content` is JSON text with a version `v` and `phoneCaseCustomizationInfos`; anything else is kept and ignored. */
  customizationInfo: z.object({ content: z.string().max(2_000_000) }).nullish(),
  hold: z.string().max(200).nullish(),
  merchantSku: z.string().max(200).nullish(),
})
const importFields = {
  originalId: platformText,
  createdAt: time,
  isPlatformOrder: z.boolean().default(true),
  mergeSplitStatus: z.enum(mergeSplitStatuses).default('INDEPENDENT'),
  buyerMessage: z.string().max(2000).nullish(),
  sellerMemo: z.string().max(2000).nullish(),
  orderItems: z.array(importItem).max(500),
}
export const orderImport = z.object({
  shopId: id,
  orders: z
    .array(z.object({ ...importFields, childOrders: z.array(z.object(importFields)).max(200).default([]) }))
    .min(1)
    .max(maxOrdersPerImport),
})
export const orderImportReply = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  orders: z.array(z.object({ id, originalId: z.string() })),
})

export const orderSync = z.object({ shopId: id, createdAtStart: time.optional(), createdAtEnd: time.optional() })
export const syncTask = z.object({
  id,
  status: z.enum(taskStatus),
  errorMessage: z.string().nullable(),
  /** Orders read so far, and what became of them. */
  fetched: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  startedAt: time,
  finishedAt: time.nullable(),
})
export const syncTaskParams = z.object({ taskId: idText })

/** Every part once; the saved order is the order in a file's name. */
export const downloadRules = z.object({ rules: z.array(z.enum(downloadRuleParts)).max(20), withOrderIdFile: z.boolean() })
