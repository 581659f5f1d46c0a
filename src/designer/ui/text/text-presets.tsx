import type { Effect, LayerAppearance } from '../../../../contract/rules/appearance'
import { equalValues } from '../../../../design/model/equal'
import type { TextLayer } from '../../../../design/model/types'
import { Presets } from '../appearance/preview'

interface TextPreset {
  readonly name: string
  readonly color: string
  readonly effects: readonly Effect[]
}

const plain = { opacity: 1, blend: 'normal' } as const
const edge = (color: string, size: number): Effect => ({
  ...plain,
  kind: 'stroke',
  paint: { kind: 'solid', color },
  size,
  position: 'outside',
})
const hardShadow = (color: string, distance: number): Effect => ({
  ...plain,
  ...{ kind: 'dropShadow', color, angle: 135, distance, size: 0, spread: 0 },
})
const glow = (color: string): Effect => ({
  ...plain,
  ...{ kind: 'outerGlow', paint: { kind: 'solid', color }, size: 20, spread: 0.1 },
})
const gradient = (from: string, to: string): Effect => ({
  ...plain,
  kind: 'gradientOverlay',
  gradient: {
    ...{ form: 'linear', angle: 90, scale: 1 },
    stops: [
      { at: 0, color: from, opacity: 1 },
      { at: 1, color: to, opacity: 1 },
    ],
  },
})

const styles: readonly TextPreset[] = [
  { name: '原样', color: '#333333', effects: [] },
  { name: '白字黑边', color: '#ffffff', effects: [edge('#000000', 5)] },
  { name: '奶油', color: '#ff7a9a', effects: [edge('#fff4e0', 6), hardShadow('#e8b48a', 6)] },
  { name: '波普', color: '#ffd23f', effects: [edge('#1a1a1a', 4), hardShadow('#e5484d', 8)] },
  { name: '霓虹', color: '#ffffff', effects: [glow('#ff2bd6')] },
  { name: '鎏金', color: '#c9962b', effects: [edge('#5b3a00', 2), gradient('#8a5a00', '#ffe9a8')] },
  { name: '晴空', color: '#3d7eff', effects: [edge('#ffffff', 5), gradient('#3d7eff', '#8fd3ff')] },
  { name: '国风', color: '#b3261e', effects: [edge('#fff6e5', 4)] },
]

/** Returns the text's appearance in the preset's colour without redrawing its picture, which has its present colour. */
function previewOf({ color, effects }: TextPreset): LayerAppearance {
  const isColored = effects.some(({ kind }) => kind === 'gradientOverlay')
  return { effects: isColored ? effects : [...effects, { ...plain, kind: 'colorOverlay', color }] }
}
const presets = styles.map((style) => ({ ...style, appearance: previewOf(style) }))

interface TextPresetsProps {
  readonly layer: TextLayer
  readonly onChoose: (color: string, effects: readonly Effect[]) => void
}

/** Styles of text: colour and effects with one click, shown on the text itself. */
export function TextPresets({ layer, onChoose }: TextPresetsProps) {
  const { fontColor, appearance, locked } = layer
  return (
    <>
      <h4 className="designer-text-title">样式</h4>
      <Presets
        label="文字样式"
        presets={presets}
        layer={layer}
        disabled={locked}
        isChosen={({ color, effects }) => fontColor === color && equalValues(appearance?.effects ?? [], effects)}
        onChoose={({ color, effects }) => onChoose(color, effects)}
      />
    </>
  )
}
