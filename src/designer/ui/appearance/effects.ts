/** New effects, their settings' sliders and the presets offered in the panel. */
import type { Adjustment, Effect, Gradient, LayerAppearance } from '../../../../contract/rules/appearance'
import { percentRange, type Range, sliderDegrees, sliderRanges } from '../../../../contract/rules/limits'
import { photoLooks } from '../../../../contract/rules/photo-looks'

export const twoColors = (from: string, to: string, angle = 90): Gradient => ({
  form: 'linear',
  angle,
  scale: 1,
  stops: [
    { at: 0, color: from, opacity: 1 },
    { at: 1, color: to, opacity: 1 },
  ],
})

/** Effects as they are added; lengths suit a layer of a few hundred px. */
export const newEffects: Readonly<Record<Effect['kind'], Effect>> = {
  dropShadow: {
    kind: 'dropShadow',
    color: '#000000',
    opacity: 0.5,
    blend: 'multiply',
    angle: 120,
    distance: 8,
    size: 12,
    spread: 0,
  },
  innerShadow: {
    kind: 'innerShadow',
    color: '#000000',
    opacity: 0.5,
    blend: 'multiply',
    angle: 120,
    distance: 5,
    size: 8,
    spread: 0,
  },
  outerGlow: {
    kind: 'outerGlow',
    paint: { kind: 'solid', color: '#ffffbe' },
    opacity: 0.8,
    blend: 'screen',
    size: 16,
    spread: 0.1,
  },
  innerGlow: {
    kind: 'innerGlow',
    paint: { kind: 'solid', color: '#ffffbe' },
    opacity: 0.8,
    blend: 'screen',
    size: 12,
    spread: 0,
    from: 'edge',
  },
  colorOverlay: { kind: 'colorOverlay', color: '#e5484d', opacity: 1, blend: 'normal' },
  gradientOverlay: { kind: 'gradientOverlay', gradient: twoColors('#3d7eff', '#f7a8c4'), opacity: 1, blend: 'normal' },
  stroke: {
    kind: 'stroke',
    paint: { kind: 'solid', color: '#ffffff' },
    opacity: 1,
    blend: 'normal',
    size: 6,
    position: 'outside',
  },
}

interface Setting {
  readonly label: string
  readonly range: Range
  /** Factor from the stored number to the shown one. */
  readonly factor?: number
  readonly unit: '%' | 'px' | '°'
}

/** Numbers of effects that a slider sets, in the order of the panel. */
export const effectSettings: readonly (readonly [key: 'opacity' | 'angle' | 'distance' | 'size' | 'spread', setting: Setting])[] =
  [
    ['opacity', { label: '不透明度', range: percentRange, factor: 100, unit: '%' }],
    ['angle', { label: '角度', range: sliderDegrees, unit: '°' }],
    ['distance', { label: '距离', range: sliderRanges.effectLength, unit: 'px' }],
    ['size', { label: '大小', range: sliderRanges.effectLength, unit: 'px' }],
    ['spread', { label: '扩展', range: percentRange, factor: 100, unit: '%' }],
  ]

export interface Preset {
  readonly name: string
  readonly appearance: LayerAppearance
}

const { dropShadow, innerShadow, outerGlow, stroke } = newEffects

export const effectPresets: readonly Preset[] = [
  { name: '无', appearance: {} },
  { name: '柔和投影', appearance: { effects: [{ ...dropShadow, size: 18, distance: 10, opacity: 0.35 } as Effect] } },
  { name: '硬投影', appearance: { effects: [{ ...dropShadow, size: 0, distance: 8, opacity: 1, blend: 'normal' } as Effect] } },
  { name: '贴纸白边', appearance: { effects: [stroke, { ...dropShadow, size: 8, distance: 3 } as Effect] } },
  {
    name: '霓虹',
    appearance: { effects: [{ ...outerGlow, paint: { kind: 'solid', color: '#ff2bd6' }, size: 22, blend: 'normal' } as Effect] },
  },
  { name: '凹陷', appearance: { effects: [innerShadow] } },
  {
    name: '金色',
    appearance: {
      effects: [{ kind: 'gradientOverlay', gradient: twoColors('#8a5a00', '#ffe9a8'), opacity: 1, blend: 'normal' }],
    },
  },
  { name: '渐变', appearance: { effects: [newEffects.gradientOverlay] } },
]

const duotone = (dark: string, light: string): Adjustment => ({
  kind: 'gradientMap',
  reverse: false,
  stops: [
    { at: 0, color: dark, opacity: 1 },
    { at: 1, color: light, opacity: 1 },
  ],
})

export const filterPresets: readonly Preset[] = [
  ...photoLooks.map(({ name, adjustments }) => ({ name, appearance: adjustments.length > 0 ? { adjustments } : {} })),
  { name: '双色调', appearance: { adjustments: [duotone('#1b1464', '#ffd23f')] } },
  { name: '粉彩', appearance: { adjustments: [duotone('#7a2e5d', '#ffe3ec')] } },
  { name: '反相', appearance: { adjustments: [{ kind: 'invert' }] } },
]

/** Returns the list with this adjustment in place of that of its kind, or without it when it changes nothing. */
export function withAdjustment(list: readonly Adjustment[], next: Adjustment): readonly Adjustment[] {
  const at = list.findIndex(({ kind }) => kind === next.kind)
  if (isNeutral(next)) return list.filter((_, i) => i !== at)
  return at < 0 ? [...list, next] : list.map((one, i) => (i === at ? next : one))
}

function isNeutral(adjustment: Adjustment): boolean {
  if (adjustment.kind === 'curves') return !adjustment.rgb && !adjustment.red && !adjustment.green && !adjustment.blue
  if (adjustment.kind === 'brightnessContrast') return adjustment.brightness === 0 && adjustment.contrast === 0
  if (adjustment.kind === 'warmth') return adjustment.warmth === 0
  if (adjustment.kind !== 'hueSaturation') return false
  const { hue, saturation, lightness, colorize = false, ranges = [] } = adjustment
  return hue === 0 && saturation === 0 && lightness === 0 && !colorize && ranges.length === 0
}
