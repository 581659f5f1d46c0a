/**
 * Decides what one combination's pictures do to its current wireframe. The dry run and the import both use it, so that what the
 * seller confirmed is what happens, also when the catalogue has changed meanwhile.
 *
 * The rules, by the layers that the wireframe has and those that the files bring:
 * - no wireframe → one is created.
 * - every picture is there already, byte for byte → nothing is done.
 * - one layer there, the same layer comes (alone or with the other) → it is updated, whatever its size.
 * - one layer there, only the other comes → it is added when the sizes are equal, otherwise refused.
 * - two layers there, one comes → it is replaced when the sizes are equal, otherwise refused.
 * - two layers there, both come → those that differ are replaced.
 * - a layer that does not come is never removed.
 * The print area keeps its four margins while they fit the new size; otherwise it is scaled with the picture.
 */

import { sidesText } from '../../../../contract/rules/sizes'
import type { PrintArea, Wireframe } from '../../../../contract/types'
import { type LayerKind, layerKinds, layerNames } from './file-name'
import { type PictureFacts, type Refusal, refusals } from './groups'

export type Incoming = { readonly [K in LayerKind]?: PictureFacts }
export type ExistingWireframe = Pick<Wireframe, 'width' | 'height' | 'layers' | 'printArea'>

export type Decision =
  | { readonly outcome: 'create'; readonly upload: readonly LayerKind[]; readonly size: Size }
  | {
      readonly outcome: 'update'
      readonly upload: readonly LayerKind[]
      readonly size: Size
      /** Set when the print area must change with the size. */
      readonly printArea?: PrintArea
      /** The previous size when it changes: the seller should check the print area again. */
      readonly resizedFrom?: Size
    }
  | { readonly outcome: 'skip' }
  | { readonly outcome: 'refuse'; readonly refusal: Refusal }

export interface Size {
  readonly width: number
  readonly height: number
}

/** Layers with a positive index are drawn over the design, those with a negative one under it. */
const layerOf = (index: number): LayerKind => (index > 0 ? 'foreground' : 'background')

/** SHA-256 of the existing layers; null where the server does not know it. */
export function existingLayers({ layers }: Pick<Wireframe, 'layers'>): ReadonlyMap<LayerKind, string | null> {
  return new Map(layers.map(({ index, sha256 }) => [layerOf(index), sha256]))
}

const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

const areaFits = (area: PrintArea, size: Size): boolean =>
  area.left + area.right <= size.width && area.top + area.bottom <= size.height

/** Scales the margins with the picture; rounding down keeps their sums within it. */
function scaleArea(area: PrintArea, from: Size, to: Size): PrintArea {
  const scaleX = (margin: number) => Math.floor((margin * to.width) / from.width)
  const scaleY = (margin: number) => Math.floor((margin * to.height) / from.height)
  return { left: scaleX(area.left), right: scaleX(area.right), top: scaleY(area.top), bottom: scaleY(area.bottom) }
}

/** @param incoming at least one picture; two have the same size. @param current null when there is no wireframe yet. */
export function decide(incoming: Incoming, current: ExistingWireframe | null): Decision {
  const givenLayers = layerKinds.filter((layer) => incoming[layer])
  const firstPicture = incoming.foreground ?? incoming.background
  if (!firstPicture) return { outcome: 'refuse', refusal: { text: refusals.single } }
  const size = { width: firstPicture.width, height: firstPicture.height }
  const existing = current ? existingLayers(current) : new Map<LayerKind, string | null>()
  if (!current || existing.size === 0) return { outcome: 'create', upload: givenLayers, size }

  const upload = givenLayers.filter((layer) => !existing.has(layer) || existing.get(layer) !== incoming[layer]?.sha256)
  if (upload.length === 0) return { outcome: 'skip' }
  if (sameSize(size, current)) return { outcome: 'update', upload, size }

  const keptLayers = [...existing.keys()].filter((layer) => !givenLayers.includes(layer))
  if (keptLayers.length > 0) {
    const detail = `已有的${keptLayers.map((layer) => layerNames[layer]).join('、')} ${sidesText(current)}，导入的图片 ${sidesText(size)}`
    return { outcome: 'refuse', refusal: { text: refusals.pair, detail } }
  }
  const area = current.printArea
  return {
    outcome: 'update',
    // The size differs from the wireframe's, so no picture is the stored one, whatever its hash says.
    upload: givenLayers,
    size,
    resizedFrom: { width: current.width, height: current.height },
    ...(area && !areaFits(area, size) && { printArea: scaleArea(area, current, size) }),
  }
}
