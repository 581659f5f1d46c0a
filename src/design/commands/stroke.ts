/** Commands for a layer's outline. Settings and drawing of an outline always change together, in one step. */
import type { LayerStroke } from '../../../contract/types'
import { byUuid, layersOf, mapLayers, withFields } from '../model/queries'
import type { Layer } from '../model/types'
import { refusalText, unlockedOf } from '../rules/refusal'
import { type Command, done, refuse } from './command'

export const strokeText = {
  noPicture: '请上传图片再使用描边功能',
  noneChosen: '请先选择一个图层，再使用描边功能',
  background: '背景图层不能描边，请先取消背景',
} as const

/** Sets a layer's outline. `svg` is the drawing made with these settings for the picture that the layer shows. */
export const setStroke: Command<{ readonly uuid: string; readonly stroke: LayerStroke; readonly svg: string }> = {
  id: 'setStroke',
  label: '描边',
  run(doc, { uuid, stroke, svg }) {
    const layer = byUuid(doc, uuid)
    if (!layer) return refuse(strokeText.noPicture)
    if (layer.isBackground) return refuse(strokeText.background)
    if (layer.locked) return refuse(refusalText.locked)
    return done(mapLayers(doc, [uuid], () => withFields<Layer>(layer, { stroke, strokeSvgData: svg })))
  },
  enabled(doc, selection) {
    const [layer, more] = layersOf(doc, selection)
    return layer !== undefined && !more && !layer.isBackground && !layer.locked
  },
}

export const clearStroke: Command<{ readonly uuids: readonly string[] }> = {
  id: 'clearStroke',
  label: '去除描边',
  run(doc, { uuids }) {
    const free = unlockedOf(layersOf(doc, uuids))
    if (!free.ok) return refuse(free.message)
    const ids = free.layers.map((layer) => layer.uuid)
    return done(mapLayers(doc, ids, (layer) => withFields<Layer>(layer, { stroke: null, strokeSvgData: null })))
  },
  enabled: (doc, selection) => layersOf(doc, selection).some((layer) => layer.stroke !== null && !layer.locked),
}
