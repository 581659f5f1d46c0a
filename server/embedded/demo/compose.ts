/** Draws a picture of a template: writes the document's own geometry as SVG. */
import { thumbnailHeight } from '../../../contract/constants'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A layer's placement in the document: the unrotated box in canvas px, rotated clockwise around its centre. */
export interface Placed extends Size {
  readonly left: number
  readonly top: number
  readonly rotation: number
  readonly horizontalFlip: boolean
  readonly verticalFlip: boolean
}

/** Size of a canvas's thumbnail: 600 px high, the width in proportion. */
export function thumbnailSize({ width, height }: Size): Size {
  return { width: Math.round((width * thumbnailHeight) / height), height: thumbnailHeight }
}

/** Returns a picture as a data: URL for SVG markup. */
export const dataUrl = (type: 'image/png' | 'image/svg+xml', bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/** Composes layers, from the bottom to the top, each with the data: URL of its picture; at thumbnail size by default. */
export function composedArt(
  canvas: Size,
  layers: readonly (Placed & { readonly url: string })[],
  size: Size = thumbnailSize(canvas),
): string {
  const pictures = layers.map(({ url, ...layer }) => {
    const { width, height } = layer
    return `<image x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" preserveAspectRatio="none" transform="${placement(layer)}" href="${url}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${canvas.width} ${canvas.height}" preserveAspectRatio="none">${pictures.join('')}</svg>`
}

/**
 * SVG transform that moves a picture drawn around the origin to its layer's position; flips are applied inside the box, before
 * the rotation.
 */
export function placement({ left, top, width, height, rotation, horizontalFlip, verticalFlip }: Placed): string {
  const turn = `translate(${left + width / 2} ${top + height / 2}) rotate(${rotation})`
  return horizontalFlip || verticalFlip ? `${turn} scale(${horizontalFlip ? -1 : 1} ${verticalFlip ? -1 : 1})` : turn
}
