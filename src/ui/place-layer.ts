import { computePosition, flip, offset, shift } from '@floating-ui/dom'

const gap = 4
/** Distance to the edges of the window, px. */
const padding = 8

/**
 * Places a layer below the anchor, or right of the point; on the other side without enough room, and never outside the window.
 * The style is written before the next frame is drawn.
 */
export async function placeLayer(
  layer: HTMLElement,
  anchor: HTMLElement,
  point?: { readonly x: number; readonly y: number },
): Promise<void> {
  const reference = point ? { getBoundingClientRect: () => DOMRect.fromRect(point), contextElement: anchor } : anchor
  const { x, y } = await computePosition(reference, layer, {
    strategy: 'fixed',
    placement: point ? 'right-start' : 'bottom-start',
    middleware: [offset(point ? 0 : gap), flip({ padding }), shift({ padding })],
  })
  Object.assign(layer.style, { left: `${x}px`, top: `${y}px` })
}
