/** Icons of the alignment buttons, which the icon set lacks: a line and two bars aligned with it. */
import type { Axis, Edge } from '../../../../design/rules/align'

/** Two bars at a line, drawn for left, centre and right; the other icons are these rotated. */
const bars: Readonly<Record<'start' | 'middle' | 'end', string>> = {
  start: 'M3 2v16M6 5h10v3.5H6zM6 11.5h6V15H6z',
  middle: 'M10 2v3m0 3.5v3m0 3.5v3M5 5h10v3.5H5zM7 11.5h6V15H7z',
  end: 'M17 2v16M4 5h10v3.5H4zM8 11.5h6V15H8z',
}
const shapes: Readonly<Record<Edge, { readonly path: string; readonly turned: boolean }>> = {
  left: { path: bars.start, turned: false },
  centre: { path: bars.middle, turned: false },
  right: { path: bars.end, turned: false },
  top: { path: bars.start, turned: true },
  middle: { path: bars.middle, turned: true },
  bottom: { path: bars.end, turned: true },
}

function Drawing({ path, turned }: { readonly path: string; readonly turned: boolean }) {
  return (
    <svg className="arco-icon designer-drawn-icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} transform={turned ? 'rotate(90 10 10)' : undefined} />
    </svg>
  )
}

export function AlignIcon({ edge }: { readonly edge: Edge }) {
  return <Drawing {...shapes[edge]} />
}

/** Three bars with equal gaps. */
export function SpreadIcon({ axis }: { readonly axis: Axis }) {
  return <Drawing path="M2 5h3.5v10H2zM8.25 7h3.5v6h-3.5zM14.5 5H18v10h-3.5z" turned={axis === 'vertical'} />
}
