import type { DesignDoc } from '../design/model/types'
import { Drawing } from './drawing'
import { usePictures } from './use-pictures'

/** CSS px; lists show designs about so high. */
const height = 190

/** A small drawing of a design. */
export function Thumbnail({ doc }: { readonly doc: DesignDoc }) {
  const { pictures, version } = usePictures()
  const whole = { x: 0, y: 0, width: doc.width, height: doc.height }
  return (
    <span className="thumbnail" aria-hidden>
      <Drawing doc={doc} pictures={pictures} scale={height / doc.height} whole={whole} moving={null} version={version} />
    </span>
  )
}
