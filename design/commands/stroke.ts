/** Commands for a layer's outline. Settings and drawing of an outline always change together, in one step. */
import type { LayerStroke } from '../../contract/types'
import { layersOf, mapLayers, withFields } from '../model/queries'
import type { Layer } from '../model/types'
import { unlockedOf } from '../rules/refusal'
import { type Command, done, refuse } from './command'

export const strokeText = {
  noPicture: '请上传图片再使用描边功能',
  noneChosen: '请先选择一个图层，再使用描边功能',
  background: '背景图层不能描边，请先取消背景',
} as const

/** Sets the outlines of layers. Each `svg` is the drawing made with these settings for the picture that its layer shows. */
export const setStroke: Command<{
  readonly stroke: LayerStroke
  readonly drawings: readonly { readonly uuid: string; readonly svg: string }[]
}> = {
  id: 'setStroke',
  label: '描边',
  run(doc, { stroke, drawings }) {
    const svgs = new Map(drawings.map(({ uuid, svg }) => [uuid, svg]))
    const present = layersOf(doc, [...svgs.keys()])
    if (present.length === 0) return refuse(strokeText.noPicture)
    const drawn = present.filter((layer) => !layer.isBackground)
    if (drawn.length === 0) return refuse(strokeText.background)
    const free = unlockedOf(drawn)
    if (!free.ok) return refuse(free.message)
    const uuids = free.layers.map(({ uuid }) => uuid)
    return done(
      mapLayers(doc, uuids, (layer) => withFields<Layer>(layer, { stroke, strokeSvgData: svgs.get(layer.uuid) ?? null })),
    )
  },
  enabled: (doc, selection) => layersOf(doc, selection).some((layer) => !layer.isBackground && !layer.locked),
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
