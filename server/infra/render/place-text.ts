/** Places a redrawn text of a template as the buyers' page does, so that both print a longer text equally small. */
import { boundsOf } from '../../../design/geometry/bounds'
import { containsBox } from '../../../design/geometry/box'
import { wireframeFrame } from '../../../design/geometry/wireframe'
import type { Placement, TextLayer } from '../../../design/model/types'
import { redrawnPlacement } from '../../../design/rules/text'
import { roomedBox, roomSlack, roundedPlacement } from '../../../design/rules/text-room'
import type { PlacedText, TextPlace } from '../../ports/renderer'
import { bareDoc } from './bare-doc'

/** Throws an Error where the template has no such text. */
export function placeText({ canvas, layers, uuid, drawn, wireframe }: TextPlace): PlacedText {
  const doc = bareDoc({ canvas, layers })
  const at = doc.layers.findIndex((layer) => layer.uuid === uuid)
  const made = doc.layers[at]
  if (made?.type !== 'TEXT') throw new Error(`layer ${uuid} is no text`)
  const printArea = wireframe ? wireframeFrame(doc, wireframe).printArea : { x: 0, y: 0, width: doc.width, height: doc.height }
  const placement = roundedPlacement(
    roomedBox(made, drawn, { below: doc.layers.slice(0, at), printArea }) ?? turnedPlacement(made, drawn),
  )
  // A text that runs over the edge in the template itself does so by the seller's wish.
  const wasCut = !containsBox(printArea, boundsOf(made), roomSlack)
  return {
    ...placement,
    scale: placement.width / drawn.width / (made.width / made.originalWidth),
    isCut: !wasCut && !containsBox(printArea, boundsOf(placement), roomSlack),
  }
}

const turnedPlacement = (made: TextLayer, drawn: { readonly width: number; readonly height: number }): Placement =>
  redrawnPlacement(made, { width: made.originalWidth, height: made.originalHeight }, drawn)
