/** Schemas of orders, customizations, preflight, imports and download rules. */
import { z } from 'zod'
import {
  designLocks,
  maxOrderNumbers,
  maxOrdersPerImport,
  maxPreflightsPerCall,
  mergeSplitStatuses,
  taskStatus,
} from '../constants'
import { approvals } from '../rules/automation-facts'
import { madeStages } from '../rules/bought-choice'
import { itemStates, orderStates } from '../rules/item-state'
import { maxQuantity, textLimits } from '../rules/limits'
import { downloadRuleParts } from '../rules/name-parts'
import { findingChoices, type OrderTabKey, orderTabKeys } from '../rules/order-findings'
import { flagChoices, maxFlagText, orderFlags } from '../rules/order-flag'
import { pushStatuses } from '../rules/order-state'
import { forOrderTexts, type OrderTextName, orderTextNames, orderTexts } from '../rules/order-texts'
import { findingCodes } from '../rules/preflight'
import { shipChoices } from '../rules/ship-until'
import { unplacedReasons } from '../rules/unplaced-code'
import { fileUrl, id, idList, idText, orderTime, page, paged, time, timeText } from './common'

export const platformText = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\x21-\x7e]+$/, '平台编号格式不正确')
const picture = z.object({ width: z.number().int().positive(), height: z.number().int().positive() })

/** One design of a buyer for one order item. Under a merged order and under the orders it was merged from, its id is the same. */
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
  /** A preview of at most 600 px until the image is paid for (`creditDeducted`). Null if the buyer has not finished it, or see `drawing`. */
  customizedImageUrl: fileUrl.nullable(),
  /** The drawing of a buyer's design that has no picture yet: it waits, or it failed. Absent for every other one. */
  drawing: z.enum(['waiting', 'failed']).optional(),
  /** The effect image, free. */
  previewImageUrl: fileUrl.nullable(),
  /** Whether the image has been charged; downloading it again is free. */
  creditDeducted: z.boolean(),
  /** Whether the seller set its model, material and colour. */
  caseByHand: z.boolean(),
  /** Whether the model and the colour are in the catalogue; false also if none was recognised. */
  modelKnown: z.boolean(),
  colorKnown: z.boolean(),
  /** Size of the customized image in px; null if the server does not have it. */
  customizedImage: picture.nullable(),
  /** Type of the customized image's file, such as `image/png`; null if the server does not have it. */
  customizedImageType: z.string().nullable(),
  /** Whether the layers of the design came with the order, so that it can be corrected and drawn again. */
  hasDesign: z.boolean(),
  /** Counts the changes of its design; 1 as long as there was none. */
  version: z.number().int().positive(),
  designLock: z.enum(designLocks).nullable(),
  /** The customization of the same order item that is made once more by this one. */
  remakeOf: id.nullable(),
  /** Size of the case at the time of the order, mm; null if its wireframe had none. */
  widthMm: z.number().positive().nullable(),
  heightMm: z.number().positive().nullable(),
})

const designPieces = z.object({ customizationId: id, pieces: z.number().int().min(0).max(maxQuantity) })

export const orderItem = z.object({
  id,
  originalId: z.string(),
  productOriginalId: z.string().nullable(),
  skuOriginalId: z.string().nullable(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  propertiesName: z.string(),
  quantity: z.number().int().min(0),
  /** The item's state on the marketplace; `itemStateRules` gives its name and the consequences. */
  state: z.enum(itemStates),
  /** Why the item must not be printed according to the marketplace, for the seller; null if nothing prevents it. */
  hold: z.string().nullable(),
  /** The marketplace's own words for the state; absent where the source gives none. */
  platformState: z.string().optional(),
  /** The buyer's changes after the item was paid for or pushed, until the seller settles them; null if there are none. */
  change: z.object({ stage: z.enum(madeStages), text: z.string() }).nullable(),
  /** The merchant SKU (商家编码); null if the marketplace has none. */
  merchantSku: z.string().nullable(),
  customizations: z.array(customization),
  /** The seller's decision on the pieces of each design, null without one; `piecesOf` returns what counts. */
  decidedPieces: z.array(designPieces).nullable(),
})
/** One entry per design of the item; the sum must equal the quantity of the item. */
export const piecesBody = z.object({ pieces: z.array(designPieces).min(1).max(200) })
export const itemParams = z.object({ id: idText, itemId: idText })
/** The text that the seller has read; another change since is not settled by it. */
export const settledChange = z.object({ text: z.string().max(2000) })

export const preflightBody = z.object({ customizationIds: z.array(id).min(1).max(maxPreflightsPerCall) })
export const preflightRow = z.object({
  customizationId: id,
  /** Possible problems, the gravest first; screens show `text` after the case's name. `findingRules` gives the consequences. */
  findings: z.array(z.object({ code: z.enum(findingCodes), text: z.string() })),
})

const push = z.object({
  status: z.enum(pushStatuses),
  factoryName: z.string().nullable(),
  message: z.string().nullable(),
  at: time.nullable(),
})
/** A code of a design that the order's texts name, and whose design is not in it. */
export const unplacedCode = z.object({
  designId: id,
  code: z.string(),
  reason: z.enum(unplacedReasons),
  /** A sentence that names the code and the reason. */
  text: z.string(),
  /** Items into which the seller may put the design, or a copy of it. */
  itemIds: z.array(id),
  /** Whether the seller is asked before the order is charged or pushed. */
  asks: z.boolean(),
})
/** Marks that sellers and rules set on an order; absent where there is none. */
const orderMarks = z.object({
  tagIds: z.array(id),
  /** The reason for which a person or a rule holds the order back, and who does; while it is held, nothing pushes it. */
  heldBack: z.string().nullable(),
  heldBackBy: z.string().nullable(),
  assignee: z.string().nullable(),
  /** Whether a person has to look at its pictures before a rule pushes it, and who decided. */
  approval: z.enum(approvals).nullable(),
  approvalBy: z.string().nullable(),
  approvalAt: time.nullable(),
  approvalReason: z.string().nullable(),
})
/** Ways in which an order first came in. */
export const orderSources = ['api', 'sync', 'file', 'manual', 'demo'] as const
const orderFields = {
  id,
  originalId: z.string(),
  /** The way in which it first came in; null: taken in before this was recorded. Only one of `manual` is edited and deleted by hand. */
  source: z.enum(orderSources).nullable(),
  shopId: id,
  isPlatformOrder: z.boolean(),
  mergeSplitStatus: z.enum(mergeSplitStatuses),
  createdAt: time,
  /** When the buyer paid, and until when the marketplace wants it shipped; null where the source does not say. */
  paidAt: time.nullable(),
  shipUntil: time.nullable(),
  /** The flag that the seller set on it at the marketplace, null for none; `flagText`: the words beside it, or of one that is not known. */
  flag: z.enum(orderFlags).nullable(),
  flagText: z.string().nullable(),
  /** Such as the buyer's message; null if there is none. */
  ...forOrderTexts(() => z.string().nullable()),
  orderItems: z.array(orderItem),
  push,
  unplacedCodes: z.array(unplacedCode),
  marks: orderMarks.optional(),
}
const childOrder = z.object(orderFields)
/** An order of the list; `childOrders` are the orders that it was merged from or split into. */
export const order = z.object({ ...orderFields, childOrders: z.array(childOrder) })

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const orderFilter = z.object({
  shopId: idText.optional(),
  /** The platform's order number, or part of a product title, SKU or model name. */
  keyword: z.string().trim().max(textLimits.keyword).optional(),
  /** Both ends are inclusive. */
  createdAtStart: timeText.optional(),
  createdAtEnd: timeText.optional(),
  /** true: the order has customized images, and all that are left to make are paid for; false: one is not. */
  downloaded: flag.optional(),
  /** true: the order is at a factory whole; false: it is not, and something is left to make. */
  pushed: flag.optional(),
  /** true: a push of the order, or of one below it, failed and was not repeated with success. */
  pushFailed: z
    .literal('true')
    .transform(() => true as const)
    .optional(),
  /** true: an item of the order is held back, by the marketplace or by a refund, or was changed after it was paid for or pushed. */
  held: flag.optional(),
  /** The state of the order by those of its items, as `orderStateOf` returns it. */
  state: z.enum(orderStates).optional(),
  /**
   * Sorts by the time until which the marketplace wants orders shipped, the earliest first. `late`: only those that are not over and
   * whose time has passed; `soon`: only those with a day or less left; `first`: all, those without such a time or over at the end.
   */
  shipUntil: z.enum(shipChoices).optional(),
  /** Only orders with this flag, their own or one of a child order's; `none`: those without a flag that is known. */
  flag: z.enum(flagChoices).optional(),
  mergeSplitStatus: z.enum(mergeSplitStatuses).optional(),
  tagId: idText.optional(),
  /** true: the seller or a rule holds the order back. */
  heldBack: flag.optional(),
  approval: z.enum(approvals).optional(),
  /** Only orders that are not over and have this finding; `problem`: one because of which a person has to look at them. */
  finding: z.enum(findingChoices).optional(),
  /** Only orders with this text, their own or one of a child order's. */
  withText: z.enum(orderTextNames as [OrderTextName, ...OrderTextName[]]).optional(),
})
/** Stands for the last order of a page, as `next` of the reply gives it. */
const orderCursor = z.string().regex(/^\d{1,16}-\d{1,16}$/, '翻页位置不正确，请从第一页重新读取')
export const orderQuery = page.extend({
  ...orderFilter.shape,
  /**
   * Continues behind the page whose reply had this `next`, whatever orders came or went meanwhile; `pageNo` does not count then. Not for
   * a list that is sorted by `shipUntil`.
   */
  after: orderCursor.optional(),
})
export const orderPage = paged(order).extend({
  /** There may be more than `totalItems`: nobody counted further. A full page of such a list has a next one. */
  totalIsLeast: z.literal(true).optional(),
  /** The value of `after` for the next page, where the page is full and the list is sorted by the time of the order. */
  next: orderCursor.optional(),
})
export const orderCountsQuery = z.object({ shopId: idText.optional() })
/** Number of orders behind each tab of the list: the total of the list with the filter of the tab. */
export const orderCounts = z.object(
  Object.fromEntries(orderTabKeys.map((key) => [key, z.number().int()])) as Record<OrderTabKey, z.ZodNumber>,
)
const pieces = z.number().int().min(0)
/** Pieces that are to be made of each case, and those that are not counted there, with the reason. */
export const picking = z.object({
  cases: z.array(
    z.object({
      phoneBrandName: z.string(),
      phoneModelName: z.string(),
      phoneCaseMaterialName: z.string(),
      phoneCaseMaterialColorName: z.string(),
      pieces,
    }),
  ),
  /** Of items with several designs, of which the seller has not said how many are made of each. */
  undecided: pieces,
  /** Held back by the marketplace. */
  held: pieces,
  undesigned: pieces,
})
export const orderIdsQuery = z.object({ orderIds: idList })
/** The `customizedImageUrl` of each customization of an order. */
export const customizedImages = z.object({
  orderId: id,
  customizedImageUrls: z.array(z.object({ orderItemId: id, customizedImageUrl: fileUrl })),
})

/** The pictures of a case under and over a design, and their size in px. */
export const frame = z.object({
  width: z.number(),
  height: z.number(),
  backgroundUrl: fileUrl.nullable(),
  foregroundUrl: fileUrl.nullable(),
})

/** The source of a customization, frozen when the order was imported: later changes of the template do not affect it. */
const snapshot = z.object({
  templateId: id.nullable(),
  templateName: z.string().nullable(),
  templateRevision: z.number().int().positive().nullable(),
  /**
   * The layers of the buyer's design, like those of a template, without the addresses of pictures until the customization is paid
   * for. Null if the order did not contain them.
   */
  layers: z.array(z.record(z.string(), z.unknown())).max(500).nullable(),
  canvas: picture.nullable(),
  wireframe: frame.nullable(),
})
export const orderDetail = order.extend({
  /** One per customization. */
  snapshots: z.array(z.object({ customizationId: id, takenAt: time, snapshot })),
})

export const caseChange = z.object({
  customizationIds: z.array(id).min(1).max(500),
  phoneModelId: id,
  /** If absent or null, material and colour stay. */
  phoneCaseMaterialColorId: id.nullish(),
  /** Also change customizations of other orders that have the same names and have not been pushed. */
  alike: z.boolean().default(false),
})
export const caseChangeReply = z.object({ changed: z.number().int() })

/** Asks what uses rows of the catalogue, before they are deleted. */
export const catalogueUseQuery = z.object({ kind: z.enum(['brand', 'model', 'material', 'color']), ids: idList })
export const catalogueUse = z.object({
  /** Number of orders with these rows that have not been pushed. */
  openOrders: z.number().int(),
  designs: z.number().int(),
  /** Number of products and customization links whose settings contain them. */
  products: z.number().int(),
  /** Numbers of rows that would be deleted with them: models (of brands), wireframes, and wireframes that are on shelf. */
  models: z.number().int(),
  wireframes: z.number().int(),
  onShelf: z.number().int(),
})

const importItem = z.object({
  originalId: platformText,
  productOriginalId: platformText.nullish(),
  skuOriginalId: platformText.nullish(),
  title: z.string().max(500).optional(),
  imageUrl: z.string().max(textLimits.url).nullish(),
  propertiesName: z.string().max(500).optional(),
  quantity: z.number().int().min(0).max(maxQuantity),
  /**
   * `content` is JSON text with a version `v` and `phoneCaseCustomizationInfos`; anything else is stored and ignored. Answers hold what was
   * read of it as `customizations`, not the text itself; equal entries are one customization.
   */
  customizationInfo: z.object({ content: z.string().max(2_000_000) }).nullish(),
  /** Absent or null: to be made, or held where `hold` has a reason; in a file, unknown, or as it is stored. */
  state: z.enum(itemStates).nullish(),
  /** Absent or null: the reason that belongs to the state, if it holds. */
  hold: z.string().max(200).nullish(),
  /** The marketplace's own words for the state, for the seller to read. */
  platformState: z.string().max(100).nullish(),
  merchantSku: z.string().max(200).nullish(),
})
const importFields = {
  originalId: platformText,
  createdAt: orderTime,
  isPlatformOrder: z.boolean().default(true),
  mergeSplitStatus: z.enum(mergeSplitStatuses).default('INDEPENDENT'),
  /** A field that is absent is one that the source does not know: what is stored stays. Null or empty: there is none. */
  ...forOrderTexts((name) => z.string().max(orderTexts[name].longest).nullish()),
  paidAt: orderTime.nullish(),
  shipUntil: orderTime.nullish(),
  flag: z.enum(orderFlags).nullish(),
  flagText: z.string().trim().max(maxFlagText).nullish(),
  orderItems: z.array(importItem).max(500),
}
export const orderImport = z.object({
  shopId: id,
  /**
   * file: read from a marketplace's own export. It knows nothing of merging, and lines of a known order that it does not name stay.
   * Default api: an order is exactly as given.
   */
  source: z.enum(['api', 'file']).default('api'),
  /** When the source saw the orders: those that were seen later stay as they are. Absent: now. */
  observedAt: orderTime.optional(),
  /** The import of files that this call is a part of, by its number from 0; it is counted there once. */
  fileImport: z.object({ id, part: z.number().int().min(0).max(10_000) }).optional(),
  orders: z
    .array(z.object({ ...importFields, childOrders: z.array(z.object(importFields)).max(200).default([]) }))
    .min(1)
    .max(maxOrdersPerImport),
})
/** Numbers of a shop's orders, each once. */
export const orderNumbers = z.object({
  shopId: id,
  originalIds: z.array(platformText).min(1).max(maxOrderNumbers),
})
/** Those of them that are stored, in no sequence. */
export const knownOrderNumbers = z.object({ originalIds: z.array(z.string()) })
export const orderImportReply = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  orders: z.array(z.object({ id, originalId: z.string() })),
})

/** The outcome that an import of each order would have; nothing is written. */
export const orderImportPlan = z.array(
  z.object({
    originalId: z.string(),
    /** older: it was seen later than the source saw it, and stays as it is. */
    outcome: z.enum(['new', 'changed', 'same', 'older']),
    /** Names of the facts that would change, for the seller. */
    changes: z.array(z.string()),
  }),
)

/**
 * The answers of a seller about the export files of a shop: the heading of each field, by the headings of the file, and the meaning of
 * words for states, by the kind of file.
 */
export const orderFileProfile = z.object({
  columns: z.record(z.string().max(64), z.record(z.string().max(40), z.string().max(100).nullable())),
  states: z.record(z.string().max(40), z.record(z.string().max(100), z.enum(itemStates))),
})
export const orderFileProfileQuery = z.object({ shopId: idText })
export const orderFileProfileBody = orderFileProfile.extend({ shopId: id })

export const orderSync = z.object({ shopId: id, createdAtStart: time.optional(), createdAtEnd: time.optional() })
/** An order that the marketplace has and that could not be read or stored; each sync tries it again. */
export const unreadOrder = z.object({
  id,
  shopId: id,
  /** Its number, or words that name an order without one. */
  originalId: z.string(),
  /** Why, in words for the seller. */
  reason: z.string(),
  attempts: z.number().int(),
  firstAt: time,
  triedAt: time,
})
export const syncTask = z.object({
  id,
  status: z.enum(taskStatus),
  errorMessage: z.string().nullable(),
  /** Numbers of orders read, created and updated so far. */
  fetched: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  /** The shop's unread orders, the newest first, up to 200. */
  unread: z.array(unreadOrder),
  startedAt: time,
  finishedAt: time.nullable(),
})
/** How the syncs of the shops go. */
export const syncStates = z.object({
  /** Minutes after which a shop is synced again by itself; null: only when a seller says so. */
  everyMinutes: z.number().int().nullable(),
  /** The shops with an authorization. */
  shops: z.array(
    z.object({
      shopId: id,
      isRunning: z.boolean(),
      /** When the next sync begins by itself, if it does. */
      nextAt: time.nullable(),
      /** Why none begins, in words for the seller; null where one does, or where none of any shop does. */
      standsStill: z.string().nullable(),
      /** When a sync last succeeded. */
      doneAt: time.nullable(),
      /** When and why the last sync failed; null after one that succeeded. */
      failure: z.object({ at: time, message: z.string() }).nullable(),
      unread: z.array(unreadOrder),
    }),
  ),
})
export const syncTaskParams = z.object({ taskId: idText })

/** Each part at most once, in the order in which they form the file name. */
export const downloadRules = z.object({ rules: z.array(z.enum(downloadRuleParts)).max(20), withOrderIdFile: z.boolean() })
