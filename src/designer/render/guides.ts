/**
 * Draws the lines that a drag snaps to and the marks of equal gaps. They are an SVG over the canvas: on the canvas, every line that
 * appears would redraw what lies around it.
 */
import type { Point } from '../../../design/model/types'
import type { Gap, Guide } from '../../../design/rules/guides'
import type { CanvasTheme } from './theme'

export interface GuideLines {
  /** Covers the host element; ignores the pointer. */
  readonly element: SVGSVGElement
  /** `onHost` converts a point of the document to px of the host element. */
  show(shown: { readonly guides: readonly Guide[]; readonly gaps: readonly Gap[] }, toHostPoint: (point: Point) => Point): void
  hide(): void
  recolor(): void
}

/** Half the length of the end strokes of a gap mark, screen px. */
const tickLength = 4

const svgNamespace = 'http://www.w3.org/2000/svg'

export function createGuideLines(theme: Pick<CanvasTheme, 'guide'>): GuideLines {
  const element = document.createElementNS(svgNamespace, 'svg')
  element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none'
  element.setAttribute('aria-hidden', 'true')
  const lines = document.createElementNS(svgNamespace, 'path')
  lines.setAttribute('fill', 'none')
  lines.setAttribute('stroke', theme.guide)
  element.append(lines)
  let shownPath = ''
  const draw = (shape: string) => {
    if (shape === shownPath) return
    shownPath = shape
    lines.setAttribute('d', shape)
  }
  return {
    element,
    show({ guides, gaps }, toHostPoint) {
      draw([...guides.map((guide) => lineOf(guide, toHostPoint)), ...gaps.map((gap) => markOf(gap, toHostPoint))].join(''))
    },
    hide: () => draw(''),
    recolor() {
      lines.setAttribute('stroke', theme.guide)
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
