import './text.css'
import { Button } from '@arco-design/web-react'
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { maxTextLength } from '../../../../contract/constants'
import { placementCentre } from '../../../../design/geometry/box'
import { byUuid } from '../../../../design/model/queries'
import { cleanText, shortenedText, textProblem } from '../../../../design/model/text'
import type { TextLayer } from '../../../../design/model/types'
import { componentText } from '../../../../design/rules/component'
import { refusalText } from '../../../../design/rules/refusal'
import { textUnit } from '../../../../imaging/glyphs/text-svg'
import { toastHint } from '../../../ui/toast'
import type { Renderer } from '../../render/renderer'
import { useCell, useDesigner, useSession } from '../context'

/** The text editor over the canvas. A double-click on a text opens it, or Enter while one is selected. */
export function TextEditing({ host }: { readonly host: { readonly current: HTMLElement | null } }) {
  const { texts, renderer, session } = useDesigner()
  const { editing } = texts
  const uuid = useCell(editing)
  const canvas = useCell(renderer)
  const found = useSession((state) => (uuid === null ? undefined : byUuid(state.doc, uuid)))
  const layer = found?.type === 'TEXT' && !found.locked ? found : null

  useEffect(() => {
    const element = host.current
    if (!element || !canvas) return
    const open = (wanted: string | null) => {
      const target = wanted === null ? undefined : byUuid(session.getState().doc, wanted)
      if (target?.type !== 'TEXT') return false
      if (target.component) session.notify('warning', componentText.together)
      else if (target.locked) toastHint(refusalText.locked)
      else editing.set(target.uuid)
      return true
    }
    const onDouble = (event: MouseEvent) => open(canvas.layerAt({ x: event.clientX, y: event.clientY }))
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return
      const focused = document.activeElement
      if (focused !== null && focused !== document.body && !element.contains(focused)) return
      const { selection } = session.getState()
      if (selection.length === 1 && open(selection[0] ?? null)) event.preventDefault()
    }
    element.addEventListener('dblclick', onDouble)
    addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('dblclick', onDouble)
      removeEventListener('keydown', onKey)
    }
  }, [host, canvas, session, editing])

  // Close it when the text was deleted, locked or undone.
  useEffect(() => {
    if (uuid !== null && !layer) editing.set(null)
  }, [uuid, layer, editing])

  if (!layer || !canvas) return null
  const close = () => {
    // The drawer's focus trap moves the focus to its first button, which Enter would then press.
    if (host.current?.parentElement?.contains(document.activeElement)) host.current.focus({ preventScroll: true })
    editing.set(null)
  }
  return <Editor key={layer.uuid} layer={layer} canvas={canvas} onClose={close} />
}

interface EditorProps {
  readonly layer: TextLayer
  readonly canvas: Renderer
  readonly onClose: () => void
}

function Editor({ layer, canvas, onClose }: EditorProps) {
  const { texts } = useDesigner()
  const field = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Closing removes the field, which then fires blur: that must not commit what Escape discarded. */
  const ended = useRef(false)
  const family = useFamily(layer.fontFamilyUrl)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    return canvas.onViewChange(rerender)
  }, [canvas])
  useEffect(() => {
    canvas.hideLayer(layer.uuid)
    return () => canvas.hideLayer(null)
  }, [canvas, layer.uuid])

  // Uncontrolled from here on: React changing the text during an input method's composition would break the composition.
  const initialText = useRef(layer.text)
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.textContent = initialText.current
    element.focus()
    getSelection()?.selectAllChildren(element)
  }, [])

  const typedText = () => cleanText(textIn(field.current))
  const close = () => {
    ended.current = true
    onClose()
  }
  const commit = async () => {
    if (ended.current) return
    const text = typedText()
    if (text === '') {
      toastHint('请输入文字')
      return close()
    }
    if (text === layer.text) return close()
    const refusal = textProblem(text)
    const failure = refusal ?? (await texts.change(layer.uuid, { text }))
    if (failure === null) close()
    else setProblem(failure)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Keep keys from the canvas's shortcuts (space pans, letters move).
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const mod = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && mod) {
      event.preventDefault()
      void commit()
    } else if (event.key.toLowerCase() === 's' && mod) {
      event.preventDefault()
      event.currentTarget.blur()
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 's', code: 'KeyS', ctrlKey: true, bubbles: true, cancelable: true }),
      )
    }
  }
  const limitLength = () => {
    const element = field.current
    const now = textIn(element)
      .replace(/\u200b/g, '')
      .replace(/\n$/, '')
    if (!element || now.length <= maxTextLength) return
    element.textContent = shortenedText(now)
    getSelection()?.selectAllChildren(element)
    getSelection()?.collapseToEnd()
    setProblem(`文字不能超过 ${maxTextLength} 个字`)
  }
  return (
    <div className="designer-text-layer">
      {/* biome-ignore lint/a11y/useSemanticElements: no textarea writes vertically in the oldest engine this runs on. */}
      <div
        ref={field}
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label="编辑文字"
        className="designer-text-editor"
        contentEditable="plaintext-only"
        suppressContentEditableWarning
        spellCheck={false}
        style={editorStyle(layer, canvas, family)}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => event.stopPropagation()}
        onInput={(event) => {
          setProblem(null)
          if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)) limitLength()
        }}
        onCompositionEnd={limitLength}
        onBlur={() => void commit()}
      />
      {problem !== null && (
        <div className="designer-text-note" style={noteStyle(layer, canvas)} role="alert">
          {problem}
          <Button size="mini" onMouseDown={(event: { preventDefault(): void }) => event.preventDefault()} onClick={close}>
            放弃修改
          </Button>
        </div>
      )}
    </div>
  )
}

/** Returns the text of the field, whatever elements the engine uses for line ends. */
// biome-ignore lint/performance/useDomNodeTextContent: an engine may keep a line end as an element, which has no text.
const textIn = (element: HTMLElement | null): string => element?.innerText ?? ''

const physicalAlign = { start: 'left', center: 'center', end: 'right' } as const

/** Places the field over the drawn text: the same font, em, lines, angle and stretch, about the same centre. */
function editorStyle(layer: TextLayer, canvas: Renderer, family: string | null): CSSProperties {
  const centre = canvas.hostPoint(placementCentre(layer))
  const zoom = canvas.zoom()
  const across = (layer.width / layer.originalWidth) * zoom
  const down = (layer.height / layer.originalHeight) * zoom
  const em = textUnit * down
  // CSS adds letter spacing after the last character as well; the drawn text does not.
  const gap = (layer.letterSpacing * em) / 2
  const shift = layer.verticalText ? `translateY(${gap}px)` : `translateX(${gap}px)`
  return {
    left: centre.x,
    top: centre.y,
    color: layer.fontColor,
    fontFamily: family ?? 'sans-serif',
    fontSize: em,
    lineHeight: layer.lineHeight,
    letterSpacing: layer.letterSpacing * em,
    // Each line takes its direction from its first letter; 'start' is still the left or the top.
    unicodeBidi: 'plaintext',
    textAlign: physicalAlign[layer.textAlign],
    writingMode: layer.verticalText ? 'vertical-rl' : 'horizontal-tb',
    transform: `translate(-50%, -50%) rotate(${layer.rotation}deg) scaleX(${across / down}) ${shift}`,
  }
}

function noteStyle(layer: TextLayer, canvas: Renderer): CSSProperties {
  const { x, y } = canvas.hostPoint(placementCentre(layer))
  const reach = (Math.hypot(layer.width, layer.height) / 2) * canvas.zoom()
  return { left: x, top: y + Math.min(reach, 240) + 12 }
}

/** Returns the layer's font as a CSS family; null until it is loaded, or when the font is gone. */
function useFamily(url: string | null): string | null {
  const { texts } = useDesigner()
  const [family, setFamily] = useState<string | null>(null)
  useEffect(() => {
    if (url === null) return
    let wanted = true
    texts.faces.family(url).then(
      (name) => wanted && setFamily(name),
      // Without its font the text is edited in the page's own; drawing it will report the cause.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [url, texts])
  return family
}
