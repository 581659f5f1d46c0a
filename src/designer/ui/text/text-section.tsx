import './text.css'
import { Button, Input, Radio } from '@arco-design/web-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { maxTextLength } from '../../../../contract/constants'
import type { Effect } from '../../../../contract/rules/appearance'
import { cleanText, type TextStyle, textProblem, textRanges } from '../../../../design/model/text'
import type { Layer, TextAlign, TextLayer } from '../../../../design/model/types'
import { LoadError } from '../../../ui/failure-view'
import { fontGone, noFonts } from '../../text/failure'
import type { TextSlide } from '../../text/texts'
import { ColorField } from '../color/color-field'
import { useDesigner } from '../context'
import { ColorSwatches } from './color-swatches'
import { FlowFields } from './flow-fields'
import { FontPicker } from './font-picker'
import { RangeField } from './range-field'
import { SizeFields, WeightField } from './size-fields'
import { TextPresets } from './text-presets'
import { useFonts } from './use-fonts'

/** Content and settings of a single text layer. */
export function TextSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const [layer] = chosen
  return layer?.type === 'TEXT' ? <TextFields key={layer.uuid} layer={layer} /> : null
}

const aligns: readonly { readonly value: TextAlign; readonly across: string; readonly down: string }[] = [
  { value: 'start', across: '居左', down: '居上' },
  { value: 'center', across: '居中', down: '居中' },
  { value: 'end', across: '居右', down: '居下' },
]

function TextFields({ layer }: { readonly layer: TextLayer }) {
  const { texts } = useDesigner()
  const fonts = useFonts()
  const [problem, setProblem] = useState<string | null>(null)
  const sliding = useRef<TextSlide | null>(null)
  const { uuid, locked, fontId, fontColor, verticalText, textAlign } = layer

  const change = async (style: Partial<TextStyle>, effects?: readonly Effect[]) => {
    const failure = await texts.change(uuid, style, effects)
    setProblem(failure)
    return failure
  }
  const slide = (style: Partial<TextStyle>) => {
    if (sliding.current) sliding.current.update(style)
    else sliding.current = texts.slide(uuid, style)
  }
  const endSlide = async () => {
    const slide = sliding.current
    sliding.current = null
    if (slide) setProblem(await slide.end())
  }

  const font = fonts.all?.find((one) => one.id === fontId)
  // A disabled font stays available to the texts that use it.
  const offeredFonts = font && !font.enabled ? [font, ...fonts.enabled] : fonts.enabled
  const colors = fonts.colors.includes(fontColor) ? fonts.colors : [fontColor, ...fonts.colors]
  return (
    <section className="designer-section designer-text-fields" aria-label="文字">
      <h3 className="designer-section-title">文字</h3>
      <WordsField layer={layer} onProblem={setProblem} onCommit={(text) => change({ text })} />
      {problem !== null && (
        <p className="designer-text-problem" role="alert">
          {problem}
        </p>
      )}
      <h4 className="designer-text-title">字体</h4>
      {fonts.error ? <LoadError error={fonts.error} retrying={fonts.retrying} onRetry={fonts.retry} /> : null}
      {fonts.all && !font && (
        <p className="designer-text-problem" role="alert">
          {fontGone}，文字保持原样；{fonts.enabled.length > 0 ? '选择其他字体后可以修改' : noFonts}
        </p>
      )}
      <FontPicker
        name={`font-${uuid}`}
        fonts={offeredFonts}
        value={fontId}
        disabled={locked}
        onChange={(next) => void change({ fontId: next.id })}
      />
      <SizeFields layer={layer} />
      <WeightField layer={layer} onSlide={(fontWeight) => slide({ fontWeight })} onEnd={endSlide} />
      <h4 className="designer-text-title">颜色</h4>
      <ColorSwatches
        name={`color-${uuid}`}
        colors={colors}
        value={fontColor}
        disabled={locked}
        onChange={(color) => void change({ fontColor: color })}
      />
      <ColorField
        label="自选"
        value={fontColor}
        disabled={locked}
        onSlide={(color) => slide({ fontColor: color })}
        onPick={(color) => void change({ fontColor: color })}
        onEnd={endSlide}
      />
      <h4 className="designer-text-title">方向</h4>
      <Radio.Group
        type="button"
        size="small"
        name={`direction-${uuid}`}
        value={verticalText}
        disabled={locked}
        onChange={(vertical: boolean) => void change({ verticalText: vertical })}
        options={[
          { label: '横排', value: false },
          { label: '竖排', value: true },
        ]}
      />
      <h4 className="designer-text-title">对齐</h4>
      <Radio.Group
        type="button"
        size="small"
        name={`align-${uuid}`}
        value={textAlign}
        disabled={locked}
        onChange={(align: TextAlign) => void change({ textAlign: align })}
        options={aligns.map(({ value, across, down }) => ({ value, label: verticalText ? down : across }))}
      />
      <RangeField
        label="字间距"
        value={layer.letterSpacing}
        {...textRanges.letterSpacing}
        show={(em) => `${Math.round(em * 100)}%`}
        disabled={locked}
        onSlide={(letterSpacing) => slide({ letterSpacing })}
        onEnd={endSlide}
      />
      <RangeField
        label="行间距"
        value={layer.lineHeight}
        {...textRanges.lineHeight}
        show={(em) => `${Math.round(em * 100)}%`}
        disabled={locked}
        onSlide={(lineHeight) => slide({ lineHeight })}
        onEnd={endSlide}
      />
      <FlowFields
        flow={layer.textFlow}
        disabled={locked}
        onChange={(textFlow) => void change({ textFlow })}
        onSlide={(textFlow) => slide({ textFlow })}
        onEnd={endSlide}
      />
      <TextPresets layer={layer} onChoose={(fontColor, effects) => void change({ fontColor }, effects)} />
      <EditButton uuid={uuid} disabled={locked} />
    </section>
  )
}

function EditButton({ uuid, disabled }: { readonly uuid: string; readonly disabled: boolean }) {
  const { texts } = useDesigner()
  return (
    <Button long disabled={disabled} onClick={() => texts.editing.set(uuid)}>
      在画布上编辑
    </Button>
  )
}

interface WordsFieldProps {
  readonly layer: TextLayer
  readonly onProblem: (problem: string | null) => void
  readonly onCommit: (text: string) => Promise<string | null>
}

/** Field for the characters; leaving it or Ctrl+Enter commits, Escape discards. */
function WordsField({ layer, onProblem, onCommit }: WordsFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = async () => {
    if (typed === null) return
    const words = cleanText(typed)
    const refusal = textProblem(words)
    if (refusal !== null) {
      onProblem(refusal)
      if (words === '') setTyped(null)
      return
    }
    // Text that cannot be drawn stays in the field to be corrected.
    if ((await onCommit(words)) === null) setTyped(null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void commit()
    } else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation()
      setTyped(null)
      onProblem(null)
    }
  }
  return (
    <Input.TextArea
      aria-label="文字内容"
      value={typed ?? layer.text}
      disabled={layer.locked}
      maxLength={maxTextLength}
      showWordLimit
      autoSize={{ minRows: 2, maxRows: 5 }}
      onChange={setTyped}
      onBlur={() => void commit()}
      onKeyDown={press}
    />
  )
}
