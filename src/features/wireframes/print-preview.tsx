import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { pixelsText } from '../../../contract/rules/sizes'
import type { PrintArea } from '../../../contract/types'
import { brokenPicture } from './picture-file'
import { dragArea, dragEdge, maxMargin, type Side, type Size, sideNames, sides } from './print-area'
import './print-preview.css'

interface PrintPreviewProps {
  readonly foreground: string | null
  readonly background: string | null
  /** Size of the picture in px; null while there is none. */
  readonly size: Size | null
  /** null when no area is set: its edges are then those of the picture. */
  readonly area: PrintArea | null
  readonly onChange: (area: PrintArea) => void
  /** Text shown while there is no picture. */
  readonly empty: string
  readonly isEmptyWrong: boolean
}

interface Drag {
  readonly target: Side | 'area'
  readonly from: PrintArea | null
  readonly x: number
  readonly y: number
  /** Picture px per screen px. */
  readonly scale: number
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`

/** CSS box of an area on the picture. */
const boxOf = (area: PrintArea, { width, height }: Size): CSSProperties => ({
  left: percent(area.left, width),
  right: percent(area.right, width),
  top: percent(area.top, height),
  bottom: percent(area.bottom, height),
})

/** Direction in which an arrow key moves, px: right and down are positive. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The wireframe as buyers see it, with its print area; the edges are dragged by mouse or touch, or moved by arrow keys. */
export function PrintPreview({ foreground, background, size, area, onChange, empty, isEmptyWrong }: PrintPreviewProps) {
  const frame = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const [dragging, setDragging] = useState(false)
  const [brokenUrls, setBrokenUrls] = useState<ReadonlySet<string>>(new Set())

  if (size === null) {
    return (
      <div className={`wireframes-preview is-empty${isEmptyWrong ? ' is-wrong' : ''}`}>
        <p role={isEmptyWrong ? 'alert' : undefined}>{empty}</p>
      </div>
    )
  }
  const shown = area ?? { left: 0, right: 0, top: 0, bottom: 0 }

  const startDrag = (target: Drag['target']) => (event: PointerEvent<HTMLElement>) => {
    const width = frame.current?.getBoundingClientRect().width ?? 0
    if (event.button !== 0 || width === 0) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.focus({ preventScroll: true })
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { target, from: area, x: event.clientX, y: event.clientY, scale: size.width / width }
    setDragging(true)
  }
  const onDrag = (event: PointerEvent) => {
    if (!drag.current) return
    const { target, from, x, y, scale } = drag.current
    const dx = (event.clientX - x) * scale
    const dy = (event.clientY - y) * scale
    if (target !== 'area') onChange(dragEdge(from, target, dx, dy, size))
    else if (from !== null) onChange(dragArea(from, dx, dy))
  }
  const endDrag = () => {
    drag.current = null
    setDragging(false)
  }
  const onEdgeKey = (side: Side) => (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1
    const to = { Home: 0, End: maxMargin(area, side, size) }[event.key]
    const arrow = arrows[event.key]
    if (to === undefined && arrow === undefined) return
    event.preventDefault()
    if (arrow) onChange(dragEdge(area, side, arrow[0] * step, arrow[1] * step, size))
    else if (to !== undefined) onChange({ ...shown, [side]: to })
  }
  const dragHandlers = { onPointerMove: onDrag, onPointerUp: endDrag, onPointerCancel: endDrag, onLostPointerCapture: endDrag }
  const picture = (src: string, alt: string) => (
    <img src={src} alt={alt} draggable={false} onError={() => setBrokenUrls((old) => new Set([...old, src]))} />
  )
  const isBroken = [foreground, background].some((src) => src !== null && brokenUrls.has(src))
  return (
    <div className="wireframes-preview">
      <div
        ref={frame}
        className={`wireframes-frame checkerboard${dragging ? ' is-dragging' : ''}${area === null ? ' is-unset' : ''}`}
        style={{ aspectRatio: `${size.width} / ${size.height}`, '--ratio': size.width / size.height } as CSSProperties}
      >
        {background !== null && picture(background, '背景图')}
        {foreground !== null && picture(foreground, '前景图')}
        <div className="wireframes-area" style={boxOf(shown, size)}>
          {area !== null && <div className="wireframes-area-body" onPointerDown={startDrag('area')} {...dragHandlers} />}
          {sides.map((side) => (
            <div
              key={side}
              role="slider"
              tabIndex={0}
              className={`wireframes-edge is-${side}`}
              aria-label={`打印区域${sideNames[side]}边`}
              aria-orientation={side === 'left' || side === 'right' ? 'horizontal' : 'vertical'}
              aria-valuemin={0}
              aria-valuemax={maxMargin(area, side, size)}
              aria-valuenow={shown[side]}
              aria-valuetext={area === null ? '未设置' : `${sideNames[side]}边距 ${shown[side]} 像素`}
              onPointerDown={startDrag(side)}
              {...dragHandlers}
              onKeyDown={onEdgeKey(side)}
            />
          ))}
        </div>
      </div>
      {isBroken && (
        <p className="wireframes-problem" role="alert">
          {brokenPicture}
        </p>
      )}
      <p className="wireframes-hint numeric" aria-live="off">
        {pixelsText(size)}
        {area === null
          ? '，未设打印区域；拖动四边设置'
          : `，打印区域 ${size.width - area.left - area.right}×${size.height - area.top - area.bottom}`}
      </p>
    </div>
  )
}
