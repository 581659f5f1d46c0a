/** Where an uploaded picture lands among those picked with it: in the order they were picked, whichever arrives first. */
import type { LayerStroke } from '../../../contract/types'
import { addLayers, replaceImage } from '../../design/commands/layers'
import { centredAt } from '../../design/geometry/box'
import { imageLayer, type UploadedPicture } from '../../design/model/create'
import { byUuid } from '../../design/model/queries'
import type { Layer, Size } from '../../design/model/types'
import type { Session } from '../session/types'
import { strokeFailed } from '../stroke/strokes'
import type { Goal } from './upload-queue'

/** Draws an outline with these settings round a picture. Rejects when there is nothing to draw it round. */
type StrokeAgain = (
  of: Size & { readonly imageUrl: string; readonly stroke: LayerStroke },
) => Promise<Pick<Layer, 'stroke' | 'strokeSvgData'>>

/**
 * Answers a function that puts an arrived picture into the design as one step: in the place of the picture it replaces, or as a
 * layer of its own under every picture picked after it, on top where none of them is there yet. `order` grows with the picking. A
 * text answered is why it could not be used.
 */
export function createLanding(session: Session, strokeAgain: StrokeAgain) {
  /** Layers that uploads became, by the order of their picking. */
  const landed = new Map<number, string>()

  const replace = async (uuid: string, picture: UploadedPicture): Promise<string | null> => {
    const layer = byUuid(session.getState().doc, uuid)
    if (!layer) return '要替换的图层已不存在'
    const height = (layer.width * picture.height) / picture.width
    const drawn =
      layer.stroke === null
        ? null
        : await strokeAgain({ imageUrl: picture.url, width: layer.width, height, stroke: layer.stroke }).catch(() => {
            session.notify('warning', strokeFailed)
            return null
          })
    const outcome = session.run(replaceImage, { uuid, picture, outline: drawn })
    if (!outcome.ok) return outcome.message
    session.select([uuid])
    return null
  }

  return async (picture: UploadedPicture, order: number, { at, replaces }: Goal = {}): Promise<string | null> => {
    if (replaces !== undefined) return replace(replaces, picture)
    const made = imageLayer(picture, session.getState().doc, { uuid: session.uuid(), uploaded: true })
    const layer = at ? centredAt(made, at) : made
    const under = [...landed].filter(([other]) => other > order).map(([, uuid]) => uuid)
    const outcome = session.run(addLayers, { layers: [layer], under })
    if (!outcome.ok) return outcome.message
    landed.set(order, layer.uuid)
    return null
  }
}
