import { type DragEvent, useRef, useState } from 'react'
import { filesOfTransfer, type PickedFile } from '../../base/picked-files'

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

interface FileDrop {
  readonly onFiles: (files: readonly PickedFile[]) => void
  /** A folder could not be read. */
  readonly onUnreadable: () => void
}

/** A whole gallery as a place to drop files and folders on; `over`: some are held over it now. */
export function useFileDrop({ onFiles, onUnreadable }: FileDrop) {
  const [over, setOver] = useState(false)
  /** Entering a child comes before leaving its parent, so a count says whether the pointer is inside. */
  const depth = useRef(0)
  const enter = (change: 1 | -1) => (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + change)
    setOver(depth.current > 0)
  }
  return {
    over,
    props: {
      onDragEnter: enter(1),
      onDragLeave: enter(-1),
      onDragOver: (event: DragEvent) => {
        if (holdsFiles(event)) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        void filesOfTransfer(event.dataTransfer).then(onFiles, onUnreadable)
      },
    },
  }
}
