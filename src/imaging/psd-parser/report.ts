/** Words the import report: what became of a layer, in Chinese sentences for the seller. */

import { type Box, contains, intersect } from '../pixels/raster'
import { isPlainColor } from './compose'
import type { PsdNode } from './node'
import { hasPixels } from './pixels'
import type { PsdLayerFate, PsdLayerReport } from './types'

export const blendNames: Readonly<Record<string, string>> = {
  normal: '正常',
  dissolve: '溶解',
  darken: '变暗',
  multiply: '正片叠底',
  'color burn': '颜色加深',
  'linear burn': '线性加深',
  'darker color': '深色',
  lighten: '变亮',
  screen: '滤色',
  'color dodge': '颜色减淡',
  'linear dodge': '线性减淡（添加）',
  'lighter color': '浅色',
  overlay: '叠加',
  'soft light': '柔光',
  'hard light': '强光',
  'vivid light': '亮光',
  'linear light': '线性光',
  'pin light': '点光',
  'hard mix': '实色混合',
  difference: '差值',
  exclusion: '排除',
  subtract: '减去',
  divide: '划分',
  hue: '色相',
  saturation: '饱和度',
  color: '颜色',
  luminosity: '明度',
}

/** Role of a node in the picture that is made of the artboard. */
export interface Role {
  readonly path: readonly string[]
  /** The layer or group it was merged into, by name; null when it stays a layer of its own. */
  readonly into: { readonly name: string; readonly how: 'group' | 'clip' } | null
  /** Other layers are clipped to it. */
  readonly hasClips: boolean
  /** The groups around it whose opacity, masks and modes were baked into it. */
  readonly baked: readonly PsdNode[]
  /** It is inside a merged group and was hidden there. */
  readonly unseen: boolean
  readonly artboard: Box
}

/** A sentence, and whether it means that the layer looks different (true) or only informs (false). */
type Reason = readonly [sentence: string, looksDifferent: boolean]

const percent = (share: number) => `${Math.round(share * 100)}%`

const becamePixels: Readonly<Partial<Record<PsdNode['kind'], string>>> = {
  text: '文字已转为图片，不能再改字',
  smartObject: '智能对象已转为图片',
  shape: '形状已转为图片',
  fill: '填充图层已转为图片',
}

/** Returns why the layer is left out; null when it is not. */
function absence(node: PsdNode, { artboard, unseen }: Role): Reason | null {
  if (node.kind === 'adjustment') return ['调整图层无法导入，受它影响的图层颜色与Photoshop中不同', !node.hidden && !unseen]
  if (unseen) return ['图层在所属图层组中已隐藏，没有合并', false]
  if (node.children !== null) return node.children.length === 0 ? ['图层组是空的', false] : null
  if (isPlainColor(node)) return null
  if (!hasPixels(node)) {
    if (node.kind === 'fill' || node.kind === 'shape')
      return ['填充内容没有保存像素，请在Photoshop中栅格化此图层后重新导入', !node.hidden]
    if (node.kind === 'pixel') return ['图层是空的', false]
    return ['图层没有保存像素，请在Photoshop中栅格化此图层后重新导入', !node.hidden]
  }
  return intersect(node.box, artboard) === null ? ['图层在画板之外', false] : null
}

/** Returns whether only the layer's style is visible: the usual way to make an outlined or glowing text. */
const isStyleOnly = ({ fill, effects }: PsdNode): boolean => effects.length > 0 && fill * 255 < 0.5

function changes(node: PsdNode, { into, hasClips, baked, artboard }: Role): Reason[] {
  const reasons: Reason[] = []
  const addReason = (when: boolean, sentence: string, looksDifferent = false) => {
    if (when) reasons.push([sentence, looksDifferent])
  }
  const alone = into === null
  const mode = blendNames[node.mode] ?? node.mode
  const inner = node.children ?? []
  addReason(alone && node.children !== null, '图层组已合并为一个图层')
  addReason(into?.how === 'group', `已合并到图层组“${into?.name}”`)
  addReason(into?.how === 'clip', `已合并到被剪贴的图层“${into?.name}”`)
  addReason(hasClips, '已合并剪贴在它上面的图层')
  const pixels = becamePixels[node.kind]
  addReason(pixels !== undefined, pixels ?? '')
  addReason(
    alone && node.mode !== 'normal' && node.mode !== 'pass through',
    `混合模式“${mode}”已改为“正常”，看起来可能不同`,
    true,
  )
  const through =
    alone &&
    node.mode === 'pass through' &&
    inner.some((child) => !child.hidden && child.mode !== 'normal' && child.mode !== 'pass through')
  addReason(through, '组内图层的混合模式只在组内生效，看起来可能不同', true)
  const effects = node.effects.join('、')
  addReason(node.effects.length > 0 && !isStyleOnly(node), `图层样式（${effects}）不在像素中，没有导入`, true)
  addReason(isStyleOnly(node), `填充不透明度为0%，只显示图层样式（${effects}），图层样式没有导入`, true)
  addReason(node.opacity * node.fill < 1 && !isStyleOnly(node), `不透明度${percent(node.opacity * node.fill)}已写入图片`)
  addReason(node.mask !== null, '图层蒙版已写入图片')
  addReason(Math.max(node.mask?.feather ?? 0, node.vector?.feather ?? 0) > 0, '蒙版的羽化没有导入', true)
  addReason(node.vector !== null && node.kind !== 'shape', '矢量蒙版已写入图片')
  addReason(node.blendIf, '“混合颜色带”没有导入', true)
  for (const group of baked) {
    const { name, opacity, fill, mask } = group
    addReason(opacity * fill < 1 || mask !== null || group.vector !== null, `图层组“${name}”的不透明度和蒙版已写入图片`)
    const groupMode = blendNames[group.mode] ?? group.mode
    addReason(group.mode !== 'pass through' && group.mode !== 'normal', `图层组“${name}”的混合模式“${groupMode}”没有导入`, true)
    addReason(group.effects.length > 0, `图层组“${name}”的图层样式（${group.effects.join('、')}）没有导入`, true)
  }
  addReason(node.children === null && hasPixels(node) && !contains(artboard, node.box), '超出画板的部分已裁掉')
  return reasons
}

export function reportOf(node: PsdNode, role: Role): PsdLayerReport {
  const missing = absence(node, role)
  const reasons = missing === null ? changes(node, role) : [missing]
  const merged: PsdLayerFate = role.into === null && node.children === null && !role.hasClips ? 'kept' : 'flattened'
  const visibleFate: PsdLayerFate = merged === 'kept' && node.kind !== 'pixel' ? 'rasterised' : merged
  return {
    path: role.path,
    name: node.name,
    kind: node.kind,
    fate: missing === null ? visibleFate : 'leftOut',
    reasons: reasons.map(([sentence]) => sentence),
    // Layers that are hidden in the file do not count as different.
    looksDifferent: !(node.hidden || role.unseen) && reasons.some(([, differs]) => differs),
    ...(missing === null && isStyleOnly(node) ? { styleOnly: true as const } : {}),
    ...(node.text === null ? {} : { text: node.text.text, ...(node.text.font === null ? {} : { font: node.text.font }) }),
  }
}

/** Returns the report of a layer that turned out to have no visible pixels, which is known only after reading them. */
export const leftOutEmpty = (report: PsdLayerReport): PsdLayerReport =>
  report.fate === 'leftOut'
    ? report
    : {
        ...report,
        fate: 'leftOut',
        reasons: report.styleOnly ? report.reasons : ['图层在画板内没有可见的像素'],
        looksDifferent: report.styleOnly === true && report.looksDifferent,
      }
