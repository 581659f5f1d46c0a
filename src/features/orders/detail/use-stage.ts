import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { actualScale, fitInto, fitted, held, mostScale, type Size, type StageView, zoomedTo } from './stage-zoom'
import { useSize } from './use-size'

const step = 1.25
const panStep = 48
const middle = { x: 0, y: 0 }

/**
 * Zoom and pan of a picture by wheel, dragging and keys.
 *
 * @param box the element that shows the picture and clips it.
 * @param frame size of the case around the picture, in its own px; null when the picture is shown alone.
 * @param natural size of the picture in its own pixels; null while it loads.
 */
export function useStage(box: RefObject<HTMLElement | null>, frame: Size | null, natural: Size | null) {
  const size = useSize(box)
  const [wanted, setView] = useState<StageView>(fitted)
  const drag = useRef<{ readonly id: number; readonly x: number; readonly y: number } | null>(null)

  const whole = frame ?? natural
  const shown = size === null || whole === null ? size : fitInto(whole, size)
  // The picture keeps its aspect ratio inside the frame.
  const drawn = shown !== null && natural !== null ? fitInto(natural, shown) : null
  // A picture smaller than its box may be shrunk to its actual size.
  const least = drawn !== null && natural !== null ? Math.min(1, actualScale(natural, drawn)) : 1
  const most = drawn !== null && natural !== null ? mostScale(natural, drawn) : 4
  const inside = (view: StageView) => (size !== null && shown !== null ? held(view, shown, size) : view)
  const view = inside(wanted)

  const zoom = (scale: number, point = middle) =>
    setView((old) => zoomedTo(inside(old), Math.min(most, Math.max(least, scale)), point))
  const move = (x: number, y: number) =>
    setView((old) => {
      const from = inside(old)
      return { ...from, x: from.x + x, y: from.y + y }
    })
  const fitToBox = () => setView(fitted)
  const actual = () => {
    if (drawn !== null && natural !== null) zoom(actualScale(natural, drawn))
  }
  const zoomIn = () => zoom(view.scale * step)
  const zoomOut = () => zoom(view.scale / step)

  // React's wheel listeners are passive, so the page behind would scroll too: listen natively.
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const bounds = box.current?.getBoundingClientRect()
    if (bounds === undefined) return
    const point = { x: event.clientX - bounds.x - bounds.width / 2, y: event.clientY - bounds.y - bounds.height / 2 }
    zoom(view.scale * Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.0015 : 0.05)), point)
  })
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const listen = (event: WheelEvent) => wheel(event)
    element.addEventListener('wheel', listen, { passive: false })
    return () => element.removeEventListener('wheel', listen)
  }, [box])

  const acts = new Map<string, () => void>([
    ['+', zoomIn],
    ['=', zoomIn],
    ['-', zoomOut],
    ['0', fitToBox],
    ['1', actual],
    ['ArrowLeft', () => move(panStep, 0)],
    ['ArrowRight', () => move(-panStep, 0)],
    ['ArrowUp', () => move(0, panStep)],
    ['ArrowDown', () => move(0, -panStep)],
  ])
  const drop = () => {
    drag.current = null
  }
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts.get(event.key)
      if (act === undefined) return
      event.preventDefault()
      act()
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest('button')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { id: event.pointerId, x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent) {
      const from = drag.current
      if (from === null || from.id !== event.pointerId) return
      move(event.clientX - from.x, event.clientY - from.y)
      drag.current = { ...from, x: event.clientX, y: event.clientY }
    },
    onPointerUp: drop,
    onPointerCancel: drop,
    onDoubleClick: () => (view.scale > 1 ? fitToBox() : actual()),
  }
  return {
    /** Size of the frame, or of the picture alone, at scale 1. */
    shown,
    view,
    /** Zoom relative to the picture's own pixels; null while its size is not known. */
    percent: drawn !== null && natural !== null ? Math.round((view.scale * drawn.width * 100) / natural.width) : null,
    isZoomed: view.scale > 1,
    zoomIn,
    zoomOut,
    fitToBox,
    actual,
    handlers,
  }
}
