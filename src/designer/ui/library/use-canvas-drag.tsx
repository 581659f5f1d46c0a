import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Point } from '../../../../design/geometry/shapes'
import { useDesigner } from '../context'
import { documentPoint } from '../replace-picture'

/** Maximum movement of a press that still counts as a click, px. */
const slack = 6
/** Width of the picture under the pointer, px. */
const ghostWidth = 88

interface DraggedItem<T> {
  readonly item: T
  readonly picture: string
  readonly start: Point
  readonly position: Point
  /** Whether the press has become a drag. */
  readonly dragging: boolean
}

export interface CanvasDrag<T> {
  /** Pointerdown handler of the dragged element. */
  startDrag(event: PointerEvent, item: T, picture: string): void
  /** Whether the click being handled is only the end of a drag. */
  wasDrag(): boolean
  /** The picture that follows the pointer; render it anywhere in the panel. */
  readonly ghost: ReactNode
}

/**
 * Drags a picture from a panel onto the canvas with any pointer. `onDrop` gets the point of the document where it was released.
 */
export function useCanvasDrag<T>(onDrop: (item: T, at: Point) => void): CanvasDrag<T> {
  const { renderer } = useDesigner()
  const [dragged, setDragged] = useState<DraggedItem<T> | null>(null)
  const dragEnded = useRef(false)
  const drop = useEffectEvent(onDrop)
  const isPressed = dragged !== null

  useEffect(() => {
    if (!isPressed) return
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) =>
      setDragged((now) => now && { ...now, position: { x, y }, dragging: now.dragging || isBeyondSlack(now.start, { x, y }) })
    const up = ({ clientX: x, clientY: y }: globalThis.PointerEvent) =>
      setDragged((now) => {
        if (now && (now.dragging || isBeyondSlack(now.start, { x, y }))) {
          dragEnded.current = true
          const at = documentPoint(renderer.get(), { x, y })
          // Deferred: the callback sets state itself, which is not allowed inside a state update.
          if (at) queueMicrotask(() => drop(now.item, at))
        }
        return null
      })
    const cancel = () => setDragged(null)
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Cancels the drag only: the selection stays.
      event.preventDefault()
      event.stopImmediatePropagation()
      dragEnded.current = true
      setDragged(null)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
    addEventListener('keydown', key, true)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', cancel)
      removeEventListener('keydown', key, true)
    }
  }, [isPressed, renderer])

  return {
    startDrag(event, item, picture) {
      if (event.button !== 0) return
      dragEnded.current = false
      const at = { x: event.clientX, y: event.clientY }
      setDragged({ item, picture, start: at, position: at, dragging: false })
    },
    wasDrag: () => {
      const was = dragEnded.current
      dragEnded.current = false
      return was
    },
    ghost:
      dragged?.dragging &&
      createPortal(
        <img
          className="designer-drag-ghost"
          src={dragged.picture}
          alt=""
          aria-hidden="true"
          draggable={false}
          width={ghostWidth}
          style={{ left: dragged.position.x, top: dragged.position.y }}
        />,
        document.body,
      ),
  }
}

const isBeyondSlack = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) > slack
