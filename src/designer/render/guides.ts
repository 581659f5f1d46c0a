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
  show(shown: { readonly guides: readonly Guide[]; readonly gaps: readonly Gap[] }, toHostPoint: (point: Point) => Point): void
  hide(): void
  recolor(): void
}

/** Half the length of the end strokes of a gap mark, screen px. */
const tickLength = 4

export function createGuideLines(theme: Pick<CanvasTheme, 'guide'>): GuideLines {
  const lines = path({ stroke: theme.guide, strokeWidth: 1, visible: false })
  const node = group({ hittable: false, children: [lines] })
  let shownPath = ''
  const draw = (shape: string) => {
    if (shape === shownPath) return
    shownPath = shape
    if (shape === '') lines.visible = false
    else lines.set({ path: shape, visible: true })
  }
  return {
    node,
    show({ guides, gaps }, toHostPoint) {
      draw([...guides.map((guide) => lineOf(guide, toHostPoint)), ...gaps.map((gap) => markOf(gap, toHostPoint))].join(''))
    },
    hide: () => draw(''),
    recolor() {
      lines.stroke = theme.guide
    },
  }
}

function lineOf({ axis, at, from, to }: Guide, toHostPoint: (point: Point) => Point): string {
  const a = toHostPoint(axis === 'x' ? { x: at, y: from } : { x: from, y: at })
  const b = toHostPoint(axis === 'x' ? { x: at, y: to } : { x: to, y: at })
  return `M${a.x} ${a.y}L${b.x} ${b.y}`
}

function markOf({ axis, at, from, to }: Gap, toHostPoint: (point: Point) => Point): string {
  if (axis === 'x') {
    const [a, b] = [toHostPoint({ x: from, y: at }), toHostPoint({ x: to, y: at })]
    return `M${a.x} ${a.y}H${b.x}M${a.x} ${a.y - tickLength}V${a.y + tickLength}M${b.x} ${b.y - tickLength}V${b.y + tickLength}`
  }
  const [a, b] = [toHostPoint({ x: at, y: from }), toHostPoint({ x: at, y: to })]
  return `M${a.x} ${a.y}V${b.y}M${a.x - tickLength} ${a.y}H${a.x + tickLength}M${b.x - tickLength} ${b.y}H${b.x + tickLength}`
}
