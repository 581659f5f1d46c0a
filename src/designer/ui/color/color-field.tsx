import { readHex } from '../../../../contract/ground/hex-color'
import { textLimits } from '../../../../contract/rules/limits'
import './color.css'
import { Button } from '@arco-design/web-react'
import { IconDown, IconUp } from '@arco-design/web-react/icon'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCell, useDesigner } from '../context'
import { useFonts } from '../text/use-fonts'
import { rememberColor, toFullHex } from './colors'
import { PipetteIcon } from './eyedropper'
import { usePictureColors } from './picture-colors'

interface ColorFieldProps {
  readonly label: string
  /** #rgb or #rrggbb */
  readonly value: string
  readonly disabled: boolean
  /** Called while the open colour picker moves. */
  readonly onSlide: (color: string) => void
  /** Called when a colour is chosen: an offered, a typed or one from the canvas. */
  readonly onPick: (color: string) => void
  /** Called when the colour picker is closed. */
  readonly onEnd: () => unknown
}

/** Colours that stand out around most pictures. */
const presetColors = [
  { name: '白色', color: '#ffffff' },
  { name: '黑色', color: '#000000' },
  { name: '红色', color: '#e5484d' },
  { name: '黄色', color: '#ffd23f' },
  { name: '粉色', color: '#f7a8c4' },
  { name: '蓝色', color: '#3d7eff' },
] as const

/** Sets one colour: by the browser's picker, presets, a colour of the canvas, digits, and colours of shop, pictures and the user. */
export function ColorField({ label, value, disabled, onSlide, onPick, onEnd }: ColorFieldProps) {
  const { uiState, username } = useDesigner()
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const now = toFullHex(value)

  const remember = (color: string) => uiState.recentColors.set(rememberColor(username, color))
  const pick = (color: string) => {
    remember(color)
    onPick(color)
  }
  const end = useEffectEvent(() => {
    remember(now)
    onEnd()
  })
  // React's onChange fires for every movement in the picker; only the native change event marks the last one.
  useEffect(() => {
    const element = input.current
    const changed = () => end()
    element?.addEventListener('change', changed)
    return () => element?.removeEventListener('change', changed)
  }, [])

  return (
    <>
      <div className="designer-color">
        <span className="designer-range-label">{label}</span>
        <input
          ref={input}
          type="color"
          className="designer-color-picker"
          aria-label={label}
          title={`选取${label}`}
          value={now}
          disabled={disabled}
          onChange={(event) => onSlide(event.target.value)}
          onBlur={onEnd}
        />
        <span className="designer-color-offered">
          {presetColors.map(({ name, color }) => (
            <Swatch
              key={color}
              label={`${label}：${name}`}
              title={name}
              color={color}
              now={now}
              disabled={disabled}
              onPick={pick}
            />
          ))}
        </span>
        <Button
          size="mini"
          type="text"
          className="designer-color-tool"
          icon={<PipetteIcon />}
          aria-label={`${label}：从画布取色`}
          title="从画布取色"
          disabled={disabled}
          onClick={() => uiState.eyedropper.set(pick)}
        />
        <Button
          size="mini"
          type="text"
          className="designer-color-tool"
          icon={isOpen ? <IconUp /> : <IconDown />}
          aria-label={`${label}：更多颜色`}
          aria-expanded={isOpen}
          title="更多颜色"
          disabled={disabled}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && <Palette label={label} now={now} disabled={disabled} onPick={pick} />}
    </>
  )
}

interface PaletteProps {
  readonly label: string
  readonly now: string
  readonly disabled: boolean
  readonly onPick: (color: string) => void
}

function Palette({ label, now, disabled, onPick }: PaletteProps) {
  const { uiState } = useDesigner()
  const recent = useCell(uiState.recentColors)
  const shop = useFonts().colors
  const fromPictures = usePictureColors()
  const groups = [
    { title: '图中', colors: fromPictures },
    { title: '最近', colors: recent },
    { title: '店铺', colors: shop.map(toFullHex) },
  ].filter(({ colors }) => colors.length > 0)
  return (
    <div className="designer-color-palette">
      <HexField label={label} now={now} disabled={disabled} onPick={onPick} />
      {groups.map(({ title, colors }) => (
        <div key={title} className="designer-color-group">
          <span className="designer-color-title">{title}</span>
          <span className="designer-color-wrap">
            {colors.map((color) => (
              <Swatch
                key={color}
                label={`${label}：${title} ${color}`}
                title={color}
                color={color}
                now={now}
                disabled={disabled}
                onPick={onPick}
              />
            ))}
          </span>
        </div>
      ))}
    </div>
  )
}

function HexField({ label, now, disabled, onPick }: PaletteProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    const color = typed === null ? null : readHex(typed)
    setTyped(null)
    if (color !== null && color !== now) onPick(color)
  }
  const isWrong = typed !== null && typed.trim() !== '' && readHex(typed) === null
  return (
    <label className="designer-color-group">
      <span className="designer-color-title">色值</span>
      <input
        className="designer-color-hex"
        aria-label={`${label}：色值`}
        aria-invalid={isWrong}
        placeholder="#ff6600"
        maxLength={textLimits.color}
        spellCheck={false}
        disabled={disabled}
        value={typed ?? now}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') commit()
          else if (event.key === 'Escape') {
            event.stopPropagation()
            setTyped(null)
          }
        }}
      />
      {isWrong && <span className="designer-color-wrong">应为 3 或 6 位，如 #ff6600</span>}
    </label>
  )
}

interface SwatchProps {
  readonly label: string
  readonly title: string
  readonly color: string
  readonly now: string
  readonly disabled: boolean
  readonly onPick: (color: string) => void
}

function Swatch({ label, title, color, now, disabled, onPick }: SwatchProps) {
  return (
    <button
      type="button"
      className={color === now ? 'designer-color-swatch is-chosen' : 'designer-color-swatch'}
      aria-label={label}
      aria-pressed={color === now}
      title={title}
      disabled={disabled}
      onClick={() => onPick(color)}
    >
      <span style={{ background: color }} />
    </button>
  )
}
