/** Schemas of the print floor: printers, jigs, pieces, batches and blanks. */
import { z } from 'zod'
import { maxIdsPerCall } from '../constants'
import { jigLimits, jigProblem, turns } from '../rules/jig'
import { textLimits } from '../rules/limits'
import { batchLimits, batchStates, pieceStates, pieceSteps } from '../rules/print-batch'
import { maxFolderName, sheetNameParts, usualSheetName } from '../rules/sheet-name'
import { fileUrl, id, idList, nameText, page, time, within } from './common'
import { printProfile } from './print-profiles'

const mm = z.number()
const sideMm = within(jigLimits.sideMm)
const turn = z.literal(turns)

/** A folder below the one that the agent of the printer's computer writes into. */
const folder = z
  .string()
  .trim()
  .max(maxFolderName, `文件夹名不能超过 ${maxFolderName} 个字符`)
  .regex(/^[^\\/:*?"<>|\p{Cc}]*$/u, '文件夹名里不能有 \\ / : * ? " < > |')
  .refine((name) => !/^\.+$/.test(name) && !/[. ]$/.test(name), '文件夹名不能是点，也不能以点结尾')

export const printerWrite = z.object({
  name: nameText('请填写打印机的名称'),
  /** Of the bed. */
  widthMm: sideMm,
  heightMm: sideMm,
  /** By which its sheets are written; null: chosen for each batch. */
  profileId: id.nullable(),
  /** '' is the agent's own folder. */
  folder,
  /** The parts of the names of its files, in their order. */
  fileName: z
    .array(z.enum(sheetNameParts))
    .min(1, '请至少选择一项')
    .max(sheetNameParts.length)
    .default([...usualSheetName]),
})
export const printer = printerWrite.extend({ fileName: z.array(z.enum(sheetNameParts)), id, updatedAt: time })

const slot = z.object({
  key: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}_-]{1,12}$/u, '工位编号只能有字母、数字、横线和下划线，最多 12 个字'),
  group: z.string().trim().min(1).max(textLimits.name),
  xMm: mm,
  yMm: mm,
  widthMm: within(jigLimits.slotMm),
  heightMm: within(jigLimits.slotMm),
  turn,
})
const layout = z.object({
  widthMm: sideMm,
  heightMm: sideMm,
  slots: z.array(slot).max(jigLimits.slots, `一个治具最多 ${jigLimits.slots} 个工位`),
  groups: z
    .array(z.object({ name: nameText('请填写工位组的名称'), phoneModelIds: z.array(id).max(maxIdsPerCall) }))
    .max(jigLimits.groups, `一个治具最多 ${jigLimits.groups} 个工位组`),
})
export const jigWrite = layout.extend({ name: nameText('请填写治具的名称') }).superRefine((value, refinement) => {
  const problem = jigProblem(value)
  if (problem !== null) refinement.addIssue({ code: 'custom', path: ['slots'], message: problem })
})
export const jig = layout.extend({ id, name: z.string(), updatedAt: time })

/** A piece: one case to be printed, packed and shipped. */
export const printPiece = z.object({
  id,
  code: z.string(),
  state: z.enum(pieceStates),
  /** Why it must not be printed now; null if nothing prevents it. */
  hold: z.string().nullable(),
  /** How often its print failed, and why it did last. */
  failures: z.number().int(),
  failure: z.string().nullable(),
  shopId: id,
  orderId: id,
  orderNumber: z.string(),
  customizationId: id,
  /** Which of the pieces of its design it is, from 1, and how many there are. */
  number: z.number().int(),
  count: z.number().int(),
  phoneModelId: id.nullable(),
  materialId: id.nullable(),
  materialColorId: id.nullable(),
  phoneBrandName: z.string(),
  phoneModelName: z.string(),
  phoneCaseMaterialName: z.string(),
  phoneCaseMaterialColorName: z.string(),
  /** Of the print; null if unknown: it cannot be laid on a sheet then. */
  widthMm: mm.nullable(),
  heightMm: mm.nullable(),
  /** A picture for people. */
  imageUrl: fileUrl.nullable(),
  /** The order's design is another one by now. */
  isReplaced: z.boolean(),
  batchId: id.nullable(),
  batchNumber: z.number().int().nullable(),
  createdAt: time,
  printedAt: time.nullable(),
  packedAt: time.nullable(),
  shippedAt: time.nullable(),
})

export const printPieceQuery = page.extend({
  state: z.enum(pieceStates).optional(),
  phoneModelIds: idList.optional(),
  materialIds: idList.optional(),
  materialColorIds: idList.optional(),
  /** An order's number or a piece's code, or a part of either. */
  text: z.string().trim().max(textLimits.keyword).optional(),
})
/** Counts of pieces by state, and what is waiting, by case. */
export const printFloorCounts = z.object({
  states: z.record(z.enum(pieceStates), z.number().int()),
  /** Batches that are not printed yet. */
  openBatches: z.number().int(),
  isOpen: z.boolean(),
})

const code = z.string().trim().min(1, '请扫描或输入件码').max(textLimits.typedNumber)
export const pieceScan = z.object({ code })
export const pieceStepBody = z.object({
  code,
  step: z.enum(pieceSteps),
  /** Why its print failed. */
  reason: z.string().trim().max(textLimits.reason).optional(),
})
/** A piece with the others of its order, which go into the same parcel. */
export const scannedPiece = z.object({
  piece: printPiece,
  parcel: z.array(printPiece),
  /** The step was taken before: nothing was changed. */
  isRepeated: z.boolean(),
})

const placement = z.object({ sheet: z.number().int().min(1), slot: z.string().nullable(), xMm: mm, yMm: mm, turn })
export const batchPiece = printPiece.extend({
  ...placement.shape,
  /** How it came out; null: not said yet. */
  outcome: z.enum(['printed', 'failed']).nullable(),
  reason: z.string().nullable(),
})
const batchSheet = z.object({
  index: z.number().int(),
  fileName: z.string(),
  /** Null until it is made. */
  fileUrl: fileUrl.nullable(),
  size: z.number().int().nullable(),
  /** Share of the area that each plate covers, 0 to 1. */
  coverages: z.array(z.number()),
  /** When an agent wrote it into the printer's folder. */
  deliveredAt: time.nullable(),
})
const batchFacts = {
  id,
  number: z.number().int(),
  state: z.enum(batchStates),
  printerId: id.nullable(),
  printerName: z.string(),
  jigName: z.string().nullable(),
  profileName: z.string(),
  hasMarks: z.boolean(),
  pieceCount: z.number().int(),
  sheetCount: z.number().int(),
  failedCount: z.number().int(),
  /** Sheets that are made. */
  done: z.number().int(),
  /** Why its sheets were not made. */
  error: z.string().nullable(),
  createdBy: z.string(),
  createdAt: time,
  madeAt: time.nullable(),
  printedAt: time.nullable(),
}
export const printBatchRow = z.object(batchFacts)
export const printBatch = z.object({
  ...batchFacts,
  widthMm: mm,
  heightMm: mm,
  /** Of the jig; empty without one. */
  slots: layout.shape.slots,
  groups: layout.shape.groups,
  settings: printProfile.shape.settings,
  sheets: z.array(batchSheet),
  pieces: z.array(batchPiece),
  /** Designs that are not paid for yet: making the sheets pays for them. */
  unpaid: z.array(id),
})
export const printBatchQuery = page.extend({ open: z.enum(['true', 'false']).optional() })

/** Which pieces a batch gathers: the chosen ones, or those of a rule, the oldest first and failed ones before them. */
const gathering = z.object({
  pieceIds: z.array(id).min(1).max(batchLimits.pieces, `一个批次最多 ${batchLimits.pieces} 件`).optional(),
  phoneModelIds: z.array(id).max(maxIdsPerCall).optional(),
  materialIds: z.array(id).max(maxIdsPerCall).optional(),
  materialColorIds: z.array(id).max(maxIdsPerCall).optional(),
  /** Only pieces that came before this time. */
  before: time.optional(),
})
export const printBatchPlan = gathering.extend({
  printerId: id,
  /** Null: free nesting on the bed. */
  jigId: id.nullable(),
  /** Null: the printer's own. */
  profileId: id.nullable().optional(),
  /** Per cent of a sheet that must be filled. */
  minFill: within({ min: 0, max: 100 }),
  /** Between prints, and around them at the edge of the bed, mm; without a jig only. */
  gapMm: within({ min: 0, max: 50 }).default(3),
  marginMm: within({ min: 0, max: 100 }).default(5),
  /** Whether the code of each piece is printed beside it, where there is room. */
  marks: z.boolean().default(false),
})
export const printBatchPlanned = z.object({
  /** Null: no piece could be planned. */
  batch: printBatch.nullable(),
  left: z.array(z.object({ pieceId: id, code: z.string(), reason: z.string() })),
})
/** Moves a piece to a slot, which it exchanges with the piece there; null takes it out of the batch. */
export const printBatchMove = z.object({
  pieceId: id,
  to: z.object({ sheet: z.number().int().min(1).max(batchLimits.sheets), slot: z.string() }).nullable(),
})
export const printBatchMake = z.object({
  /** The price of an image that the seller saw, credits. */
  creditsPerImage: z.number().int().nonnegative().optional(),
  /** Designs that are paid for in spite of findings. */
  confirmed: z.array(id).max(batchLimits.pieces).optional(),
})
/** Pieces that did not come out well; all others are printed. */
export const printBatchFinish = z.object({
  failed: z.array(z.object({ pieceId: id, reason: z.string().trim().max(textLimits.reason) })).max(batchLimits.pieces),
})

/** Blank cases of a model in a colour. */
export const blank = z.object({
  phoneModelId: id,
  materialColorId: id,
  phoneBrandName: z.string(),
  phoneModelName: z.string(),
  phoneCaseMaterialName: z.string(),
  phoneCaseMaterialColorName: z.string(),
  /** Null: the seller does not count them. */
  quantity: z.number().int().nullable(),
  /** Pieces of batches that are not printed yet. */
  reserved: z.number().int(),
  /** Pieces that wait for a batch. */
  waiting: z.number().int(),
  /** Fewer than this many are few. */
  warnBelow: z.number().int(),
  /** Whether they run out: fewer than `warnBelow` are left after all pieces, or less than nothing. */
  isLow: z.boolean(),
})
const blankQuantity = within({ min: -1_000_000, max: 1_000_000 }).int()
export const blankWrite = z.object({
  phoneModelId: id,
  materialColorId: id,
  /** `set`: counted; `add`: arrived, or taken away; `forget`: not counted any more. */
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('set'), quantity: blankQuantity }),
    z.object({ kind: z.literal('add'), quantity: blankQuantity }),
    z.object({ kind: z.literal('warn'), below: within({ min: 0, max: 1_000_000 }).int() }),
    z.object({ kind: z.literal('forget') }),
  ]),
})

/** A made sheet that an agent fetches. */
export const hotFile = z.object({
  batchId: id,
  sheet: z.number().int(),
  batchNumber: z.number().int(),
  printerId: id,
  printerName: z.string(),
  folder: z.string(),
  fileName: z.string(),
  size: z.number().int(),
  /** Of the file, 64 hexadecimal digits. */
  sha256: z.string(),
  url: z.string(),
})
export const hotFolderQuery = z.object({ printerIds: idList.optional() })
export const hotFolderFiles = z.object({
  at: time,
  items: z.array(hotFile),
  /** Ed25519, base64: of the text of `{"at":…,"items":[…]}` in UTF-8, with these two fields as they stand here and without blanks. */
  signature: z.string(),
  /** The server's public key, base64 of its 32 bytes. */
  publicKey: z.string(),
})
export const hotFolderConfirm = z.object({
  batchId: id,
  sheet: z.number().int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
