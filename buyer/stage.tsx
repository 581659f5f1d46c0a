import { type PointerEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Wireframe } from '../contract/types'
import { containsPoint } from '../design/geometry/bounds'
import { placementCentre } from '../design/geometry/box'
import type { Box } from '../design/geometry/shapes'
import { wireframeFrame } from '../design/geometry/wireframe'
import { mapLayers, withFields } from '../design/model/queries'
import type { DesignDoc, Layer, Placement, Point } from '../design/model/types'
import { createPictures } from '../design/print/pictures'
import { cropFrameOf } from '../design/rules/crop'
import { Drawing, screenSharpness } from './drawing'
import { dragged, type Fingers, framed } from './gestures'
import type { Rights } from './layers'
import { type LiftedLayer, liftLayer } from './lifted-layer'

interface StageProps {
  readonly doc: DesignDoc
  readonly wireframe: Wireframe | null
  /** Colour of the case. */
  readonly paper: string
  readonly rights: Rights
  readonly selected: string | null
  readonly onSelect: (uuid: string | null) => void
  /** Called at the end of a movement, with its label. */
  readonly onChange: (doc: DesignDoc, label: string) => void
  /** Called for two taps on a layer, one after the other. */
  readonly onFit: (uuid: string) => void
  /** Returns what lies on the middle of a layer, such as a button for its photo; null for nothing. */
  readonly badge?: (layer: Layer) => ReactNode
}

/** A finger that rests moves less than this, px of the screen. */
const restPx = 6
/** Two taps within this time and distance (px of the screen) are one double tap. */
const doubleTap = { ms: 350, px: 30 } as const

/** The case with the design on it, drawn by the same press as the print file. Fingers move what the buyer may move. */
export function Stage({ doc: stored, wireframe, paper, rights, selected, onSelect, onChange, onFit, badge }: StageProps) {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const pictures = useMemo(() => createPictures(), [])
  const [version, redraw] = useState(0)
  /** The layer that fingers move; false where it cannot be lifted and is drawn with every frame. */
  const lifted = useRef<LiftedLayer | false | null>(null)
  // A picture that has just loaded may be missing in the lifted drawing, so the next move lifts the layer again.
  useEffect(() => {
    const stop = pictures.onChange(() => {
      putDown(lifted)
      redraw((count) => count + 1)
    })
    return () => {
      stop()
      putDown(lifted)
    }
  }, [pictures])
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const sizes = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])

  /** The design while fingers move a layer that cannot be lifted: this stage alone shows it, and the session does not change. */
  const [shown, setShown] = useState<{ readonly doc: DesignDoc; readonly moving: string } | null>(null)
  const doc = shown?.doc ?? stored
  const whole = wireframe ? wireframeFrame(doc, wireframe).frame : { x: 0, y: 0, width: doc.width, height: doc.height }
  const scale = Math.max(0, Math.min((size.width - 24) / whole.width, (size.height - 24) / whole.height))
  const place = {
    left: (size.width - whole.width * scale) / 2,
    top: (size.height - whole.height * scale) / 2,
    width: whole.width * scale,
    height: whole.height * scale,
  }

  const lift = useRef<HTMLDivElement>(null)
  const frameBox = useRef<HTMLDivElement>(null)
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  const held = useRef(new Map<number, Point>())
  const gesture = useRef<{ readonly layer: Layer; readonly from: Fingers; moved: boolean } | null>(null)
  /** The design as the gesture has changed it; null before it moves. */
  const latest = useRef<DesignDoc | null>(null)
  const lastTap = useRef<{ readonly uuid: string; readonly at: number; readonly x: number; readonly y: number } | null>(null)

  /** The stage's position in the window, read once per gesture: reading it with every move would force a layout of the page. */
  const corner = useRef<Point>({ x: 0, y: 0 })
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({
    x: (clientX - corner.current.x - place.left) / scale + whole.x,
    y: (clientY - corner.current.y - place.top) / scale + whole.y,
  })
  const fingers = (): Fingers | null => {
    const [a, b] = [...held.current.values()]
    return a ? (b ? [a, b] : [a]) : null
  }
  /** Shows the layer at the fingers' present position. */
  const follow = () => {
    const moved = next()
    const layer = gesture.current?.layer
    const now = layer && moved?.layers.find(({ uuid }) => uuid === layer.uuid)
    if (!moved || !now) return
    latest.current = moved
    if (lifted.current === null && lift.current) {
      const ground = { host: lift.current, pictures, whole, scale, sharp: screenSharpness() }
      lifted.current = liftLayer(ground, stored, now.uuid, rights(now).has('move') ? 'layer' : 'picture') ?? false
    }
    if (!lifted.current) return setShown({ doc: moved, moving: now.uuid })
    lifted.current.place(now)
    if (frameBox.current) followFrame(frameBox.current, stored.layers.find(({ uuid }) => uuid === now.uuid) ?? now, now, scale)
  }
  const begin = (uuid: string | null, on = latest.current ?? stored) => {
    const layer = uuid === null ? undefined : on.layers.find((one) => one.uuid === uuid)
    const from = fingers()
    gesture.current = layer && from ? { layer, from, moved: gesture.current?.moved ?? false } : null
  }
  const next = (): DesignDoc | null => {
    const now = gesture.current
    const to = fingers()
    if (!now || !to || to.length !== now.from.length) return null
    return movedBy(stored, now.layer, now.from, to, rights)
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || held.current.size >= 2) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { left, top } = event.currentTarget.getBoundingClientRect()
    corner.current = { x: left, y: top }
    const point = pointOf(event)
    held.current.set(event.pointerId, point)
    if (held.current.size === 1) {
      const hit = hitBy(doc, rights, point, 12 / scale)
      // A second finger may lie beside the layer: the selection stays.
      const target = hit ?? null
      onSelect(target)
      begin(target)
    } else begin(gesture.current?.layer.uuid ?? selected)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!held.current.has(event.pointerId)) return
    const point = pointOf(event)
    const start = gesture.current?.from[0]
    const rests = start && held.current.size === 1 && Math.hypot(point.x - start.x, point.y - start.y) * scale < restPx
    // Small movements of a resting finger belong to a tap.
    if (rests && !gesture.current?.moved) return
    held.current.set(event.pointerId, point)
    if (gesture.current) gesture.current.moved = true
    // One drawing a frame is enough: two fingers send two events a frame, and some screens more.
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(follow)
  }
  const onPointerEnd = (event: PointerEvent) => {
    if (!held.current.has(event.pointerId)) return
    cancelAnimationFrame(frame.current)
    const moved = gesture.current?.moved ? next() : null
    held.current.delete(event.pointerId)
    // The canvas and the selection frame are drawn with the change before the lifted layer is removed, so that nothing flickers.
    flushSync(() => {
      if (moved) onChange(moved, '移动')
      setShown(null)
      redraw((count) => count + 1)
    })
    latest.current = null
    putDown(lifted)
    noteTap(event, gesture.current?.moved === false ? gesture.current.layer.uuid : null)
    const rest = held.current.size > 0 ? (gesture.current?.layer.uuid ?? null) : null
    gesture.current = null
    if (rest !== null) begin(rest, moved ?? stored)
  }

  /** @param uuid of the layer that was tapped; null for any other end of a gesture. */
  const noteTap = ({ type, timeStamp: at, clientX: x, clientY: y }: PointerEvent, uuid: string | null) => {
    const before = lastTap.current
    lastTap.current = type === 'pointerup' && uuid !== null ? { uuid, at, x, y } : null
    if (before === null || lastTap.current === null || before.uuid !== uuid) return
    if (at - before.at > doubleTap.ms || Math.hypot(x - before.x, y - before.y) > doubleTap.px) return
    lastTap.current = null
    onFit(before.uuid)
  }

  const chosen = doc.layers.find(({ uuid }) => uuid === selected)
  const layersOfCase = [...(wireframe?.layers ?? [])].sort((a, b) => a.index - b.index)
  return (
    <div
      ref={box}
      className="stage"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
    >
      <div className="case" style={{ ...place, background: wireframe ? undefined : paper }}>
        {layersOfCase
          .filter(({ index }) => index < 0)
          .map(({ imageUrl }) => (
            <img key={imageUrl} src={imageUrl} alt="" draggable={false} />
          ))}
        <Drawing
          doc={doc}
          pictures={pictures}
          scale={scale}
          whole={whole}
          moving={shown?.moving ?? null}
          version={version}
          lift={lift}
        />
        {layersOfCase
          .filter(({ index }) => index >= 0)
          .map(({ imageUrl }) => (
            <img key={imageUrl} src={imageUrl} alt="" draggable={false} />
          ))}
        {chosen && <Frame box={frameBox} layer={chosen} scale={scale} whole={whole} />}
        {badge &&
          doc.layers.map((layer) => {
            const shownOn = badge(layer)
            if (shownOn === null) return null
            const { x, y } = placementCentre(layer)
            const at = { left: (x - whole.x) * scale, top: (y - whole.y) * scale }
            return (
              // A tap on it is no tap on the layer below.
              <div key={layer.uuid} className="badge" style={at} onPointerDown={(event) => event.stopPropagation()}>
                {shownOn}
              </div>
            )
          })}
      </div>
    </div>
  )
}

function putDown(lifted: RefObject<LiftedLayer | false | null>): void {
  if (lifted.current) lifted.current.release()
  lifted.current = null
}

function movedBy(doc: DesignDoc, layer: Layer, from: Fingers, to: Fingers, rights: Rights): DesignDoc | null {
  const may = rights(layer)
  if (may.has('move')) {
    const placement = dragged(layer, from, to)
    return mapLayers(doc, [layer.uuid], (one) => withFields<Layer>(one, placement))
  }
  if (!may.has('picture') || layer.type !== 'IMAGE' || !layer.appearance?.crop) return null
  const picture = { width: layer.originalWidth, height: layer.originalHeight }
  const { crop } = framed(cropFrameOf(layer), picture, from, to, layer)
  return mapLayers(doc, [layer.uuid], (one) => withFields<Layer>(one, { appearance: { ...one.appearance, crop } }))
}

/** Returns the topmost layer at a point that the buyer may move or fill. */
function hitBy(doc: DesignDoc, rights: Rights, point: Point, margin: number): string | null {
  const hit = [...doc.layers]
    .reverse()
    .find((layer) => !layer.hidden && rights(layer).size > 0 && containsPoint(layer, point, margin))
  return hit?.uuid ?? null
}

interface FrameProps {
  readonly box: RefObject<HTMLDivElement | null>
  readonly layer: Placement
  readonly scale: number
  readonly whole: Box
}

function Frame({ box, layer, scale, whole }: FrameProps) {
  // A gesture moves the frame by its style without React, so React would not reset it: that is done here.
  useLayoutEffect(() => {
    if (box.current) placeFrame(box.current, layer, scale, whole)
  })
  return <div ref={box} className="frame" />
}

function placeFrame({ style }: HTMLElement, layer: Placement, scale: number, whole: Box): void {
  style.left = `${(layer.left - whole.x) * scale}px`
  style.top = `${(layer.top - whole.y) * scale}px`
  style.width = `${layer.width * scale}px`
  style.height = `${layer.height * scale}px`
  style.transform = `rotate(${layer.rotation}deg)`
}

/** Moves the frame from `from` to its layer's placement by a transform alone: other properties would lay out and paint the page. */
function followFrame({ style }: HTMLElement, from: Placement, now: Placement, scale: number): void {
  const [before, after] = [placementCentre(from), placementCentre(now)]
  const [dx, dy] = [(after.x - before.x) * scale, (after.y - before.y) * scale]
  style.transform = `translate(${dx}px, ${dy}px) rotate(${now.rotation}deg) scale(${now.width / from.width})`
}
