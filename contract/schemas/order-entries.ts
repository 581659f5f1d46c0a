/** Schemas of orders that the seller brings in: by files of marketplaces, and by hand. */
import { z } from 'zod'
import { maxKeptImportRows } from '../constants'
import { manualOrderLimits } from '../rules/limits'
import { forOrderTexts, orderTexts } from '../rules/order-texts'
import { id, time } from './common'
import { platformText } from './orders'

const importedFile = z.object({ name: z.string().min(1).max(255), sha256: z.string().regex(/^[\da-f]{64}$/) })
/** An order, or a row, of a file that an import left out. It holds no cells but the number of the order. */
const leftOutRow = z.object({
  file: z.string().max(255),
  /** Numbers of rows in the file. */
  rows: z.string().max(200),
  orderNo: z.string().regex(/^[\x21-\x7e]{0,64}$/),
  outcome: z.enum(['skipped', 'refused']),
  reason: z.string().max(200),
})
export const orderFileImportBegin = z.object({
  shopId: id,
  files: z.array(importedFile).min(1).max(50),
  /** Orders that will be imported, and the number of calls of `orders.import` that do it. */
  orders: z.number().int().min(1).max(1_000_000),
  parts: z.number().int().min(1).max(10_000),
  skipped: z.number().int().min(0),
  refused: z.number().int().min(0),
  rows: z.array(leftOutRow).max(maxKeptImportRows),
})
export const orderFileImport = z.object({
  id,
  shopId: id,
  files: z.array(importedFile),
  createdAt: time,
  /** When its last part was imported; null while some are not. */
  endedAt: time.nullable(),
  /** Orders that it imports; those of the parts that are done are created, updated or unchanged. */
  orders: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  skipped: z.number().int(),
  refused: z.number().int(),
})
export const orderFileImportRows = z.array(leftOutRow)

const manualDesign = z.union([
  z.object({ kind: z.literal('picture'), fileId: id }),
  z.object({ kind: z.literal('code'), code: z.string().trim().min(1).max(manualOrderLimits.code) }),
  /** Without a design yet, or with the one that the line has. */
  z.object({ kind: z.literal('later') }),
])
const manualLine = z.object({
  title: z.string().trim().max(manualOrderLimits.title).default(''),
  phoneModelId: id,
  materialColorId: id,
  quantity: z.number().int().min(1).max(manualOrderLimits.quantity),
  design: manualDesign,
})
const manualTexts = forOrderTexts((name) => z.string().max(orderTexts[name].longest).nullish())
export const manualOrderNumber = z.object({ originalId: z.string() })
export const manualOrderCreate = z.object({
  shopId: id,
  /** Null: the next number of the series, which no other order has. */
  originalId: platformText.nullable(),
  ...manualTexts,
  lines: z.array(manualLine).min(1).max(manualOrderLimits.lines),
})
export const manualOrderCreated = z.object({
  orderId: id,
  originalId: z.string(),
  /** The shop has an order of this number already, and nothing was changed: `orderId` is that one. */
  isKnown: z.boolean(),
})
export const manualOrderUpdate = z.object({
  ...manualTexts,
  /** All lines of the order: those that are absent are deleted. One of `keep` stays as it is. */
  lines: z
    .array(z.union([z.object({ itemId: id, keep: z.literal(true) }), manualLine.extend({ itemId: id.nullable() })]))
    .min(1)
    .max(manualOrderLimits.lines),
})
