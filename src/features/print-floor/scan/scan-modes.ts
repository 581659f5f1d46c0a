import type { PieceStep } from '../../../../contract/rules/print-batch'

/** `look`: a scan changes nothing. */
export const scanModes = ['look', 'printed', 'packed', 'shipped', 'failed'] as const
export type ScanMode = (typeof scanModes)[number]

export const scanModeNames: Readonly<Record<ScanMode, string>> = {
  look: '看一看',
  printed: '登记已打印',
  packed: '登记已包装',
  shipped: '登记已发货',
  failed: '打坏重打',
}

/** How an answer names a step that was taken. */
export const doneTexts: Readonly<Record<PieceStep, string>> = {
  printed: '已打印',
  packed: '已包装',
  shipped: '已发货',
  failed: '已送回重打',
}
