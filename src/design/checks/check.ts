/** What a seller should know before a design goes to print. Pure; nothing here stops a save. */
import { printDpi, printResolution, sharpnessNames, sharpnessOf } from '../../../contract/rules/print-resolution'
import { boundsOf, coversBox, overlapsBox } from '../geometry/bounds'
import { containsBox } from '../geometry/box'
import { type WireframeShape, wireframeFrame } from '../geometry/wireframe'
import { equalValues } from '../model/equal'
import { isDrawing } from '../model/picture-url'
import type { Box, DesignDoc, Layer, Size } from '../model/types'

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
  | 'picture-failed'
  | 'hidden'

export interface Problem {
  readonly code: ProblemCode
  /** warning: the print will disappoint. note: worth a look. */
  readonly level: 'warning' | 'note'
  /** The layer in question; null for the design as a whole. */
  readonly uuid: string | null
  readonly text: string
}

const summaries: Readonly<Record<ProblemCode, string>> = {
  outside: '在打印区域之外，不会被打印',
  cut: '超出打印区域，超出的部分不会被打印',
  'low-dpi': `的分辨率低于 ${printDpi.good} DPI`,
  'background-missing': '缺少背景图',
  'background-uncovered': '没有铺满打印区域',
  'text-empty': '没有文字',
  'font-missing': '使用的字体不存在',
  'picture-failed': '的图片没有加载成功',
  hidden: '已隐藏，不会被打印',
}

/** The same problem of so many layers, in one line. */
export function summaryOf(code: ProblemCode, count: number): string {
  return `${count} 个图层${summaries[code]}`
}

export interface PrintTarget {
  /** The wireframe the design is shown on, with its size in mm where the seller has given it. */
  readonly wireframe: WireframeShape & { readonly widthMm: number | null; readonly heightMm: number | null }
  /** The material shows through where nothing is printed. */
  readonly needBackground?: boolean
  /** Fonts the shop has; left out while they are not known. */
  readonly fontIds?: ReadonlySet<number>
  /** Whether the picture at this address could not be loaded. */
  failed?(imageUrl: string): boolean
}

/** The problems, those of the whole design first, then the layers' from the bottom to the top. */
export function checkDesign(doc: DesignDoc, target: PrintTarget): readonly Problem[] {
  return createChecker(target)(doc)
}

/**
 * `checkDesign` for a design that is being edited: a layer is checked again only when it, or the canvas, is another value.
 */
export function createChecker(target: PrintTarget): (doc: DesignDoc) => readonly Problem[] {
  let last: { readonly doc: DesignDoc; readonly problems: readonly Problem[] } | null = null
  let known = new WeakMap<Layer, readonly Problem[]>()
  return (doc) => {
    if (last?.doc === doc) return last.problems
    if (last?.doc.width !== doc.width || last.doc.height !== doc.height) known = new WeakMap()
    const { printArea } = wireframeFrame(doc, target.wireframe)
    const problems: Problem[] = []
    if (target.needBackground && !doc.layers.some((layer) => layer.isBackground && !layer.hidden)) {
      problems.push({ code: 'background-missing', level: 'warning', uuid: null, text: '此材质需要背景图，请设置一个背景图层' })
    }
    for (const layer of doc.layers) {
      const found = known.get(layer) ?? checkLayer(layer, doc, target, printArea)
      known.set(layer, found)
      problems.push(...found)
    }
    // The same value while nothing is new, so that lists of problems are not drawn anew for every nudge.
    last = { doc, problems: last && equalValues(last.problems, problems) ? last.problems : problems }
    return last.problems
  }
}

/** A hidden layer has one problem only: that it is. */
function checkLayer(layer: Layer, canvas: Size, target: PrintTarget, printArea: Box): readonly Problem[] {
  const problems: Problem[] = []
  const add = (code: ProblemCode, level: Problem['level'], text: string) =>
    problems.push({ code, level, uuid: layer.uuid, text: `「${layer.name}」${text}` })
  if (layer.hidden) {
    add('hidden', 'note', '已隐藏，不会被打印')
    return problems
  }
  if (target.failed?.(layer.imageUrl)) add('picture-failed', 'warning', '的图片没有加载成功，请重新加载或换一张图片')
  if (layer.isBackground) {
    if (!coversBox(layer, printArea, slack)) add('background-uncovered', 'warning', '没有铺满打印区域，边缘会露白')
  } else if (!overlapsBox(layer, printArea)) add('outside', 'warning', '在打印区域之外，不会被打印')
  else if (!containsBox(printArea, boundsOf(layer), slack)) {
    // A picture is often meant to run over the edge; words never are.
    if (layer.type === 'TEXT') add('cut', 'warning', '有文字超出打印区域，会被裁掉')
    else add('cut', 'note', '超出打印区域的部分不会被打印')
  }
  if (layer.type === 'TEXT') {
    if (layer.text.trim() === '') add('text-empty', 'warning', '没有文字')
    if (layer.fontId === null || target.fontIds?.has(layer.fontId) === false) add('font-missing', 'warning', '使用的字体不存在')
  }
  const dpi = layerDpi(layer, canvas, target.wireframe)
  const sharpness = dpi === null ? 'good' : sharpnessOf(dpi)
  if (sharpness !== 'good') {
    add(
      'low-dpi',
      sharpness === 'poor' ? 'warning' : 'note',
      `${sharpnessNames[sharpness]}：${dpi} DPI，建议不低于 ${printDpi.good}，请缩小图片或换用更大的图片`,
    )
  }
  return problems
}

/**
 * Whole dots per inch the picture is printed at, by its worse side; null where the phone's size in mm is not known, for text and
 * drawings, which are sharp at any size, and for placeholders, which are never printed: a buyer's picture comes in their place.
 */
export function layerDpi(layer: Layer, doc: Size, wireframe: PrintTarget['wireframe']): number | null {
  const { widthMm, heightMm } = wireframe
  const mmPerWireframePx = widthMm !== null ? widthMm / wireframe.width : heightMm !== null ? heightMm / wireframe.height : null
  if (mmPerWireframePx === null || layer.type !== 'IMAGE' || isDrawing(layer.imageUrl)) return null
  const mmPerPx = mmPerWireframePx / wireframeFrame(doc, wireframe).scale
  const printed = { widthMm: layer.width * mmPerPx, heightMm: layer.height * mmPerPx }
  return printResolution({ width: layer.originalWidth, height: layer.originalHeight }, printed).dpi
}

/** What is wrong enough to be asked about before a save. */
export function warningsOf(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ level }) => level === 'warning')
}

/** Identity of a set of warnings: the same ones, on the same layers, are asked about once. */
export function warningKey(problems: readonly Problem[]): string {
  return warningsOf(problems)
    .map(({ code, uuid }) => `${code} ${uuid ?? ''}`)
    .sort()
    .join('\n')
}
