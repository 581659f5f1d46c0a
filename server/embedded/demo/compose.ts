/** A picture of a template: the document's own geometry written as SVG. */
import { thumbnailHeight } from '../../../contract/constants'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A layer as the document places it: the unrotated box in canvas px, turned clockwise about its centre. */
export interface Placed extends Size {
  readonly left: number
  readonly top: number
  readonly rotation: number
  readonly horizontalFlip: boolean
  readonly verticalFlip: boolean
}

/** Canvas to thumbnail: 600 px high, the width in proportion. */
export function thumbnailSize({ width, height }: Size): Size {
  return { width: Math.round((width * thumbnailHeight) / height), height: thumbnailHeight }
}

/** A picture as an address that SVG markup can carry. */
export const dataUrl = (type: 'image/png' | 'image/svg+xml', bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/** Layers from the bottom to the top, each with the data: URL of its picture; as a thumbnail unless another size is wanted. */
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

/** Moves a picture drawn around the origin to where its layer stands; flips happen inside the box, before the turn. */
export function placement({ left, top, width, height, rotation, horizontalFlip, verticalFlip }: Placed): string {
  const turn = `translate(${left + width / 2} ${top + height / 2}) rotate(${rotation})`
  return horizontalFlip || verticalFlip ? `${turn} scale(${horizontalFlip ? -1 : 1} ${verticalFlip ? -1 : 1})` : turn
}
