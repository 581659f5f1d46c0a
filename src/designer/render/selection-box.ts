/**
 * Draws the box that a drag over empty canvas opens, and outlines the layers that it would select. They are an SVG over the canvas:
 * Leafer's own frame of several layers is laid out among the design's nodes, so each change of it would draw the whole design again.
 */
import { cornersOf } from '../../../design/geometry/bounds'
import type { Box, Layer, Point } from '../../../design/model/types'
import type { CanvasTheme } from './theme'

export interface SelectionBox {
  /** `box` is a part of the document; `toHostPoint` converts a point of it to px of the host element. */
  show(box: Box, layers: readonly Layer[], toHostPoint: (point: Point) => Point): void
  hide(): void
  dispose(): void
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Returns a closed path through these points, in tenths of a px: longer numbers only make the path slower to read. */
const pathThrough = (points: readonly Point[]) => `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`

/** Creates a selection box over the canvas in `host`; it ignores the pointer. */
export function createSelectionBox(host: HTMLElement, theme: Pick<CanvasTheme, 'accent'>): SelectionBox {
  const element = document.createElementNS(svgNamespace, 'svg')
  element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none;display:none'
  element.setAttribute('aria-hidden', 'true')
  const area = document.createElementNS(svgNamespace, 'path')
  area.setAttribute('fill-opacity', '0.14')
  const outlines = document.createElementNS(svgNamespace, 'path')
  outlines.setAttribute('fill', 'none')
  element.append(outlines, area)
  host.append(element)
  return {
    show({ x, y, width, height }, layers, toHostPoint) {
      const [from, to] = [toHostPoint({ x, y }), toHostPoint({ x: x + width, y: y + height })]
      area.setAttribute('d', pathThrough([from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }]))
      area.setAttribute('fill', theme.accent)
      area.setAttribute('stroke', theme.accent)
      outlines.setAttribute('d', layers.map((layer) => pathThrough(cornersOf(layer).map(toHostPoint))).join(''))
      outlines.setAttribute('stroke', theme.accent)
      element.style.display = ''
    },
    hide() {
      element.style.display = 'none'
    },
    dispose: () => element.remove(),
  }
}
