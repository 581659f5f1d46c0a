/** Adds uploaded pictures to the design in the order they were picked, whichever arrives first. */
import type { LayerStroke } from '../../../contract/types'
import { addLayers, replaceImage } from '../../../design/commands/layers'
import { centredAt } from '../../../design/geometry/box'
import { imageLayer, type UploadedPicture } from '../../../design/model/create'
import { byUuid } from '../../../design/model/queries'
import type { Layer, Size } from '../../../design/model/types'
import { withPicture } from '../../../design/rules/replacement'
import type { Session } from '../session/types'
import { strokeFailed } from '../stroke/strokes'
import type { UploadTarget } from './upload-queue'

/** Makes an outline with these settings for a picture. Rejects when the picture has nothing to outline. */
type RemakeStroke = (
  of: Size & { readonly imageUrl: string; readonly stroke: LayerStroke },
) => Promise<Pick<Layer, 'stroke' | 'strokeSvgData'>>

/**
 * Returns a function that adds an arrived picture to the design as one step: in place of the picture it replaces, or as a new
 * layer under every picture picked after it (on top where none has arrived). `order` increases with the picking. A string result
 * is the reason why the picture could not be used.
 */
export function createAddUpload(session: Session, remakeStroke: RemakeStroke) {
  /** uuids of the layers made of uploads, by pick order. */
  const layerByUpload = new Map<number, string>()

  const replace = async (uuid: string, picture: UploadedPicture): Promise<string | null> => {
    const layer = byUuid(session.getState().doc, uuid)
    if (!layer) return '要替换的图层已不存在'
    const drawn =
      layer.stroke === null || layer.type !== 'IMAGE'
        ? null
        : await remakeStroke({ ...withPicture(layer, picture), stroke: layer.stroke }).catch(() => {
            session.notify('warning', strokeFailed)
            return null
          })
    const outcome = session.run(replaceImage, { uuid, picture, outline: drawn })
    if (!outcome.ok) return outcome.message
    session.select([uuid])
    return null
  }

  return async (picture: UploadedPicture, pickIndex: number, { centre, replaces }: UploadTarget = {}): Promise<string | null> => {
    if (replaces !== undefined) return replace(replaces, picture)
    const made = imageLayer(picture, session.getState().doc, { uuid: session.uuid(), uploaded: true })
    const layer = centre ? centredAt(made, centre) : made
    const under = [...layerByUpload].filter(([other]) => other > pickIndex).map(([, uuid]) => uuid)
    const outcome = session.run(addLayers, { layers: [layer], under })
    if (!outcome.ok) return outcome.message
    layerByUpload.set(pickIndex, layer.uuid)
    return null
  }
}
