import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { actualScale, fitInto, fittedView, limitPan, maxScale, type Size, type StageView, zoomTo } from './stage-zoom'
import { useSize } from './use-size'

const zoomStep = 1.25
const panStepPx = 48
const center = { x: 0, y: 0 }

/**
 * Zoom and pan of a picture by wheel, dragging and keys.
 *
 * @param box the element that shows the picture and clips it.
 * @param frame size of the case around the picture, in its own px; null when the picture is shown alone.
 * @param naturalSize size of the picture in its own pixels; null while it loads.
 */
export function useStage(box: RefObject<HTMLElement | null>, frame: Size | null, naturalSize: Size | null) {
  const size = useSize(box)
  const [requestedView, setRequestedView] = useState<StageView>(fittedView)
  const drag = useRef<{ readonly id: number; readonly x: number; readonly y: number } | null>(null)

  const content = frame ?? naturalSize
  const shownSize = size === null || content === null ? size : fitInto(content, size)
  // The picture keeps its aspect ratio inside the frame.
  const pictureSize = shownSize !== null && naturalSize !== null ? fitInto(naturalSize, shownSize) : null
  // A picture smaller than its box may be shrunk to its actual size.
  const minScale = pictureSize !== null && naturalSize !== null ? Math.min(1, actualScale(naturalSize, pictureSize)) : 1
  const upperScale = pictureSize !== null && naturalSize !== null ? maxScale(naturalSize, pictureSize) : 4
  const limited = (view: StageView) => (size !== null && shownSize !== null ? limitPan(view, shownSize, size) : view)
  const view = limited(requestedView)

  const zoom = (scale: number, point = center) =>
    setRequestedView((old) => zoomTo(limited(old), Math.min(upperScale, Math.max(minScale, scale)), point))
  const move = (x: number, y: number) =>
    setRequestedView((old) => {
      const from = limited(old)
      return { ...from, x: from.x + x, y: from.y + y }
    })
  const fitToBox = () => setRequestedView(fittedView)
  const showActualSize = () => {
    if (pictureSize !== null && naturalSize !== null) zoom(actualScale(naturalSize, pictureSize))
  }
  const zoomIn = () => zoom(view.scale * zoomStep)
  const zoomOut = () => zoom(view.scale / zoomStep)

  // React's wheel listeners are passive, so the page behind would scroll too: listen natively.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const bounds = box.current?.getBoundingClientRect()
    if (bounds === undefined) return
    const point = { x: event.clientX - bounds.x - bounds.width / 2, y: event.clientY - bounds.y - bounds.height / 2 }
    zoom(view.scale * Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.0015 : 0.05)), point)
  })
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const onNativeWheel = (event: WheelEvent) => onWheel(event)
    element.addEventListener('wheel', onNativeWheel, { passive: false })
    return () => element.removeEventListener('wheel', onNativeWheel)
  }, [box])

  const keyActions = new Map<string, () => void>([
    ['+', zoomIn],
    ['=', zoomIn],
    ['-', zoomOut],
    ['0', fitToBox],
    ['1', showActualSize],
    ['ArrowLeft', () => move(panStepPx, 0)],
    ['ArrowRight', () => move(-panStepPx, 0)],
    ['ArrowUp', () => move(0, panStepPx)],
    ['ArrowDown', () => move(0, -panStepPx)],
  ])
  const endDrag = () => {
    drag.current = null
  }
  const ofBox = {
    onKeyDown(event: KeyboardEvent) {
      const keyAction = event.ctrlKey || event.metaKey || event.altKey ? undefined : keyActions.get(event.key)
      if (keyAction === undefined) return
      event.preventDefault()
      keyAction()
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
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
    onDoubleClick: () => (view.scale > 1 ? fitToBox() : showActualSize()),
  }
  /** The keys that zoom, pressed anywhere but in a field. */
  const onPageKey = (event: globalThis.KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]') !== null
    if (isTyping || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (['+', '=', '-', '0'].includes(event.key)) keyActions.get(event.key)?.()
  }
  return {
    /** Size of the frame, or of the picture alone, at scale 1. */
    shown: shownSize,
    view,
    /** Zoom relative to the picture's own pixels; null while its size is not known. */
    percent:
      pictureSize !== null && naturalSize !== null
        ? Math.round((view.scale * pictureSize.width * 100) / naturalSize.width)
        : null,
    isZoomed: view.scale > 1,
    zoomIn,
    zoomOut,
    fitToBox,
    actual: showActualSize,
    handlers: { ofBox, onPageKey },
  }
}
