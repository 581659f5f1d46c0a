/** Adds uploaded pictures to the design in the order they were picked, whichever arrives first. */
import type { LayerStroke } from '../../../contract/types'
import { addLayers, replaceImage } from '../../design/commands/layers'
import { centredAt } from '../../design/geometry/box'
import { imageLayer, type UploadedPicture } from '../../design/model/create'
import { byUuid } from '../../design/model/queries'
import type { Layer, Size } from '../../design/model/types'
import type { Session } from '../session/types'
import { strokeFailed } from '../stroke/strokes'
import type { Goal } from './upload-queue'

/** Makes an outline with these settings for a picture. Rejects when the picture has nothing to outline. */
type StrokeAgain = (
  of: Size & { readonly imageUrl: string; readonly stroke: LayerStroke },
) => Promise<Pick<Layer, 'stroke' | 'strokeSvgData'>>

/**
 * Returns a function that adds an arrived picture to the design as one step: in place of the picture it replaces, or as a new
 * layer under every picture picked after it (on top where none has arrived). `order` increases with the picking. A string result
 * is the reason why the picture could not be used.
 */
export function createLanding(session: Session, strokeAgain: StrokeAgain) {
  /** uuids of the layers made of uploads, by pick order. */
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
