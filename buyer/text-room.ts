/** Sizes buyers' texts to their room: the printed part of the case, and the template's layer below the text, such as a card. Pure. */
import type { BuyerDesign, Wireframe } from '../contract/types'
import { boundsOf } from '../design/geometry/bounds'
import { boxAround, containsBox, placementCentre } from '../design/geometry/box'
import { roundLength } from '../design/geometry/number'
import { wireframeFrame } from '../design/geometry/wireframe'
import type { Box, DesignDoc, Placement, Size, TextLayer } from '../design/model/types'
import { newTextBox } from '../design/rules/text'
import { docOf } from './layers'

/** An overhang or a difference up to this size is a rounding error; canvas px. */
const slack = 0.5
/** Largest share of the layer below that a text takes, so that it keeps away from that layer's edge. */
const roomShare = 0.92

const printArea = (canvas: Size, wireframe: Wireframe | null): Box =>
  wireframe ? wireframeFrame(canvas, wireframe).printArea : { x: 0, y: 0, width: canvas.width, height: canvas.height }

/** Whether a text runs over the printed part of the case, where it is cut off. */
export const isCut = (layer: Placement, canvas: Size, wireframe: Wireframe | null): boolean =>
  !containsBox(printArea(canvas, wireframe), boundsOf(layer), slack)

const sides = ['left', 'top', 'width', 'height', 'rotation'] as const

type Drawn = Pick<TextLayer, 'originalWidth' | 'originalHeight'>

/** Returns the box of a text drawn at this size while nobody has moved, scaled or turned it; null for a text that the template turns. */
function restingBox({ uuid }: TextLayer, drawn: Drawn, design: BuyerDesign, em: number): Placement | null {
  const canvas = docOf({ ...design, layers: design.base })
  const picture = { width: drawn.originalWidth, height: drawn.originalHeight }
  const at = canvas.layers.findIndex((one) => one.uuid === uuid)
  const made = canvas.layers[at]
  if (!made) {
    const { x, y, width, height } = newTextBox(picture, em, canvas)
    return { left: x, top: y, width, height, rotation: 0 }
  }
  if (made.rotation !== 0) return null
  const own = boundsOf(made)
  const carriers = canvas.layers
    .slice(0, at)
    .filter((one) => !one.hidden && one.rotation === 0)
    .map(boundsOf)
  const centre = placementCentre(made)
  const wanted = made.width / made.originalWidth
  const scale = [...carriers, printArea(canvas, design.wireframe)]
    .filter((box) => containsBox(box, own, slack))
    .flatMap((box) => {
      const across = 2 * roomShare * Math.min(centre.x - box.x, box.x + box.width - centre.x)
      const down = 2 * roomShare * Math.min(centre.y - box.y, box.y + box.height - centre.y)
      // A text that the seller placed closer to an edge may keep its size.
      return [Math.max(across, own.width) / picture.width, Math.max(down, own.height) / picture.height]
    })
    .reduce((least, one) => Math.min(least, one), wanted)
  const box = boxAround(centre, { width: picture.width * scale, height: picture.height * scale })
  return { left: box.x, top: box.y, width: box.width, height: box.height, rotation: 0 }
}

/**
 * Returns the placement of a redrawn text: as large as in the template, or smaller where a longer text would not fit into its room.
 * Null where the buyer has placed the text or the template turns it, which then keeps its size.
 *
 * @param before the layer with its former text.
 * @param em px of one em in the drawings of both.
 */
export function placedWords(before: TextLayer, drawn: Size, design: BuyerDesign, em: number): Partial<Placement> | null {
  const rested = restingBox(before, before, design, em)
  if (!rested || !sides.every((side) => Math.abs(before[side] - rested[side]) < slack)) return null
  const next = restingBox(before, { originalWidth: drawn.width, originalHeight: drawn.height }, design, em)
  return (
    next && {
      left: roundLength(next.left),
      top: roundLength(next.top),
      width: roundLength(next.width),
      height: roundLength(next.height),
    }
  )
}

/** Share of the printed part's width by which a case may be misplaced in the printer; a text closer to the edge may lose a part. */
const edgeShare = 0.015

/** Whether a text stands on the printed part of the case, but so close to its edge that a part of it may be lost. */
export function isAtEdge(layer: Placement, canvas: Size, wireframe: Wireframe | null): boolean {
  const area = printArea(canvas, wireframe)
  const margin = area.width * edgeShare
  const safe = { x: area.x + margin, y: area.y + margin, width: area.width - 2 * margin, height: area.height - 2 * margin }
  return !isCut(layer, canvas, wireframe) && !containsBox(safe, boundsOf(layer), slack)
}

const wordsWhere =
  (test: typeof isCut) => (doc: DesignDoc, wireframe: Wireframe | null, mayChange: (layer: TextLayer) => boolean) =>
    doc.layers.filter(
      (layer): layer is TextLayer => layer.type === 'TEXT' && !layer.hidden && mayChange(layer) && test(layer, doc, wireframe),
    )

/** Returns the texts that run over the printed part of the case, among those that a buyer may change. */
export const cutWords = wordsWhere(isCut)

/** Returns the texts whose border may be lost, among those that a buyer may change. */
export const edgeWords = wordsWhere(isAtEdge)
