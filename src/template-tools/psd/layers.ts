/** Converts a layer of a PSD to a layer of a design. */

import type { Effect, LayerAppearance } from '../../../contract/rules/appearance'
import { maxEffectLength } from '../../../contract/rules/limits'
import { fittingName, newLayerFields } from '../../../design/model/create'
import type { ImageLayer, Size } from '../../../design/model/types'
import type { PsdArtboard, PsdLayer } from '../../../imaging/psd/types'
import { type Mapping, placedBox } from './placement'

/** A layer's picture on the server. */
export interface StoredLayerPicture extends Size {
  readonly fileId: number
  readonly url: string
}

export interface LayerIds {
  uuid(): string
  /** Returns the designer's group id for a group of the PSD. */
  groupId(psdGroupId: string): string
}

/** Creates ids for one import: each group of the PSD gets one id, however many layers it has. */
export function layerIds(uuid: () => string): LayerIds {
  const groups = new Map<string, string>()
  return {
    uuid,
    groupId(psdGroupId) {
      const existing = groups.get(psdGroupId)
      if (existing !== undefined) return existing
      const created = uuid()
      groups.set(psdGroupId, created)
      return created
    },
  }
}

type Shape = Pick<PsdLayer, 'name' | 'left' | 'top' | 'width' | 'height' | 'hidden' | 'group' | 'appearance'>

/** Converts the lengths of effects from px of the artboard to canvas px. */
function scaledAppearance(appearance: LayerAppearance, { scaleX, scaleY }: Mapping): LayerAppearance {
  const scale = Math.sqrt(scaleX * scaleY)
  const length = (value: number) => Math.min(maxEffectLength, value * scale)
  const scaled = (effect: Effect): Effect => ({
    ...effect,
    ...('size' in effect ? { size: length(effect.size) } : {}),
    ...('distance' in effect ? { distance: length(effect.distance) } : {}),
  })
  return appearance.effects === undefined ? appearance : { ...appearance, effects: appearance.effects.map(scaled) }
}

/** Returns the layer without its picture, which is not uploaded yet. */
export function layerFrom(psd: Shape, mapping: Mapping, ids: LayerIds): ImageLayer {
  return {
    ...newLayerFields,
    uuid: ids.uuid(),
    type: 'IMAGE',
    name: fittingName(psd.name.replace(/\s+/g, ' ')) || '图层',
    imageUrl: '',
    imageFileId: null,
    originalWidth: psd.width,
    originalHeight: psd.height,
    ...placedBox(psd, mapping),
    hidden: psd.hidden,
    isUserUploadImage: true,
    groupId: psd.group ? ids.groupId(psd.group.id) : null,
    appearance: psd.appearance ? scaledAppearance(psd.appearance, mapping) : null,
    shape: null,
  }
}

/** Returns the layer with its uploaded picture. */
export function withPicture(layer: ImageLayer, { fileId, url, width, height }: StoredLayerPicture): ImageLayer {
  return { ...layer, imageFileId: fileId, imageUrl: url, originalWidth: width, originalHeight: height }
}

/**
 * Whether the lowest layer covers the whole artboard. As the background it does not block drag boxes and is not moved by
 * accident.
 */
export function isBackdrop(psd: Shape, artboard: Size): boolean {
  return (
    !psd.hidden &&
    !psd.group &&
    !psd.appearance &&
    psd.left === 0 &&
    psd.top === 0 &&
    psd.width === artboard.width &&
    psd.height === artboard.height
  )
}

/** Returns the merged picture of an artboard as its only layer. */
export function mergedLayer({ name, width, height }: Pick<PsdArtboard, 'name' | 'width' | 'height'>, picture: Blob): PsdLayer {
  return { id: 'merged', name, left: 0, top: 0, width, height, hidden: false, picture }
}
