import { type DragEvent, useRef, useState } from 'react'
import { filesOfTransfer, type PickedFile } from '../../base/picked-files'

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

interface FileDrop {
  readonly onFiles: (files: readonly PickedFile[]) => void
  /** Called when a dropped folder could not be read. */
  readonly onUnreadable: () => void
}

/** Makes a whole gallery a drop target for files and folders; `over` is true while some are dragged over it. */
export function useFileDrop({ onFiles, onUnreadable }: FileDrop) {
  const [isDragOver, setDragOver] = useState(false)
  /** dragenter of a child fires before dragleave of its parent, so a counter tells whether the pointer is inside. */
  const depth = useRef(0)
  const onDepthChange = (change: 1 | -1) => (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + change)
    setDragOver(depth.current > 0)
  }
  return {
    isDragOver,
    props: {
      onDragEnter: onDepthChange(1),
      onDragLeave: onDepthChange(-1),
      onDragOver: (event: DragEvent) => {
        if (holdsFiles(event)) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setDragOver(false)
        void filesOfTransfer(event.dataTransfer).then(onFiles, onUnreadable)
      },
    },
  }
}
