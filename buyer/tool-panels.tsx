/** The fields of a layer's tools: a font, a colour, a size, the kind of a cut-out. */
import { type AiCutoutType, aiCutoutTypes } from '../contract/constants'
import type { BuyerLink } from '../contract/types'
import type { Layer, Size, TextLayer } from '../design/model/types'
import { widthRange } from './layer-commands'

interface StyleProps {
  readonly link: BuyerLink
  readonly layer: TextLayer
  readonly onChange: (change: Partial<Pick<TextLayer, 'fontId' | 'fontColor'>>) => void
}

export function Fonts({ link, layer, onChange }: StyleProps) {
  return (
    <fieldset className="choices">
      <legend>字体</legend>
      {link.fonts.map(({ id, name, previewImageUrl }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === layer.fontId}
          aria-label={name}
          onClick={() => onChange({ fontId: id })}
        >
          <img className="font" src={previewImageUrl} alt="" />
        </button>
      ))}
    </fieldset>
  )
}

export function FontColors({ link, layer, onChange }: StyleProps) {
  return (
    <fieldset className="choices colors-row">
      <legend>颜色</legend>
      {link.fontColors.map((color) => (
        <button
          key={color}
          type="button"
          aria-pressed={color === layer.fontColor}
          aria-label={`颜色 ${color}`}
          onClick={() => onChange({ fontColor: color })}
        >
          <span className="dot" style={{ background: color }} />
        </button>
      ))}
    </fieldset>
  )
}

interface SizeProps {
  readonly layer: Layer
  readonly canvas: Size
  /** The width as a share of the canvas's. */
  readonly onWiden: (share: number) => void
  readonly onTurn: (degrees: number) => void
  /** Ends a movement of a slider. */
  readonly onSettle: () => void
}

/** Size and angle for one finger or keys; two fingers on the case do the same. */
export function SizeSliders({ layer, canvas, onWiden, onTurn, onSettle }: SizeProps) {
  const ends = { onPointerUp: onSettle, onKeyUp: onSettle, onBlur: onSettle }
  return (
    <div className="sliders">
      <label>
        {layer.type === 'TEXT' ? '字号' : '大小'}
        <input
          type="range"
          min={widthRange.min * 100}
          max={widthRange.max * 100}
          step={1}
          value={Math.round((layer.width / canvas.width) * 100)}
          onChange={(event) => onWiden(Number(event.target.value) / 100)}
          {...ends}
        />
      </label>
      <label>
        角度
        <input
          type="range"
          min={-180}
          max={180}
          step={1}
          value={Math.round(layer.rotation > 180 ? layer.rotation - 360 : layer.rotation)}
          onChange={(event) => onTurn(Number(event.target.value))}
          {...ends}
        />
      </label>
    </div>
  )
}

const cutoutNames: Readonly<Record<AiCutoutType, string>> = { head: '头像', body: '人像', common: '主体' }

interface CutoutsProps {
  readonly isCutting: boolean
  readonly onCutOut: (type: AiCutoutType) => void
}

export function Cutouts({ isCutting, onCutOut }: CutoutsProps) {
  return (
    <fieldset className="choices">
      <legend role={isCutting ? 'status' : undefined}>{isCutting ? '正在抠图，请稍等…' : '抠图，去掉背景'}</legend>
      {aiCutoutTypes.map((type) => (
        <button key={type} type="button" disabled={isCutting} onClick={() => onCutOut(type)}>
          {cutoutNames[type]}
        </button>
      ))}
    </fieldset>
  )
}
