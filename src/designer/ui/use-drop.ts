import { type DragEvent, useRef, useState } from 'react'
import type { LocalFile } from '../../../adapters/platform'
import type { Point } from '../../design/geometry/shapes'

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Handles files dropped on an element, with the position in the window, and reports whether files are held over it. */
export function useDrop(onFiles: (files: readonly LocalFile[], at: Point) => void) {
  const [isOver, setOver] = useState(false)
  /** Entering a child fires before leaving its parent, so only a count tells whether the pointer is inside. */
  const depth = useRef(0)
  const onLeave = () => {
    depth.current = Math.max(0, depth.current - 1)
    if (depth.current === 0) setOver(false)
  }
  return {
    over: isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        depth.current += 1
        setOver(true)
      },
      onDragOver: (event: DragEvent) => {
        if (holdsFiles(event)) event.preventDefault()
      },
      onDragLeave: (event: DragEvent) => {
        if (holdsFiles(event)) onLeave()
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        onFiles(
          [...event.dataTransfer.files].map((file) => ({ name: file.name, blob: file })),
          {
            x: event.clientX,
            y: event.clientY,
          },
        )
      },
    },
  }
}
