/** Rows of the print floor for component tests. */
import { gridSlots } from '../../../../contract/rules/jig'
import { printPresets } from '../../../../contract/rules/print-profile'
import type { PrintBatch, PrintPiece } from '../../../../contract/types'

/** Codes with their check, as a scanner types them. */
const codes = ['PABCDEFGC', 'PHJKMNPQ4']

/** @param id counts from 1. */
export const pieceRow = (id: number, change: Partial<PrintPiece> = {}): PrintPiece => ({
  ...{ id, code: codes[id - 1] ?? `P${String(id).padStart(8, '0')}`, state: 'planned', hold: null, failures: 0, failure: null },
  ...{ shopId: 1, orderId: id, orderNumber: `28123456789012345${10 + id}`, customizationId: id, number: 1, count: 1 },
  ...{ phoneModelId: 11, materialId: 31, materialColorId: 41, phoneBrandName: '小米', phoneModelName: '小米 14' },
  ...{ phoneCaseMaterialName: '硅胶', phoneCaseMaterialColorName: '黑', widthMm: 70, heightMm: 140, imageUrl: null },
  ...{ isReplaced: false, batchId: 5, batchNumber: 12, createdAt: 0, printedAt: null, packedAt: null, shippedAt: null },
  ...change,
})

type BatchPiece = PrintBatch['pieces'][number]

/** A batch of pieces in the first slots of a jig of two rows and three columns, 300 × 400 mm. */
export function batchRow(pieces: readonly PrintPiece[], change: Partial<PrintBatch> = {}): PrintBatch {
  const grid = { rows: 2, columns: 3, pitchXMm: 95, pitchYMm: 190, firstXMm: 10, firstYMm: 10, turn: 0, group: '通用' } as const
  const slots = gridSlots({ ...grid, widthMm: 80, heightMm: 165 })
  const placed = pieces.flatMap((piece, at): BatchPiece[] => {
    const slot = slots[at]
    return slot
      ? [{ ...piece, sheet: 1, slot: slot.key, xMm: slot.xMm + 5, yMm: slot.yMm + 12.5, turn: 0, outcome: null, reason: null }]
      : []
  })
  const { plates, ...settings } = printPresets.rgb.profile
  return {
    ...{ id: 5, number: 12, state: 'planned', printerId: 1, printerName: '二号机', jigName: '六位', profileName: '一号机' },
    ...{ hasMarks: false, pieceCount: placed.length, sheetCount: 1, failedCount: 0, done: 0, error: null, createdBy: '晨曦' },
    ...{ createdAt: 0, madeAt: null, printedAt: null, widthMm: 300, heightMm: 400, slots },
    groups: [{ name: '通用', phoneModelIds: [] }],
    settings: { ...settings, plates: [...plates] },
    sheets: [{ index: 1, fileName: 'B0012_1-1', fileUrl: null, size: null, coverages: [], deliveredAt: null }],
    ...{ pieces: placed, unpaid: [] },
    ...change,
  }
}
