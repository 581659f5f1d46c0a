/** Words the import report: what became of a layer, in Chinese sentences for the seller. */

import type { Adjustment, Effect } from '../../contract/rules/appearance'
import { type Box, contains, intersect } from '../pixels/raster'
import { isPlainFill } from './compose'
import type { PsdNode } from './node'
import { hasPixels } from './pixels'
import type { PsdLayerFate, PsdLayerReport } from './types'

/** As Photoshop's Chinese menus name them. */
export const effectNames: Readonly<Record<Effect['kind'], string>> = {
  dropShadow: '投影',
  innerShadow: '内阴影',
  outerGlow: '外发光',
  innerGlow: '内发光',
  colorOverlay: '颜色叠加',
  gradientOverlay: '渐变叠加',
  stroke: '描边',
}

/** Role of a node in the picture that is made of the artboard. */
export interface Role {
  readonly path: readonly string[]
  /** The layer or group it was merged into, by name; null when it stays a layer of its own. */
  readonly into: { readonly name: string; readonly how: 'group' | 'clip' | 'adjustment' } | null
  /** Name of the layer that it is clipped to, when both stay layers. */
  readonly clippedTo?: string
  /** Other layers are clipped to it. */
  readonly hasClips: boolean
  /** The groups around it whose opacity, masks and modes were baked into it. */
  readonly baked: readonly PsdNode[]
  /** It is inside a merged group and was hidden there. */
  readonly unseen: boolean
  readonly artboard: Box
  /** The file's colours are inks or Lab. */
  readonly inks: boolean
  readonly mixing: Mixing
}

/**
 * How Photoshop mixes the layers of a file: like a design, by sRGB signals (`rgb`); as light or by the curve of a profile
 * (`own`), which one picture of all layers shows exactly; as inks, which one picture of the file's own channels shows exactly; or
 * in a way that is not drawn.
 */
export type Mixing = 'rgb' | 'own' | 'inks' | 'other'

/** A sentence, and whether it means that the layer looks different (true) or only informs (false). */
type Reason = readonly [sentence: string, looksDifferent: boolean]

export const otherColors = '文件按自己的颜色混合图层，半透明和混合模式的效果是近似的，颜色可能不同'

const textBecamePixels = '文字已转为图片，不能再改字'

/** Returns the report of a text that stayed text (`reason` null), or that became pixels for a reason. */
export const textReport = (report: PsdLayerReport, reason: string | null): PsdLayerReport => ({
  ...report,
  fate: reason === null ? 'kept' : report.fate,
  reasons: report.reasons.map((sentence) =>
    sentence !== textBecamePixels ? sentence : reason === null ? '仍是文字，可以改字' : `${textBecamePixels}：${reason}`,
  ),
})

const undrawnAdjustment = '这种调整图层无法导入，受它影响的图层颜色与Photoshop中不同'

const becamePixels: Readonly<Partial<Record<PsdNode['kind'], string>>> = {
  text: textBecamePixels,
  smartObject: '智能对象已转为图片',
  shape: '形状已转为图片',
  fill: '填充图层已转为图片',
}

/** Returns why the layer is left out; null when it is not. */
function absence(node: PsdNode, { artboard, unseen }: Role): Reason | null {
  if (node.kind === 'adjustment' && node.adjustment === null) return [undrawnAdjustment, !node.hidden && !unseen]
  if (unseen) return ['图层在所属图层组中已隐藏，没有合并', false]
  if (node.children !== null) return node.children.length === 0 ? ['图层组是空的', false] : null
  if (isPlainFill(node) || node.kind === 'adjustment') return null
  if (!hasPixels(node)) {
    if (node.kind === 'fill' || node.kind === 'shape')
      return ['填充内容没有保存像素，请在Photoshop中栅格化此图层后重新导入', !node.hidden]
    if (node.kind === 'pixel') return ['图层是空的', false]
    return ['图层没有保存像素，请在Photoshop中栅格化此图层后重新导入', !node.hidden]
  }
  return intersect(node.box, artboard) === null ? ['图层在画板之外', false] : null
}

/** Returns whether only styles would be visible, none of which can be drawn. */
const isStyleOnly = ({ fill, effects, interior, lostEffects }: PsdNode): boolean =>
  lostEffects.length > 0 && effects.length + interior.length === 0 && fill * 255 < 0.5

const nearAdjustments: Readonly<Partial<Record<Adjustment['kind'], string>>> = {
  vibrance: '自然饱和度',
  photoFilter: '照片滤镜',
}

/** Names what of a layer is drawn nearly but not exactly as Photoshop does, because its formulas are not published. */
function nearlyDrawn(node: PsdNode): string[] {
  const { adjustment, effects } = node
  const glows = effects.filter(({ kind, opacity }) => (kind === 'outerGlow' || kind === 'innerGlow') && opacity > 0)
  const hasRanges = adjustment?.kind === 'hueSaturation' && (adjustment.ranges ?? []).length > 0
  const adjusts = adjustment === null ? undefined : nearAdjustments[adjustment.kind]
  return [
    ...node.near,
    ...new Set(glows.map(({ kind }) => effectNames[kind])),
    ...(adjusts === undefined ? [] : [adjusts]),
    ...(hasRanges ? ['分颜色的色相/饱和度'] : []),
    ...(node.gradient !== null && isPlainFill(node) ? ['渐变填充'] : []),
  ]
}

/** Whether an effect is mixed with the layer or with what lies below it, beyond covering it. */
const isShaded = ({ effects, interior }: PsdNode): boolean =>
  [...effects, ...interior].some((effect) => effect.opacity > 0 && (effect.opacity < 1 || 'spread' in effect))

function changes(node: PsdNode, { into, clippedTo, hasClips, baked, artboard, inks, mixing }: Role): Reason[] {
  const reasons: Reason[] = []
  const addReason = (when: boolean, sentence: string, looksDifferent = false) => {
    if (when) reasons.push([sentence, looksDifferent])
  }
  const alone = into === null
  addReason(alone && node.children !== null, '图层组已合并为一个图层')
  addReason(into?.how === 'group', `已合并到图层组“${into?.name}”`)
  addReason(into?.how === 'adjustment', `已成为图层“${into?.name}”自己的调整`)
  addReason(node.kind === 'adjustment' && alone && clippedTo === undefined, '调整图层已保留，作用于它下面的图层')
  const near = nearlyDrawn(node)
  addReason(
    node.adjustment?.kind === 'colorBalance',
    '色彩平衡的算法没有公开，颜色可能与Photoshop中明显不同，建议改用合并图',
    true,
  )
  addReason(near.length > 0, `${near.join('、')}的效果是近似的，看起来可能略有不同`, true)
  addReason(inks && node.adjustment !== null, '调整图层在这种颜色模式下的效果是近似的，颜色可能不同', true)
  const isFaint = [node, ...baked].some(({ opacity, fill }) => opacity * fill < 1) || isShaded(node)
  const isExact = mixing === 'rgb' || (mixing === 'own' && (into?.how === 'group' || into?.how === 'clip'))
  const isBlended = node.mode !== 'normal' && node.mode !== 'pass through'
  addReason((!isExact && isFaint) || (mixing === 'other' && isBlended), otherColors, true)
  addReason(clippedTo !== undefined, `仍剪贴在图层“${clippedTo}”上`)
  addReason(into?.how === 'clip', `已合并到被剪贴的图层“${into?.name}”`)
  addReason(hasClips, '已合并剪贴在它上面的图层')
  const pixels = becamePixels[node.kind]
  addReason(pixels !== undefined, pixels ?? '')
  const lost = node.lostEffects.join('、')
  const kept = [...new Set(node.effects.map(({ kind }) => effectNames[kind]))].join('、')
  addReason(node.effects.length > 0 && alone, `图层样式（${kept}）已保留`)
  const inside = [...new Set(node.interior.map(({ kind }) => effectNames[kind]))].join('、')
  addReason(inside !== '', `图层样式（${inside}）与图层混合成组，已写入图片`)
  addReason(node.lostEffects.length > 0 && !isStyleOnly(node), `图层样式（${lost}）无法显示，没有导入`, true)
  addReason(isStyleOnly(node), `填充不透明度为0%，只显示图层样式（${lost}），这些样式无法显示，没有导入`, true)
  addReason(node.mask !== null, node.kind === 'adjustment' ? '只作用于它的蒙版显示的地方' : '图层蒙版已写入图片')
  addReason(node.vector !== null && node.kind !== 'shape', '矢量蒙版已写入图片')
  addReason(node.lostOptions.length > 0, `“${node.lostOptions.join('”“')}”没有导入`, true)
  for (const group of baked) {
    const { name, opacity, fill, mask } = group
    addReason(opacity * fill < 1 || mask !== null || group.vector !== null, `图层组“${name}”的不透明度和蒙版已由组内图层接管`)
    const styles = group.lostEffects.join('、')
    addReason(group.lostEffects.length > 0, `“${name}”的图层样式（${styles}）无法显示，没有导入`, true)
  }
  addReason(node.children === null && hasPixels(node) && !contains(artboard, node.box), '超出画板的部分已裁掉')
  return reasons
}

/** Whether an adjustment is not drawn, or by a formula that only Photoshop knows. */
const isFar = ({ adjustment }: PsdNode): boolean => adjustment === null || adjustment.kind === 'colorBalance'

export function reportOf(node: PsdNode, role: Role): PsdLayerReport {
  const missing = absence(node, role)
  const reasons = missing === null ? changes(node, role) : [missing]
  const merged: PsdLayerFate = role.into === null && node.children === null && !role.hasClips ? 'kept' : 'flattened'
  const visibleFate: PsdLayerFate =
    merged === 'kept' && node.kind !== 'pixel' && node.kind !== 'adjustment' ? 'rasterised' : merged
  return {
    path: role.path,
    name: node.name,
    kind: node.kind,
    fate: missing === null ? visibleFate : 'leftOut',
    reasons: reasons.map(([sentence]) => sentence),
    // Layers that are hidden in the file do not count as different.
    looksDifferent: !(node.hidden || role.unseen) && reasons.some(([, differs]) => differs),
    ...(missing === null && isStyleOnly(node) ? { styleOnly: true as const } : {}),
    ...(node.kind === 'adjustment' && !node.hidden && !role.unseen ? { adjusts: isFar(node) ? 'far' : 'nearly' } : {}),
    ...(node.text === null ? {} : { text: node.text.text, ...(node.text.font === null ? {} : { font: node.text.font }) }),
  }
}

/** Returns the report of a layer that turned out to have no visible pixels, which is known only after reading them. */
export function leftOutEmpty(report: PsdLayerReport): PsdLayerReport {
  if (report.fate === 'leftOut') return report
  if (report.adjusts !== undefined)
    return { ...report, fate: 'leftOut', reasons: [undrawnAdjustment], looksDifferent: true, adjusts: 'far' }
  return {
    ...report,
    fate: 'leftOut',
    reasons: report.styleOnly ? report.reasons : ['图层在画板内没有可见的像素'],
    looksDifferent: report.styleOnly === true && report.looksDifferent,
  }
}

/** Returns the report of a layer whose soft edges turned out to be mixed otherwise than in Photoshop. */
export const mixedOtherwise = (report: PsdLayerReport): PsdLayerReport => ({
  ...report,
  reasons: report.reasons.includes(otherColors) ? report.reasons : [...report.reasons, otherColors],
  looksDifferent: true,
})

/** Returns the report of an adjustment layer whose masks hide it everywhere. */
export const leftOutMasked = ({ adjusts, ...report }: PsdLayerReport): PsdLayerReport =>
  leftOutEmpty({ ...report, looksDifferent: false })

/** Returns the report of a layer that became a part of one picture with all layers below or above it, unless it was hidden. */
export const bakedReport = (report: PsdLayerReport, hidden: boolean): PsdLayerReport =>
  report.fate === 'leftOut'
    ? report
    : hidden
      ? { ...report, fate: 'leftOut', reasons: ['图层已隐藏，没有合并到图片中'], looksDifferent: false }
      : { ...report, fate: 'flattened', reasons: ['为保持与Photoshop一致，已与相邻的图层合并为一张图片', ...report.reasons] }
