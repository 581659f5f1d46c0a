/** Choosing the part of a photo that its place shows: moved by one finger, scaled by two, with lines at the thirds. Loaded on demand. */
import './crop-sheet.css'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Crop } from '../contract/rules/appearance'
import { sharpnessNames, sharpnessOf } from '../contract/rules/print-resolution'
import type { Wireframe } from '../contract/types'
import type { ImageLayer, Point, Size } from '../design/model/types'
import { cropFrameOf } from '../design/rules/crop'
import { useBackStep } from './back-steps'
import { covering, frameOf, mostZoom, quarterTurned, zoomedTo, zoomOf } from './crop-rules'
import { type Fingers, framed } from './gestures'
import { Icon } from './icon'
import { printedDpi } from './layers'

export interface CropSheetProps {
  readonly layer: ImageLayer
  /** Size of the canvas, for the resolution. */
  readonly doc: Size
  readonly wireframe: Wireframe | null
  /** @param width of the photo in whose px the part is given. */
  readonly onDone: (crop: Crop, width: number) => void
  readonly onClose: () => void
}

/** Two taps within this time are one double tap, ms. */
const doubleTapMs = 350
/** One press of an arrow key moves the photo by this, CSS px. */
const keyStep = 12
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
}

export function CropSheet({ layer: opened, doc, wireframe, onDone, onClose }: CropSheetProps) {
  // The layer gets another address when its photo is uploaded; the one that is shown stays.
  const [layer] = useState(opened)
  const photo = { width: layer.originalWidth, height: layer.originalHeight }
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  const [crop, setCrop] = useState(() => cropFrameOf(layer).crop)
  const dialog = useRef<HTMLDialogElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useBackStep(true, onClose)
  useEffect(() => {
    dialog.current?.showModal()
    const element = box.current
    if (!element) return
    const sizes = new ResizeObserver(() => setRoom({ width: element.clientWidth - 32, height: element.clientHeight - 32 }))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  const scale = Math.max(0, Math.min(room.width / layer.width, room.height / layer.height))
  const frame = { width: Math.max(1, layer.width * scale), height: Math.max(1, layer.height * scale) }

  const held = useRef(new Map<number, Point>())
  const from = useRef<{ readonly fingers: Fingers; readonly crop: Crop } | null>(null)
  const lastTap = useRef(0)
  const moved = useRef(false)
  const fingers = (): Fingers | null => {
    const [a, b] = [...held.current.values()]
    return a ? (b ? [a, b] : [a]) : null
  }
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = box.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 }
    return { x: clientX - left - (width - frame.width) / 2, y: clientY - top - (height - frame.height) / 2 }
  }
  const begin = () => {
    const now = fingers()
    from.current = now && { fingers: now, crop }
  }
  const onPointerDown = (event: PointerEvent) => {
    if (held.current.size >= 2) return
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current.set(event.pointerId, pointOf(event))
    moved.current = held.current.size > 1
    begin()
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!held.current.has(event.pointerId) || !from.current) return
    held.current.set(event.pointerId, pointOf(event))
    const now = fingers()
    if (!now || now.length !== from.current.fingers.length) return
    moved.current = true
    setCrop(framed(frameOf(frame, from.current.crop), photo, from.current.fingers, now, layer).crop)
  }
  const onPointerEnd = (event: PointerEvent) => {
    if (!held.current.delete(event.pointerId)) return
    begin()
    if (event.type !== 'pointerup' || moved.current) return
    if (event.timeStamp - lastTap.current < doubleTapMs) setCrop(covering(frame, photo, crop.angle))
    lastTap.current = event.timeStamp
  }
  const dpi = printedDpi({ ...layer, appearance: { ...layer.appearance, crop } }, doc, wireframe)
  const zoom = zoomOf(frame, photo, crop)
  return (
    <dialog
      ref={dialog}
      className="crop-sheet"
      aria-label="裁剪照片"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <button type="button" onClick={onClose}>
          取消
        </button>
        <p role="status" className={dpi !== null && sharpnessOf(dpi) === 'poor' ? 'is-poor' : undefined}>
          {dpi === null ? '移动和缩放照片' : `${sharpnessNames[sharpnessOf(dpi)]}（${dpi} DPI）`}
        </p>
        <button
          type="button"
          className="primary"
          onClick={() => {
            onDone(crop, photo.width)
            onClose()
          }}
        >
          用这部分
        </button>
      </header>
      <div
        ref={box}
        className="crop-room"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes arrow keys, as the label says
        tabIndex={0}
        role="application"
        aria-label="照片：拖动或按方向键移动，双指或加减号缩放，点两下铺满"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={(event) => {
          const step = arrows[event.key]
          const by = step && { x: step[0], y: step[1] }
          if (by) setCrop(framed(frameOf(frame, crop), photo, [{ x: 0, y: 0 }], [by], layer).crop)
          else if (event.key === '+' || event.key === '=') setCrop(zoomedTo(frame, photo, crop, Math.min(mostZoom, zoom * 1.1)))
          else if (event.key === '-') setCrop(zoomedTo(frame, photo, crop, Math.max(1, zoom / 1.1)))
          else return
          event.preventDefault()
        }}
      >
        <div className="crop-frame" style={frame}>
          <div className="crop-flip" style={{ transform: flipOf(layer) }}>
            <img src={layer.imageUrl} alt="" draggable={false} style={{ ...photo, transform: transformOf(crop, frame) }} />
          </div>
          <div className="crop-grid" />
        </div>
      </div>
      <footer>
        <label>
          缩放
          <input
            type="range"
            min={1}
            max={mostZoom}
            step={0.01}
            value={Math.min(mostZoom, Math.max(1, zoom))}
            onChange={(event) => setCrop(zoomedTo(frame, photo, crop, Number(event.target.value)))}
          />
        </label>
        <button type="button" className="tool" onClick={() => setCrop(quarterTurned(frame, photo, crop))}>
          <Icon name="turn" />
          旋转
        </button>
        <button type="button" className="tool" onClick={() => setCrop(covering(frame, photo, 0))}>
          <Icon name="fill" />
          恢复
        </button>
      </footer>
    </dialog>
  )
}

const flipOf = ({ horizontalFlip, verticalFlip }: ImageLayer) => `scale(${horizontalFlip ? -1 : 1}, ${verticalFlip ? -1 : 1})`

/** Lays the photo behind the frame, as the print does. */
const transformOf = ({ left, top, width, height, angle }: Crop, frame: Size): string =>
  [
    `scale(${frame.width / width}, ${frame.height / height})`,
    `translate(${width / 2}px, ${height / 2}px)`,
    `rotate(${angle}deg)`,
    `translate(${-left - width / 2}px, ${-top - height / 2}px)`,
  ].join(' ')
