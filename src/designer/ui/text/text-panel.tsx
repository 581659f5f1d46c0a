import './text.css'
import { Button, Input, Radio, Skeleton } from '@arco-design/web-react'
import { IconEdit, IconPlus } from '@arco-design/web-react/icon'
import { type KeyboardEvent, useState } from 'react'
import { maxTextLength } from '../../../../contract/constants'
import { layersOf } from '../../../../design/model/queries'
import { cleanText, textProblem } from '../../../../design/model/text'
import { defaultTextColor } from '../../../../design/template/load'
import { LoadError } from '../../../ui/failure-view'
import { noFonts } from '../../text/failure'
import { useDesigner, useSession } from '../context'
import { ColorSwatches } from './color-swatches'
import { FontPicker } from './font-picker'
import { useFonts } from './use-fonts'

/**
 * Adds a text: characters, font, colour and direction. While a text is selected the panel shows no fields, because the same ones in the
 * right column change that text.
 */
export function TextPanel() {
  const { session, texts, uiState } = useDesigner()
  const fonts = useFonts()
  /** The text that is selected alone; null for none. */
  const selected = useSession(({ doc, selection }) => {
    const [only, more] = layersOf(doc, selection)
    return only?.type === 'TEXT' && !more ? only : null
  })
  const [text, setText] = useState('')
  const [fontId, setFontId] = useState<number | null>(null)
  const [color, setColor] = useState(defaultTextColor)
  const [vertical, setVertical] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [adding, setAdding] = useState(false)

  if (fonts.error) return <LoadError error={fonts.error} retrying={fonts.retrying} onRetry={fonts.retry} />
  if (!fonts.all) return <Skeleton text={{ rows: 6 }} animation />
  const [first] = fonts.enabled
  if (!first) {
    return (
      <p className="designer-text-none" role="alert">
        {noFonts}
      </p>
    )
  }
  const chosen = fonts.enabled.find((font) => font.id === fontId) ?? first

  const add = async () => {
    const words = cleanText(text)
    const refusal = textProblem(words)
    setProblem(refusal)
    if (refusal !== null || adding) return
    setAdding(true)
    const failure = await texts.add({ text: words, fontId: chosen.id, fontColor: color, verticalText: vertical })
    setAdding(false)
    setProblem(failure)
    if (failure === null) setText('')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void add()
  }
  if (selected !== null) {
    return (
      <section className="designer-text-panel" aria-label="选中的文字">
        <p className="designer-text-none" role="note">
          「{selected.name}」的内容、字体和颜色在右侧「属性」里修改，也可以双击画布上的文字直接改。
        </p>
        <Button
          long
          icon={<IconEdit />}
          disabled={selected.locked}
          onClick={() => {
            uiState.sideShown.set(true)
            texts.editing.set(selected.uuid)
          }}
        >
          修改这段文字
        </Button>
        <Button long type="primary" icon={<IconPlus />} onClick={() => session.select([])}>
          再添加一段文字
        </Button>
      </section>
    )
  }
  return (
    <section className="designer-text-panel" aria-label="添加文字">
      <Input.TextArea
        aria-label="文字内容"
        placeholder="请输入文字"
        value={text}
        maxLength={maxTextLength}
        showWordLimit
        autoSize={{ minRows: 2, maxRows: 5 }}
        status={problem === null ? undefined : 'error'}
        onChange={(typed) => {
          setText(typed)
          setProblem(null)
        }}
        onKeyDown={press}
      />
      {problem !== null && (
        <p className="designer-text-problem" role="alert">
          {problem}
        </p>
      )}
      <h4 className="designer-text-title">字体</h4>
      <FontPicker name="new-text-font" fonts={fonts.enabled} value={chosen.id} onChange={(font) => setFontId(font.id)} />
      <h4 className="designer-text-title">颜色</h4>
      <ColorSwatches name="new-text-color" colors={fonts.colors} value={color} onChange={setColor} />
      <h4 className="designer-text-title">方向</h4>
      <Radio.Group
        type="button"
        name="new-text-direction"
        value={vertical}
        onChange={setVertical}
        options={[
          { label: '横排', value: false },
          { label: '竖排', value: true },
        ]}
      />
      <Button type="primary" long icon={<IconPlus />} loading={adding} onClick={() => void add()}>
        添加到画布
      </Button>
    </section>
  )
}
