/** Finds problems in a design that a seller should know before it is printed. Pure; no problem prevents a save. */
import { printDpi, printResolution, sharpnessNames, sharpnessOf } from '../../contract/rules/print-resolution'
import { boundsOf, coversBox, overlapsBox } from '../geometry/bounds'
import { containsBox } from '../geometry/box'
import { type WireframeShape, wireframeFrame } from '../geometry/wireframe'
import { shownSize } from '../model/appearance'
import { equalValues } from '../model/equal'
import { isDrawing } from '../model/picture-url'
import type { Box, DesignDoc, Layer, Size } from '../model/types'

/** An overhang up to this size is a rounding error and not reported; document px. */
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
  | 'drawing-text'
  | 'hidden'
  | 'standard-wireframe'

export interface Problem {
  readonly code: ProblemCode
  /** warning: the print will be visibly wrong. note: worth checking. */
  readonly level: 'warning' | 'note'
  /** The layer that has the problem; null for the design as a whole. */
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
  'drawing-text': '的图案里有没有转曲的文字，无法印刷',
  hidden: '已隐藏，不会被打印',
  'standard-wireframe': '在标准线框上',
}

/** One line for the same problem of `count` layers. */
export function summaryOf(code: ProblemCode, count: number): string {
  return `${count} 个图层${summaries[code]}`
}

export interface PrintTarget {
  /** The wireframe the design is shown on; its size in mm is null where the seller has not entered it. */
  readonly wireframe: WireframeShape & { readonly widthMm: number | null; readonly heightMm: number | null }
  /** Whether the wireframe is a standard one, whose corners and camera are guesses that nobody has compared with a mould. */
  readonly isStandard?: boolean
  /** Whether the material shows through where nothing is printed. */
  readonly needBackground?: boolean
  /** Ids of the shop's fonts; absent until they are loaded. */
  readonly fontIds?: ReadonlySet<number>
  /** Whether the picture at this address failed to load. */
  pictureFailed?(imageUrl: string): boolean
  /** Returns the text that the drawing at this address shows with a font; '' when there is none, or it is not known yet. */
  liveText?(imageUrl: string): string
}

/** Returns the problems of the design as a whole first, then those of the layers from bottom to top. */
export function checkDesign(doc: DesignDoc, target: PrintTarget): readonly Problem[] {
  return createChecker(target)(doc)
}

/**
 * `checkDesign` for a design that is being edited: checks a layer again only when the layer or the canvas changed (compared by
 * identity).
 */
export function createChecker(target: PrintTarget): (doc: DesignDoc) => readonly Problem[] {
  let last: { readonly doc: DesignDoc; readonly problems: readonly Problem[] } | null = null
  let cache = new WeakMap<Layer, readonly Problem[]>()
  return (doc) => {
    if (last?.doc === doc) return last.problems
    if (last?.doc.width !== doc.width || last.doc.height !== doc.height) cache = new WeakMap()
    const { printArea } = wireframeFrame(doc, target.wireframe)
    const problems: Problem[] = []
    if (target.needBackground && !doc.layers.some((layer) => layer.isBackground && !layer.hidden)) {
      problems.push({ code: 'background-missing', level: 'warning', uuid: null, text: '此材质需要背景图，请设置一个背景图层' })
    }
    if (target.isStandard && doc.layers.length > 0) {
      const text =
        '当前机型还是标准线框，圆角和摄像头位置是估计的；请用工厂的模具或样壳比对，一致就在「手机壳线框图」里点「已核对」'
      problems.push({ code: 'standard-wireframe', level: 'note', uuid: null, text })
    }
    for (const layer of doc.layers) {
      const found = cache.get(layer) ?? checkLayer(layer, doc, target, printArea)
      cache.set(layer, found)
      problems.push(...found)
    }
    // Return the previous value while the problems are equal, so that lists of problems are not re-rendered on every nudge.
    last = { doc, problems: last && equalValues(last.problems, problems) ? last.problems : problems }
    return last.problems
  }
}

/** A hidden layer is not printed, so only its being hidden is reported. */
function checkLayer(layer: Layer, canvas: Size, target: PrintTarget, printArea: Box): readonly Problem[] {
  const problems: Problem[] = []
  const add = (code: ProblemCode, level: Problem['level'], text: string) =>
    problems.push({ code, level, uuid: layer.uuid, text: `「${layer.name}」${text}` })
  if (layer.hidden) {
    add('hidden', 'note', '已隐藏，不会被打印')
    return problems
  }
  if (target.pictureFailed?.(layer.imageUrl)) add('picture-failed', 'warning', '的图片没有加载成功，请重新加载或换一张图片')
  const live = layer.type === 'IMAGE' ? (target.liveText?.(layer.imageUrl) ?? '') : ''
  if (live !== '') {
    const shown = live.length > 20 ? `${live.slice(0, 20)}…` : live
    const why = `的图案里有没有转曲的文字「${shown}」，印刷时没有它的字体`
    add('drawing-text', 'warning', `${why}；请在设计软件里把文字转曲（创建轮廓）后重新上传，替换这个图层`)
  }
  if (layer.isBackground) {
    if (!coversBox(layer, printArea, slack)) add('background-uncovered', 'warning', '没有铺满打印区域，边缘会露白')
  } else if (!overlapsBox(layer, printArea)) add('outside', 'warning', '在打印区域之外，不会被打印')
  else if (!containsBox(printArea, boundsOf(layer), slack)) {
    // Pictures often run over the edge on purpose; text never does.
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
 * Returns the resolution a picture is printed at: whole dots per inch of its worse side. Null where the phone's size in mm is
 * unknown, for text and drawings (sharp at any size), and for placeholders (the buyer's picture is printed instead).
 */
export function layerDpi(layer: Layer, doc: Size, wireframe: PrintTarget['wireframe']): number | null {
  const { widthMm, heightMm } = wireframe
  const mmPerWireframePx = widthMm !== null ? widthMm / wireframe.width : heightMm !== null ? heightMm / wireframe.height : null
  if (mmPerWireframePx === null || layer.type !== 'IMAGE' || isDrawing(layer.imageUrl)) return null
  const mmPerPx = mmPerWireframePx / wireframeFrame(doc, wireframe).scale
  const shown = shownSize(layer)
  const tile = layer.appearance?.pattern?.tile
  const size = tile === undefined ? layer : { width: tile, height: (tile * shown.height) / shown.width }
  return printResolution(shown, { widthMm: size.width * mmPerPx, heightMm: size.height * mmPerPx }).dpi
}

/** Returns the problems that are serious enough to ask about before a save. */
export function warningsOf(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ level }) => level === 'warning')
}

/**
 * Returns the identity of a set of warnings, so that the seller is asked only once about the same warnings on the same layers.
 */
export function warningKey(problems: readonly Problem[]): string {
  return warningsOf(problems)
    .map(({ code, uuid }) => `${code} ${uuid ?? ''}`)
    .sort()
    .join('\n')
}
