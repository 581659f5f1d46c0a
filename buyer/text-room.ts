/** Sizes buyers' texts to their room: the printed part of the case, and the template's layer below the text, such as a card. Pure. */
import type { BuyerDesign, Wireframe } from '../contract/types'
import { boundsOf } from '../design/geometry/bounds'
import { containsBox } from '../design/geometry/box'
import { wireframeFrame } from '../design/geometry/wireframe'
import type { Box, DesignDoc, Placement, Size, TextLayer } from '../design/model/types'
import { newTextBox } from '../design/rules/text'
import { roomedBox, roomSlack, roundedPlacement } from '../design/rules/text-room'
import { docOf } from './layers'

const printArea = (canvas: Size, wireframe: Wireframe | null): Box =>
  wireframe ? wireframeFrame(canvas, wireframe).printArea : { x: 0, y: 0, width: canvas.width, height: canvas.height }

/** Whether a text runs over the printed part of the case, where it is cut off. */
export const isCut = (layer: Placement, canvas: Size, wireframe: Wireframe | null): boolean =>
  !containsBox(printArea(canvas, wireframe), boundsOf(layer), roomSlack)

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
  return roomedBox(made, picture, { below: canvas.layers.slice(0, at), printArea: printArea(canvas, design.wireframe) })
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
  if (!rested || !sides.every((side) => Math.abs(before[side] - rested[side]) < roomSlack)) return null
  const next = restingBox(before, { originalWidth: drawn.width, originalHeight: drawn.height }, design, em)
  if (!next) return null
  const { rotation: _, ...box } = roundedPlacement(next)
  return box
}

/** Share of the printed part's width by which a case may be misplaced in the printer; a text closer to the edge may lose a part. */
const edgeShare = 0.015

/** Whether a text stands on the printed part of the case, but so close to its edge that a part of it may be lost. */
export function isAtEdge(layer: Placement, canvas: Size, wireframe: Wireframe | null): boolean {
  const area = printArea(canvas, wireframe)
  const margin = area.width * edgeShare
  const safe = { x: area.x + margin, y: area.y + margin, width: area.width - 2 * margin, height: area.height - 2 * margin }
  return !isCut(layer, canvas, wireframe) && !containsBox(safe, boundsOf(layer), roomSlack)
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
