/** Commands that change a layer's flags: lock, visibility, mirroring, cutout. */
import { instancesIn } from '../../contract/rules/component'
import { byUuid, layersOf, mapLayers, withFields } from '../model/queries'
import type { CutoutLayer, ImageLayer, Layer } from '../model/types'
import { mirroredInstance } from '../rules/component'
import { unlockedOf } from '../rules/refusal'
import { type Command, done, refuse } from './command'

export const setLocked: Command<{ readonly uuids: readonly string[]; readonly locked: boolean }> = {
  id: 'setLocked',
  label: '锁定图层',
  run: (doc, { uuids, locked }) =>
    done(
      mapLayers(doc, uuids, (layer) => withFields<Layer>(layer, { locked })),
      { label: locked ? '锁定图层' : '解锁图层' },
    ),
  enabled: someLayer,
}

/** Hidden layers are saved but neither shown nor printed. */
export const setHidden: Command<{ readonly uuids: readonly string[]; readonly hidden: boolean }> = {
  id: 'setHidden',
  label: '隐藏图层',
  run: (doc, { uuids, hidden }) =>
    done(
      mapLayers(doc, uuids, (layer) => withFields<Layer>(layer, { hidden })),
      { label: hidden ? '隐藏图层' : '显示图层' },
    ),
  enabled: someLayer,
}

/** Mirrors each picture within its own box; position and rotation do not change. A copy of a component is mirrored as one. */
export const flipLayers: Command<{ readonly uuids: readonly string[]; readonly axis: 'horizontal' | 'vertical' }> = {
  id: 'flipLayers',
  label: '翻转图层',
  run(doc, { uuids, axis }) {
    const free = unlockedOf(layersOf(doc, uuids))
    if (!free.ok) return refuse(free.message)
    const ids = free.layers.map((layer) => layer.uuid)
    const flipped = (layer: Layer): Layer =>
      axis === 'horizontal'
        ? { ...layer, horizontalFlip: !layer.horizontalFlip }
        : { ...layer, verticalFlip: !layer.verticalFlip }
    const whole = new Map(
      instancesIn(free.layers).flatMap(({ layers }) =>
        mirroredInstance(layers, axis).map((layer) => [layer.uuid, layer] as const),
      ),
    )
    return done(
      mapLayers(doc, ids, (layer) => whole.get(layer.uuid) ?? flipped(layer)),
      { label: axis === 'horizontal' ? '水平翻转' : '垂直翻转' },
    )
  },
  enabled: (doc, selection) => layersOf(doc, selection).some((layer) => !layer.locked),
}

/**
 * Makes an image layer the cutout layer that a buyer's portrait replaces. Its id is cleared, because the saved row has another
 * type.
 */
export const markCutout: Command<{ readonly uuid: string; readonly aiCutoutType: CutoutLayer['aiCutoutType'] }> = {
  id: 'markCutout',
  label: '标记为抠图图层',
  run(doc, { uuid, aiCutoutType }) {
    const layer = byUuid(doc, uuid)
    if (!layer) return refuse('')
    if (layer.type === 'TEXT') return refuse('文字图层不能标记为抠图图层')
    if (layer.isBackground) return refuse('背景图层不能标记为抠图图层')
    if (layer.type === 'AI_CUTOUT') return done(mapLayers(doc, [uuid], () => withFields(layer, { aiCutoutType })))
    const { shape: _shape, ...picture } = layer
    const cutout: CutoutLayer = {
      ...picture,
      id: null,
      type: 'AI_CUTOUT',
      isBackground: false,
      aiCutoutType,
      aiCutoutPlaceholderImageType: null,
    }
    return done(mapLayers(doc, [uuid], () => cutout))
  },
}

export const unmarkCutout: Command<{ readonly uuid: string }> = {
  id: 'unmarkCutout',
  label: '取消抠图标记',
  run(doc, { uuid }) {
    const layer = byUuid(doc, uuid)
    if (layer?.type !== 'AI_CUTOUT') return refuse('')
    const { aiCutoutType: _type, aiCutoutPlaceholderImageType: _placeholder, ...rest } = layer
    const image: ImageLayer = { ...rest, id: null, type: 'IMAGE', shape: null }
    return done(mapLayers(doc, [uuid], () => image))
  },
}

function someLayer(doc: Parameters<typeof layersOf>[0], selection: readonly string[]): boolean {
  return layersOf(doc, selection).length > 0
}
