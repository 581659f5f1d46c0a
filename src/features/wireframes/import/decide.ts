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
import { type LayerKind, layerKinds, layerWords } from './file-name'
import { type PictureFacts, type Refusal, refusals } from './groups'

export type Incoming = { readonly [K in LayerKind]?: PictureFacts }
export type Present = Pick<Wireframe, 'width' | 'height' | 'layers' | 'printArea'>

export type Decision =
  | { readonly act: 'create'; readonly upload: readonly LayerKind[]; readonly size: Size }
  | {
      readonly act: 'update'
      readonly upload: readonly LayerKind[]
      readonly size: Size
      /** Set when the print area must change with the size. */
      readonly printArea?: PrintArea
      /** The previous size when it changes: the seller should check the print area again. */
      readonly resizedFrom?: Size
    }
  | { readonly act: 'skip' }
  | { readonly act: 'refuse'; readonly refusal: Refusal }

export interface Size {
  readonly width: number
  readonly height: number
}

/** Layers with a positive index are drawn over the design, those with a negative one under it. */
const layerOf = (index: number): LayerKind => (index > 0 ? 'foreground' : 'background')

/** SHA-256 of the existing layers; null where the server does not know it. */
export function presentLayers({ layers }: Pick<Wireframe, 'layers'>): ReadonlyMap<LayerKind, string | null> {
  return new Map(layers.map(({ index, sha256 }) => [layerOf(index), sha256]))
}

const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

const fits = (area: PrintArea, size: Size): boolean =>
  area.left + area.right <= size.width && area.top + area.bottom <= size.height

/** Scales the margins with the picture; rounding down keeps their sums within it. */
function scaled(area: PrintArea, from: Size, to: Size): PrintArea {
  const across = (margin: number) => Math.floor((margin * to.width) / from.width)
  const down = (margin: number) => Math.floor((margin * to.height) / from.height)
  return { left: across(area.left), right: across(area.right), top: down(area.top), bottom: down(area.bottom) }
}

/** @param incoming at least one picture; two have the same size. @param present null when there is no wireframe yet. */
export function decide(incoming: Incoming, present: Present | null): Decision {
  const given = layerKinds.filter((layer) => incoming[layer])
  const first = incoming.foreground ?? incoming.background
  if (!first) return { act: 'refuse', refusal: { text: refusals.single } }
  const size = { width: first.width, height: first.height }
  const there = present ? presentLayers(present) : new Map<LayerKind, string | null>()
  if (!present || there.size === 0) return { act: 'create', upload: given, size }

  const upload = given.filter((layer) => !there.has(layer) || there.get(layer) !== incoming[layer]?.sha256)
  if (upload.length === 0) return { act: 'skip' }
  if (sameSize(size, present)) return { act: 'update', upload, size }

  const kept = [...there.keys()].filter((layer) => !given.includes(layer))
  if (kept.length > 0) {
    const detail = `已有的${kept.map((layer) => layerWords[layer]).join('、')} ${sidesText(present)}，导入的图片 ${sidesText(size)}`
    return { act: 'refuse', refusal: { text: refusals.pair, detail } }
  }
  const area = present.printArea
  return {
    act: 'update',
    // The size differs from the wireframe's, so no picture is the stored one, whatever its hash says.
    upload: given,
    size,
    resizedFrom: { width: present.width, height: present.height },
    ...(area && !fits(area, size) && { printArea: scaled(area, present, size) }),
  }
}
