import { Button } from '@arco-design/web-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { thumbnailHeight } from '../../../contract/constants'
import { revokeOnceLoaded } from '../../../contract/ground/revoke-once-loaded'
import { messageOf } from '../../../contract/ground/thrown'
import { checkDesign } from '../../../design/checks/check'
import { coveredLayers } from '../../../design/checks/covered'
import { boundsOf } from '../../../design/geometry/bounds'
import { wireframeFrame } from '../../../design/geometry/wireframe'
import { normalise } from '../../../design/model/invariants'
import type { Box, DesignDoc, Layer, Size } from '../../../design/model/types'
import { caseLayout, thumbnailSize } from '../../../design/print/case-layout'
import { readCoverMask } from '../../../design/print/cover-mask'
import type { Pictures } from '../../../design/print/pictures'
import { exportThumbnail } from '../../../design/print/thumbnail'
import { relayout } from '../../../design/rules/relayout'
import { resolveFileUrl } from '../../api/file-url'
import type { ModelCase } from './use-model-cases'

interface Mark {
  readonly kind: 'covered' | 'cut'
  readonly layer: Layer
}

interface Drawn {
  readonly url: string
  readonly marks: readonly Mark[]
  readonly texts: readonly string[]
}

/** Space of the case in a cell, px. */
const space: Size = { width: 168, height: 300 }

interface CellProps {
  readonly doc: DesignDoc
  readonly choice: ModelCase
  readonly fitted: boolean
  readonly pictures: Pictures
  /** Lays the open design out for the model; absent where no design is open. */
  readonly onUse?: ((choice: ModelCase) => void) | undefined
}

/** A model's case with the design on it, what of it a buyer would not see, and what does not fit. */
export function ModelCell({ doc, choice, fitted, pictures, onUse }: CellProps) {
  const { model, wireframe, paper } = choice
  const shown = fitted ? fittedDoc(doc, wireframe) : doc
  const [item, isSeen] = useSeen<HTMLLIElement>()
  const drawn = useDrawn(shown, choice, pictures, isSeen ? `${fitted} ${wireframe.id}` : null)
  const { size, design, printArea } = caseLayout(shown, wireframe, space)
  const { frame } = wireframeFrame(shown, wireframe)
  const scale = size.width / frame.width
  const onCase = ({ x, y, width, height }: Box) => ({
    x: (x - frame.x) * scale,
    y: (y - frame.y) * scale,
    width: width * scale,
    height: height * scale,
  })
  const wire = [...wireframe.layers].sort((a, b) => a.index - b.index)
  const wirePicture = ({ imageUrl, index }: (typeof wire)[number]) => (
    <img
      key={`${index} ${imageUrl}`}
      className="batch-wire"
      src={resolveFileUrl(imageUrl)}
      alt=""
      loading="lazy"
      draggable={false}
    />
  )
  const thumbnail = { width: Math.max(1, Math.round((thumbnailHeight * shown.width) / shown.height)), height: thumbnailHeight }
  const problems = 'error' in drawn ? [drawn.error] : 'url' in drawn ? drawn.texts : []
  return (
    <li ref={item} className="model-cell" data-drawn={'url' in drawn} data-problems={problems.length}>
      <span className="batch-space" style={{ height: space.height }}>
        <span className="batch-case" style={{ ...size, background: paper }}>
          {wire.filter(({ index }) => index < 0).map(wirePicture)}
          {'url' in drawn && (
            <img
              className="batch-design"
              style={boxStyle({ ...design, ...thumbnailSize(design, thumbnail) })}
              src={drawn.url}
              alt=""
              draggable={false}
            />
          )}
          {wire.filter(({ index }) => index >= 0).map(wirePicture)}
          {printArea && <span className="batch-print-area" style={boxStyle(printArea)} />}
          {'url' in drawn &&
            drawn.marks.map(({ kind, layer }) => (
              <span
                key={`${kind} ${layer.uuid}`}
                className={`model-mark-box is-${kind}`}
                style={boxStyle(onCase(boundsOf(layer)))}
              />
            ))}
        </span>
      </span>
      <strong className="model-name">{model.name}</strong>
      {problems.length === 0 ? (
        <span className="model-good">{'url' in drawn ? '没有发现问题' : '…'}</span>
      ) : (
        <ul className="model-problems">
          {problems.slice(0, 3).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {problems.length > 3 && <li>还有 {problems.length - 3} 处</li>}
        </ul>
      )}
      {onUse && (
        <Button size="mini" onClick={() => onUse(choice)}>
          用这个机型继续设计
        </Button>
      )}
    </li>
  )
}

/** Whether an element has come near the visible part: a shop may have more cases than fit into memory. */
export function useSeen<E extends HTMLElement>() {
  const item = useRef<E>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = item.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setSeen(true)
        observer.disconnect()
      },
      { rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [item, isSeen] as const
}

function boxStyle({ x, y, width, height }: Box): CSSProperties {
  return { left: x, top: y, width, height }
}

/** Returns the design laid out for a wireframe's size. */
function fittedDoc(doc: DesignDoc, { width, height }: Size): DesignDoc {
  return width === doc.width && height === doc.height ? doc : normalise(relayout(doc, { width, height }))
}

type Drawing = { readonly waiting: true } | { readonly error: string } | Drawn

/** Draws the design and finds what is covered or cut; `key` says what it depends on besides the design, null waits. */
function useDrawn(doc: DesignDoc, { wireframe, needBackground }: ModelCase, pictures: Pictures, key: string | null): Drawing {
  const [drawing, setDrawing] = useState<{ readonly key: string; readonly drawing: Drawing } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that matters
  useEffect(() => {
    if (key === null) return
    let url: string | null = null
    let wanted = true
    const draw = async (): Promise<Drawing> => {
      const [picture, mask] = await Promise.all([
        exportThumbnail(doc, { pictures, resolveUrl: resolveFileUrl }),
        readCoverMask(wireframe, pictures, resolveFileUrl),
      ])
      const covered = coveredLayers(doc, wireframe, mask)
      const problems = checkDesign(doc, { wireframe, needBackground }).filter(
        ({ level, code }) => level === 'warning' || code === 'cut',
      )
      const isOff = new Set(problems.flatMap(({ code, uuid }) => (code === 'cut' || code === 'outside' ? [uuid] : [])))
      url = URL.createObjectURL(picture)
      return {
        url,
        marks: [
          ...covered.map(({ layer }) => ({ kind: 'covered' as const, layer })),
          ...doc.layers.filter(({ uuid }) => isOff.has(uuid)).map((layer) => ({ kind: 'cut' as const, layer })),
        ],
        texts: [
          ...covered.map(({ layer, share }) => `「${layer.name}」被遮住 ${Math.round(share * 100)}%`),
          ...problems.map(({ text }) => text),
        ],
      }
    }
    draw()
      .catch((error: unknown) => ({ error: messageOf(error) }))
      .then((next) => {
        if (wanted) setDrawing({ key, drawing: next })
        else if (url !== null) revokeOnceLoaded(url)
      })
    return () => {
      wanted = false
      if (url !== null) revokeOnceLoaded(url)
    }
  }, [key, pictures])
  return drawing?.key === key ? drawing.drawing : { waiting: true }
}
