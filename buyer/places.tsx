import type { KeyboardEvent } from 'react'
import { maxTextLength } from '../contract/constants'
import type { BuyerRight } from '../contract/rules/buyer-rights'
import { sharpnessNames, sharpnessOf } from '../contract/rules/print-resolution'
import type { BuyerLink, Wireframe } from '../contract/types'
import { textLayerName } from '../design/model/text'
import type { DesignDoc, Layer, TextLayer } from '../design/model/types'
import type { PhotoSource } from './commands'
import { printedDpi } from './layers'
import { photoHostIn } from './photo-host'
import { isCut } from './text-room'

export const titleOf = (layer: Layer, index: number): string => {
  // The seller's name of a text says what to enter, such as 姓名; a name that only repeats the text does not.
  if (layer.type === 'TEXT') return layer.name === '' || layer.name === textLayerName(layer.text) ? '文字' : layer.name
  return layer.type === 'AI_CUTOUT' ? '人像照片' : layer.name || `照片 ${index + 1}`
}

interface PlaceProps {
  readonly layer: Layer
  readonly title: string
  readonly isBusy: boolean
  /** Whether its photo is not uploaded yet. */
  readonly isUnsent: boolean
  readonly isSelected: boolean
  /** Whether a text is still the template's sample. */
  readonly isSample: boolean
  readonly rights: ReadonlySet<BuyerRight>
  readonly doc: DesignDoc
  readonly wireframe: Wireframe | null
  readonly onSelect: () => void
  readonly onPhoto: (source: PhotoSource) => void
  /** Input for a text that is not drawn yet; null for none. */
  readonly typed: string | null
  readonly onType: (typed: string | null) => void
  readonly onText: (text: string) => void
  readonly onNudge: (dx: number, dy: number) => void
  readonly onScale: (factor: number) => void
  readonly onRemove: () => void
}

/** Movements by one press of an arrow key, canvas px. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
}
const factors: Readonly<Record<string, number>> = { '+': 1.05, '=': 1.05, '-': 1 / 1.05 }

/** The fields of one layer that the buyer may change: a photo, a text, or a layer that can be moved by fingers or keys. */
export function Place(props: PlaceProps) {
  const {
    layer,
    title,
    isBusy,
    isUnsent,
    isSelected,
    isSample,
    rights,
    doc,
    wireframe,
    onSelect,
    onPhoto,
    typed,
    onType,
    onText,
    onNudge,
    onScale,
    onRemove,
  } = props
  const dpi = layer.type === 'IMAGE' && rights.has('picture') ? printedDpi(layer, doc, wireframe) : null
  const hasCutWords = layer.type === 'TEXT' && isCut(layer, doc, wireframe)
  const isCoarse = dpi !== null && sharpnessOf(dpi) === 'poor'
  const onKeyDown = (event: KeyboardEvent) => {
    const [step, factor] = [steps[event.key], factors[event.key]]
    if (!rights.has('move') || (!step && !factor)) return
    event.preventDefault()
    onSelect()
    if (step) onNudge(...step)
    else if (factor) onScale(factor)
  }
  return (
    <li className={isSelected ? 'place is-selected' : 'place'}>
      <button
        type="button"
        className="thumb"
        aria-label={rights.has('move') ? `选择${title}，方向键移动，加减号缩放` : `选择${title}`}
        aria-pressed={isSelected}
        onClick={onSelect}
        onKeyDown={onKeyDown}
      >
        <img src={layer.imageUrl} alt="" />
      </button>
      {rights.has('text') && layer.type === 'TEXT' ? (
        <TextInput
          title={title}
          value={layer.text}
          typed={typed}
          isSample={isSample}
          isBusy={isBusy}
          onFocus={onSelect}
          onType={onType}
          onText={onText}
        />
      ) : (
        <span className="title">
          {title}
          {isUnsent && <small className="coarse">还没有传完</small>}
          {isCoarse && (
            <small className="coarse">
              {sharpnessNames.poor}（{dpi} DPI），印出来会模糊
            </small>
          )}
        </span>
      )}
      {rights.has('picture') && <PhotoButton label="选照片" isBusy={isBusy} onPick={onPhoto} name={title} />}
      {rights.has('remove') && (
        <button type="button" className="remove" aria-label={`删除${title}`} onClick={onRemove}>
          ×
        </button>
      )}
      {hasCutWords && (
        <small className="cut" role="status">
          文字超出手机壳，印不全。请缩短，或用两指缩小、移到壳内。
        </small>
      )}
    </li>
  )
}

interface TextInputProps {
  readonly title: string
  readonly value: string
  readonly typed: string | null
  readonly isSample: boolean
  readonly isBusy: boolean
  readonly onFocus: () => void
  readonly onType: (typed: string | null) => void
  readonly onText: (text: string) => void
}

/** Redraws the text when the buyer leaves the field or presses Enter; a text that cannot be drawn stays in the field. */
function TextInput({ title, value, typed, isSample, isBusy, onFocus, onType, onText }: TextInputProps) {
  const commit = () => {
    const text = typed?.trim()
    if (text && text !== value) onText(text)
    else if (typed !== null) onType(null)
  }
  return (
    <label className="text">
      <span>{title}</span>
      <input
        type="text"
        value={typed ?? value}
        maxLength={maxTextLength}
        aria-busy={isBusy}
        onFocus={(event) => {
          onFocus()
          if (isSample) event.currentTarget.select()
        }}
        onChange={(event) => onType(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur()
        }}
      />
    </label>
  )
}

interface PhotoButtonProps {
  readonly label: string
  readonly name?: string
  readonly isBusy: boolean
  readonly onPick: (source: PhotoSource) => void
}

/** Chooses a photo by the browser, or by the mini-program that shows the page and offers it. */
export function PhotoButton({ label, name, isBusy, onPick }: PhotoButtonProps) {
  const host = photoHostIn(location.search)
  const spoken = name ? `${label}：${name}` : label
  if (host) {
    return (
      <button type="button" className="photo-button" disabled={isBusy} aria-label={spoken} onClick={() => onPick(host)}>
        {isBusy ? '正在上传…' : label}
      </button>
    )
  }
  return (
    <label className={isBusy ? 'photo-button is-busy' : 'photo-button'}>
      <input
        type="file"
        accept="image/*"
        disabled={isBusy}
        aria-label={spoken}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same photo can be picked again.
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
      {isBusy ? '正在处理…' : label}
    </label>
  )
}

interface TextStyleProps {
  readonly link: BuyerLink
  readonly layer: TextLayer
  readonly onChange: (change: Partial<Pick<TextLayer, 'fontId' | 'fontColor'>>) => void
}

export function TextStyle({ link, layer, onChange }: TextStyleProps) {
  return (
    <div>
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
      <fieldset className="choices">
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
    </div>
  )
}
