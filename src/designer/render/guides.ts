/**
 * Draws the lines that a drag snaps to and the marks of equal gaps. They lie in a layer of their own with the selection handles:
 * in the design's, every line that appears would redraw all layers under it.
 */
import type { Point } from '../../design/model/types'
import type { Gap, Guide } from '../../design/rules/guides'
import { type Branch, group, path } from './leafer'
import type { CanvasTheme } from './theme'

export interface GuideLines {
  /** In px of the host element; ignores the pointer. */
  readonly node: Branch
  /** `onHost` converts a point of the document to px of the host element. */
  show(shown: { readonly guides: readonly Guide[]; readonly gaps: readonly Gap[] }, onHost: (point: Point) => Point): void
  hide(): void
  recolor(): void
}

/** Half the length of the end strokes of a gap mark, screen px. */
const tick = 4

export function createGuideLines(theme: Pick<CanvasTheme, 'guide'>): GuideLines {
  const lines = path({ stroke: theme.guide, strokeWidth: 1, visible: false })
  const node = group({ hittable: false, children: [lines] })
  let drawn = ''
  const draw = (shape: string) => {
    if (shape === drawn) return
    drawn = shape
    if (shape === '') lines.visible = false
    else lines.set({ path: shape, visible: true })
  }
  return {
    node,
    show({ guides, gaps }, onHost) {
      draw([...guides.map((guide) => lineOf(guide, onHost)), ...gaps.map((gap) => markOf(gap, onHost))].join(''))
    },
    hide: () => draw(''),
    recolor() {
      lines.stroke = theme.guide
    },
  }
}

function lineOf({ axis, at, from, to }: Guide, onHost: (point: Point) => Point): string {
  const a = onHost(axis === 'x' ? { x: at, y: from } : { x: from, y: at })
  const b = onHost(axis === 'x' ? { x: at, y: to } : { x: to, y: at })
  return `M${a.x} ${a.y}L${b.x} ${b.y}`
}

function markOf({ axis, at, from, to }: Gap, onHost: (point: Point) => Point): string {
  if (axis === 'x') {
    const [a, b] = [onHost({ x: from, y: at }), onHost({ x: to, y: at })]
    return `M${a.x} ${a.y}H${b.x}M${a.x} ${a.y - tick}V${a.y + tick}M${b.x} ${b.y - tick}V${b.y + tick}`
  }
  const [a, b] = [onHost({ x: at, y: from }), onHost({ x: at, y: to })]
  return `M${a.x} ${a.y}V${b.y}M${a.x - tick} ${a.y}H${a.x + tick}M${b.x - tick} ${b.y}H${b.x + tick}`
}
