/** Commands that change how the pictures of layers are drawn. */
import type { Crop, LayerAppearance } from '../../contract/rules/appearance'
import { changedAppearance } from '../model/appearance'
import { equalValues } from '../model/equal'
import { byUuid, layersOf, mapLayers, withFields } from '../model/queries'
import type { Layer } from '../model/types'
import { type LayerPlacement, placementOf } from '../rules/placement'
import { refusalText, unlockedOf } from '../rules/refusal'
import { type Command, done, refuse } from './command'

/** Fields to change; undefined removes one. */
export type AppearanceChange = { readonly [K in keyof LayerAppearance]?: LayerAppearance[K] | undefined }

/** Properties that a background cannot have, because it fills the canvas with its whole picture. */
const refusedForBackground = ['clipped', 'mask', 'pattern'] as const satisfies readonly (keyof LayerAppearance)[]

/** Changes the appearance of the layers that are not locked. `change` is computed for each layer. */
export const setAppearance: Command<{
  readonly uuids: readonly string[]
  readonly change: (layer: Layer) => AppearanceChange
  readonly label?: string
}> = {
  id: 'setAppearance',
  label: '修改外观',
  run(doc, { uuids, change, label }) {
    const free = unlockedOf(layersOf(doc, uuids))
    if (!free.ok) return refuse(free.message)
    const changes = new Map(free.layers.map((layer) => [layer.uuid, change(layer)]))
    const isRefused = (layer: Layer) => layer.isBackground && refusedForBackground.some((key) => changes.get(layer.uuid)?.[key])
    const accepted = free.layers.filter((layer) => !isRefused(layer))
    if (accepted.length === 0) return refuse('背景图层不能加蒙版或平铺，请先取消背景')
    return done(
      mapLayers(
        doc,
        accepted.map(({ uuid }) => uuid),
        (layer) => withAppearance(layer, changedAppearance(layer.appearance, changes.get(layer.uuid) ?? {})),
      ),
      label === undefined ? {} : { label },
    )
  },
  enabled: (doc, selection) => layersOf(doc, selection).some((layer) => !layer.locked),
}

/** Returns the layer with this appearance; the same value where it is equal already. */
export function withAppearance(layer: Layer, appearance: LayerAppearance | null): Layer {
  return equalValues(layer.appearance, appearance) ? layer : withFields<Layer>(layer, { appearance })
}

/** A layer's crop with the box that shows it, so that the picture keeps its scale; an outline is drawn for the cropped picture. */
export interface Cropping {
  readonly uuid: string
  /** Null shows the whole picture. */
  readonly crop: Crop | null
  readonly placement: LayerPlacement
  readonly outline?: Pick<Layer, 'stroke' | 'strokeSvgData'>
}

export const cropLayer: Command<Cropping> = {
  id: 'cropLayer',
  label: '裁剪图片',
  run(doc, { uuid, crop, placement, outline }) {
    const layer = byUuid(doc, uuid)
    if (!layer) return refuse('')
    if (layer.locked) return refuse(refusalText.locked)
    if (layer.isBackground) return refuse('背景图层不能裁剪，请先取消背景')
    const appearance = changedAppearance(layer.appearance, { crop: crop ?? undefined })
    const placed = withFields<Layer>(withAppearance(layer, appearance), { ...placementOf(layer, placement), ...outline })
    return done(mapLayers(doc, [uuid], () => placed))
  },
}
