import { useEffect, useState } from 'react'
import type { DesignDoc } from '../design/model/types'
import { createPictures } from '../design/print/pictures'
import { Drawing } from './drawing'

/** CSS px; lists show designs about so high. */
const height = 190

/** A small drawing of a design. */
export function Thumbnail({ doc }: { readonly doc: DesignDoc }) {
  const [pictures] = useState(createPictures)
  const [version, redraw] = useState(0)
  useEffect(() => {
    const stop = pictures.onChange(() => redraw((count) => count + 1))
    return () => stop()
  }, [pictures])
  const whole = { x: 0, y: 0, width: doc.width, height: doc.height }
  return (
    <span className="thumbnail" aria-hidden>
      <Drawing doc={doc} pictures={pictures} scale={height / doc.height} whole={whole} moving={null} version={version} />
    </span>
  )
}
