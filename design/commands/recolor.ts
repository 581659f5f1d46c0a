/** Changes the colours of a layer's drawing. */
import { isDrawing } from '../model/picture-url'
import { byUuid, mapLayers, withFields } from '../model/queries'
import { refusalText } from '../rules/refusal'
import { type Command, done, refuse } from './command'

/** Gives a layer a recoloured copy of its drawing, uploaded by the next save. The outline stays: the shape is the same. */
export const recolorDrawing: Command<{ readonly uuid: string; readonly url: string }> = {
  id: 'recolorDrawing',
  label: '修改图案颜色',
  run(doc, { uuid, url }) {
    const layer = byUuid(doc, uuid)
    if (layer?.type !== 'IMAGE' || layer.shape !== null || !isDrawing(layer.imageUrl)) return refuse('')
    if (layer.locked) return refuse(refusalText.locked)
    if (layer.imageUrl === url) return done(doc)
    return done(mapLayers(doc, [uuid], () => withFields(layer, { imageUrl: url, imageFileId: null })))
  },
}
