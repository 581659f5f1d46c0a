import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Point } from '../../../design/geometry/shapes'
import { useDesigner } from '../context'
import { documentPoint } from '../replace-picture'

/** Maximum movement of a press that still counts as a click, px. */
const slack = 6
/** Width of the picture under the pointer, px. */
const ghostWidth = 88

interface Held<T> {
  readonly item: T
  readonly picture: string
  readonly from: Point
  readonly at: Point
  /** Whether the press has become a drag. */
  readonly dragging: boolean
}

export interface CanvasDrag<T> {
  /** Pointerdown handler of the dragged element. */
  press(event: PointerEvent, item: T, picture: string): void
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
  const [held, setHeld] = useState<Held<T> | null>(null)
  const ended = useRef(false)
  const drop = useEffectEvent(onDrop)
  const holding = held !== null

  useEffect(() => {
    if (!holding) return
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) =>
      setHeld((now) => now && { ...now, at: { x, y }, dragging: now.dragging || far(now.from, { x, y }) })
    const up = ({ clientX: x, clientY: y }: globalThis.PointerEvent) =>
      setHeld((now) => {
        if (now && (now.dragging || far(now.from, { x, y }))) {
          ended.current = true
          const at = documentPoint(renderer.get(), { x, y })
          // Deferred: the callback sets state itself, which is not allowed inside a state update.
          if (at) queueMicrotask(() => drop(now.item, at))
        }
        return null
      })
    const giveUp = () => setHeld(null)
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Cancels the drag only: the selection stays.
      event.preventDefault()
      event.stopImmediatePropagation()
      ended.current = true
      setHeld(null)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', giveUp)
    addEventListener('keydown', key, true)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', giveUp)
      removeEventListener('keydown', key, true)
    }
  }, [holding, renderer])

  return {
    press(event, item, picture) {
      if (event.button !== 0) return
      ended.current = false
      const at = { x: event.clientX, y: event.clientY }
      setHeld({ item, picture, from: at, at, dragging: false })
    },
    wasDrag: () => {
      const was = ended.current
      ended.current = false
      return was
    },
    ghost:
      held?.dragging &&
      createPortal(
        <img
          className="designer-drag-ghost"
          src={held.picture}
          alt=""
          aria-hidden="true"
          draggable={false}
          width={ghostWidth}
          style={{ left: held.at.x, top: held.at.y }}
        />,
        document.body,
      ),
  }
}

const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) > slack
