/** A layer of a PSD → a layer of a design. */

import { fittingName } from '../../design/model/create'
import type { ImageLayer, Size } from '../../design/model/types'
import type { PsdArtboard, PsdLayer } from '../../imaging/psd-parser/types'
import { type Mapping, placedBox } from './placement'

/** A layer's picture on the server. */
export interface StoredLayerPicture extends Size {
  readonly fileId: number
  readonly url: string
}

export interface LayerIds {
  uuid(): string
  /** The designer group that stands for a group of the PSD. */
  groupId(psdGroupId: string): string
}

/** Ids of one import: each group of the PSD gets one id, however many layers name it. */
export function layerIds(uuid: () => string): LayerIds {
  const groups = new Map<string, string>()
  return {
    uuid,
    groupId(psdGroupId) {
      const known = groups.get(psdGroupId)
      if (known !== undefined) return known
      const made = uuid()
      groups.set(psdGroupId, made)
      return made
    },
  }
}

type Shape = Pick<PsdLayer, 'name' | 'left' | 'top' | 'width' | 'height' | 'hidden' | 'group'>

/** The layer without its picture, which is not stored yet. */
export function layerFrom(psd: Shape, mapping: Mapping, ids: LayerIds): ImageLayer {
  return {
    uuid: ids.uuid(),
    id: null,
    type: 'IMAGE',
    name: fittingName(psd.name.replace(/\s+/g, ' ')) || '图层',
    imageUrl: '',
    imageFileId: null,
    originalWidth: psd.width,
    originalHeight: psd.height,
    ...placedBox(psd, mapping),
    locked: false,
    hidden: psd.hidden,
    horizontalFlip: false,
    verticalFlip: false,
    isUserUploadImage: true,
    isBackground: false,
    stroke: null,
    strokeSvgData: null,
    groupId: psd.group ? ids.groupId(psd.group.id) : null,
  }
}

/** With the picture as the server keeps it. */
export function withPicture(layer: ImageLayer, { fileId, url, width, height }: StoredLayerPicture): ImageLayer {
  return { ...layer, imageFileId: fileId, imageUrl: url, originalWidth: width, originalHeight: height }
}

/**
 * Whether the lowest layer is what the rest lies on: it covers the artboard, edge to edge. As the background it neither gets in
 * the way of a drag box nor is moved by accident.
 */
export function isBackdrop(psd: Shape, artboard: Size): boolean {
  return (
    !psd.hidden && !psd.group && psd.left === 0 && psd.top === 0 && psd.width === artboard.width && psd.height === artboard.height
  )
}

/** The merged picture of an artboard as if it were its only layer. */
export function mergedLayer({ name, width, height }: Pick<PsdArtboard, 'name' | 'width' | 'height'>, picture: Blob): PsdLayer {
  return { id: 'merged', name, left: 0, top: 0, width, height, hidden: false, picture }
}
