import { IconPlus } from '@arco-design/web-react/icon'
import { useState } from 'react'
import type { Wireframe } from '../../../contract/types'
import { thumbnailUrl } from '../../api/file-url'

interface WireframeThumbProps {
  /** undefined while it is being read; null when there is none. */
  readonly wireframe: Wireframe | null | undefined
  readonly label: string
  readonly onOpen: () => void
}

/** A small picture of a wireframe, background under foreground; a click opens its form. */
export function WireframeThumb({ wireframe, label, onOpen }: WireframeThumbProps) {
  const [broken, setBroken] = useState(false)
  const layers = wireframe ? [...wireframe.layers].sort((a, b) => a.index - b.index) : []
  return (
    <button
      type="button"
      className={`wireframes-thumb${wireframe ? ' checkerboard' : ''}${wireframe === null ? ' is-missing' : ''}`}
      aria-label={label}
      title={label}
      onClick={onOpen}
    >
      {wireframe === null && <IconPlus />}
      {broken && <span className="wireframes-thumb-broken">图片损坏</span>}
      {!broken &&
        layers.map(({ imageUrl, index }) => (
          // alt is empty because the button has a label.
          <img key={index} src={thumbnailUrl(imageUrl, 100)} alt="" loading="lazy" onError={() => setBroken(true)} />
        ))}
    </button>
  )
}
