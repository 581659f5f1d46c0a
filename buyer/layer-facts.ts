/** Names whose photo a layer shows, and tells what is missing or would be printed badly. Pure. */
import { unfilledPlaces } from '../contract/rules/buyer-rights'
import { sharpnessOf } from '../contract/rules/print-resolution'
import type { BuyerDesign, BuyerLink } from '../contract/types'
import type { DesignDoc, Layer } from '../design/model/types'
import { printedDpi, type Rights, sampleText } from './layers'
import { isCut } from './text-room'
import type { UnsentPhoto } from './unsent-photos'

interface FactsOf {
  readonly link: BuyerLink
  readonly design: BuyerDesign
  /** The design as it is shown, with the photos that are on their way. */
  readonly shown: DesignDoc
  readonly photos: readonly UnsentPhoto[]
  readonly rights: Rights
}

export function layerFacts({ link, design, shown, photos, rights }: FactsOf) {
  const { missing, samples } = unfilledPlaces(design.base, shown.layers, link)
  const unfilled = new Set([...missing, ...samples].map(({ uuid }) => uuid))
  const isUnsent = ({ uuid }: Layer) => photos.some(({ slot }) => slot === uuid)
  const dpiOf = (layer: Layer) =>
    layer.type === 'IMAGE' && rights(layer).has('picture') ? printedDpi(layer, shown, design.wireframe) : null
  /** The place waits for a photo of the buyer. */
  const isUnfilled = (layer: Layer) => unfilled.has(layer.uuid) && rights(layer).has('picture')
  /** The resolution of a photo of the buyer that is too coarse; null for any other layer. */
  const coarseDpi = (layer: Layer) => {
    const dpi = isUnfilled(layer) ? null : dpiOf(layer)
    return dpi !== null && sharpnessOf(dpi) === 'poor' ? dpi : null
  }
  const hasCutWords = (layer: Layer) => layer.type === 'TEXT' && isCut(layer, shown, design.wireframe)
  return {
    isUnsent,
    isUnfilled,
    coarseDpi,
    hasCutWords,
    /** Whether a layer shows the buyer's photo, which stays: one on its way to be cut out is replaced by its cut-out. */
    isOwnPhoto: (layer: Layer) =>
      layer.type === 'IMAGE' &&
      rights(layer).has('picture') &&
      !isUnfilled(layer) &&
      !photos.some(({ slot, cutout }) => slot === layer.uuid && cutout !== null),
    /** Whether a text still says what the template says. */
    isSample: (layer: Layer) =>
      layer.type === 'TEXT' &&
      (layer.text === sampleText || design.base.some(({ uuid, text }) => uuid === layer.uuid && text === layer.text)),
    /** A word about what is to be done or wrong; null for nothing. */
    markOf(layer: Layer): string | null {
      if (isUnsent(layer)) return '上传中'
      if (isUnfilled(layer)) return '待换'
      if (hasCutWords(layer)) return '印不全'
      return coarseDpi(layer) === null ? null : '模糊'
    },
  }
}
