/** Labels of a batch's pieces: drawn in the page, shown, and saved for a label printer. */
import { delay } from '../../../../contract/ground/delay'
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import { batchText } from '../../../../contract/rules/sheet-name'
import type { PrintBatch } from '../../../../contract/types'
import { drawLabel, labelSize, type PieceLabel } from '../../../../imaging/labels/draw-label'
import { blackOf, type LabelBitmap } from '../../../../imaging/labels/label-bitmap'
import { labelsPdf } from '../../../../imaging/labels/label-pdf'
import { labelZpl } from '../../../../imaging/labels/label-zpl'

/** Dots a millimetre of label printers: 203 and 300 dots an inch. */
export const labelDots = { 203: 8, 300: 12 } as const
export type LabelDpi = keyof typeof labelDots

const natural = new Intl.Collator('zh-CN', { numeric: true })

/** Returns the labels of a batch, sheet by sheet in the order of the slots: as the cases are taken out of the jig. */
export function labelsOf({ number, sheetCount, pieces }: PrintBatch, shopOf: (shopId: number) => string): PieceLabel[] {
  return [...pieces]
    .sort((a, b) => a.sheet - b.sheet || natural.compare(a.slot ?? '', b.slot ?? ''))
    .map((piece) => ({
      ...{ code: piece.code, orderNumber: piece.orderNumber, phone: phoneNameOf(piece), material: materialNameOf(piece) },
      ...{ slot: piece.slot ?? '', sheet: `${batchText(number)} ${piece.sheet}/${sheetCount}`, shop: shopOf(piece.shopId) },
      number: piece.count > 1 ? `${piece.number}/${piece.count}` : '',
    }))
}

/** Draws a label. @throws Error in words where the browser has no memory for it. */
export function labelCanvas(label: PieceLabel, dpi: LabelDpi): HTMLCanvasElement {
  const dots = labelDots[dpi]
  const canvas = document.createElement('canvas')
  canvas.width = labelSize.widthMm * dots
  canvas.height = labelSize.heightMm * dots
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('浏览器内存不足，请关闭其他页面后重试')
  drawLabel(context, label, dots)
  return canvas
}

function bitmapOf(label: PieceLabel, dpi: LabelDpi): LabelBitmap {
  const canvas = labelCanvas(label, dpi)
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
  return blackOf(pixels, canvas.width, canvas.height)
}

/**
 * Returns the file of the labels for a printer of this resolution. The page answers between two labels, because hundreds of them take
 * seconds.
 */
export async function labelFile(labels: readonly PieceLabel[], kind: 'pdf' | 'zpl', dpi: LabelDpi): Promise<Blob> {
  const pdf = labelsPdf(labelSize)
  const zpl: string[] = []
  for (const label of labels) {
    const bitmap = bitmapOf(label, dpi)
    if (kind === 'pdf') pdf.add(bitmap)
    else zpl.push(labelZpl(bitmap))
    await delay(0)
  }
  return kind === 'pdf' ? new Blob([...pdf.end()], { type: 'application/pdf' }) : new Blob(zpl, { type: 'application/zpl' })
}
