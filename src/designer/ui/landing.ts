/** Where an uploaded picture lands among those picked with it: in the order they were picked, whichever arrives first. */
import { addLayers } from '../commands/layers'
import { imageLayer, type UploadedPicture } from '../model/create'
import type { Session } from '../session/types'

/**
 * Answers a function that puts an arrived picture into the design as one step: under every picture picked after it, on top
 * where none of them is there yet. `order` grows with the picking. A text answered is why it could not be used.
 */
export function createLanding(session: Session): (picture: UploadedPicture, order: number) => string | null {
  /** Layers that uploads became, by the order of their picking. */
  const landed = new Map<number, string>()
  return (picture, order) => {
    const layer = imageLayer(picture, session.getState().doc, { uuid: session.uuid(), uploaded: true })
    const under = [...landed].filter(([other]) => other > order).map(([, uuid]) => uuid)
    const outcome = session.run(addLayers, { layers: [layer], under })
    if (!outcome.ok) return outcome.message
    landed.set(order, layer.uuid)
    return null
  }
}
