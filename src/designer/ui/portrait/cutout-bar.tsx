import './portrait.css'
import type { CSSProperties } from 'react'

/** How much of a cutout's wait is over, 0 to 1; it moves to and fro where nothing tells. For the eye only: words stand beside it. */
export function CutoutBar({ share }: { readonly share: number | null }) {
  const style = { '--share': share ?? 0 } as CSSProperties
  return (
    <span aria-hidden="true" className={share === null ? 'designer-cutout-bar is-open' : 'designer-cutout-bar'} style={style} />
  )
}
