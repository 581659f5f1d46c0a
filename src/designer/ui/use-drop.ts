import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { Point } from '../../../design/geometry/shapes'
import { readTransfer, type Transferred } from './transfer'

/** Files, and what browsers put into a drag of a picture or a selection of a page. */
const heldTypes = ['Files', 'text/uri-list', 'text/html']

/** Handles what is dropped on an element, with the position in the window, and reports whether something is held over it. */
export function useDrop(onDrop: (transferred: Transferred, at: Point) => void) {
  const [isOver, setOver] = useState(false)
  /** Entering a child fires before leaving its parent, so only a count tells whether the pointer is inside. */
  const depth = useRef(0)
  /** Something of this page is dragged: its pictures are small copies of what the seller has already. */
  const isOwn = useRef(false)
  useEffect(() => {
    const setOwn = ({ type }: Event) => {
      isOwn.current = type === 'dragstart'
    }
    addEventListener('dragstart', setOwn)
    addEventListener('dragend', setOwn)
    return () => {
      removeEventListener('dragstart', setOwn)
      removeEventListener('dragend', setOwn)
    }
  }, [])
  const holds = ({ dataTransfer }: DragEvent) => !isOwn.current && heldTypes.some((type) => dataTransfer.types.includes(type))
  const onLeave = () => {
    depth.current = Math.max(0, depth.current - 1)
    if (depth.current === 0) setOver(false)
  }
  return {
    over: isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (!holds(event)) return
        event.preventDefault()
        depth.current += 1
        setOver(true)
      },
      onDragOver: (event: DragEvent) => {
        if (holds(event)) event.preventDefault()
      },
      onDragLeave: (event: DragEvent) => {
        if (holds(event)) onLeave()
      },
      onDrop: (event: DragEvent) => {
        if (!holds(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        onDrop(readTransfer(event.dataTransfer), { x: event.clientX, y: event.clientY })
      },
    },
  }
}
