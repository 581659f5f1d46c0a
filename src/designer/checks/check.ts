/** What a seller should know before a design goes to print. Pure; nothing here stops a save. */
import { boundsOf, coversBox, overlapsBox } from '../geometry/bounds'
import { containsBox } from '../geometry/box'
import { dpiOf } from '../geometry/units'
import { type WireframeShape, wireframeFrame } from '../geometry/wireframe'
import type { DesignDoc, Layer } from '../model/types'

/** Under this a print looks soft, dots per inch. */
export const goodDpi = 200
/** Under this single pixels show. */
export const poorDpi = 150
/** An edge this little over the line is rounding, not layout; document px. */
const slack = 0.5

export type ProblemCode =
  | 'outside'
  | 'cut'
  | 'low-dpi'
  | 'background-missing'
  | 'background-uncovered'
  | 'text-empty'
  | 'font-missing'

export interface Problem {
  readonly code: ProblemCode
  /** warning: the print will disappoint. note: worth a look. */
  readonly level: 'warning' | 'note'
  /** The layer in question; null for the design as a whole. */
  readonly uuid: string | null
  readonly text: string
}

export interface PrintTarget {
  /** The wireframe the design is shown on, with its size in mm where the seller has given it. */
  readonly wireframe: WireframeShape & { readonly widthMm: number | null; readonly heightMm: number | null }
  /** The material shows through where nothing is printed. */
  readonly needBackground?: boolean
}

/** The problems of the visible layers, from the bottom to the top, those of the whole design first. */
export function checkDesign(doc: DesignDoc, target: PrintTarget): readonly Problem[] {
  const { printArea } = wireframeFrame(doc, target.wireframe)
  const visible = doc.layers.filter((layer) => !layer.hidden)
  const background = visible.find((layer) => layer.isBackground)
  const problems: Problem[] = []
  if (target.needBackground && !background) {
    problems.push({ code: 'background-missing', level: 'warning', uuid: null, text: '此材质需要背景图，请设置一个背景图层' })
  }
  for (const layer of visible) {
    const add = (code: ProblemCode, level: Problem['level'], text: string) =>
      problems.push({ code, level, uuid: layer.uuid, text: `「${layer.name}」${text}` })
    if (layer.isBackground) {
      if (!coversBox(layer, printArea, slack)) add('background-uncovered', 'warning', '没有铺满打印区域，边缘会露白')
    } else if (!overlapsBox(layer, printArea)) add('outside', 'warning', '在打印区域之外，不会被打印')
    else if (!containsBox(printArea, boundsOf(layer), slack)) add('cut', 'note', '超出打印区域的部分不会被打印')
    if (layer.type === 'TEXT') {
      if (layer.text.trim() === '') add('text-empty', 'warning', '没有文字')
      if (layer.fontId === null) add('font-missing', 'warning', '使用的字体不存在')
      continue
    }
    const dpi = layerDpi(layer, doc, target.wireframe)
    if (dpi !== null && dpi < goodDpi) {
      const level = dpi < poorDpi ? 'warning' : 'note'
      add('low-dpi', level, `清晰度为 ${Math.floor(dpi)} DPI，建议不低于 ${goodDpi}，请缩小图片或换用更大的图片`)
    }
  }
  return problems
}

/** Dots per inch the picture is printed at, by its worse side; null where the phone's size in mm is not known. */
export function layerDpi(layer: Layer, doc: DesignDoc, wireframe: PrintTarget['wireframe']): number | null {
  const { widthMm, heightMm } = wireframe
  const mmPerWireframePx = widthMm !== null ? widthMm / wireframe.width : heightMm !== null ? heightMm / wireframe.height : null
  if (mmPerWireframePx === null) return null
  const mmPerPx = mmPerWireframePx / wireframeFrame(doc, wireframe).scale
  return Math.min(dpiOf(layer.originalWidth, layer.width * mmPerPx), dpiOf(layer.originalHeight, layer.height * mmPerPx))
}
