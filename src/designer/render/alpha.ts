/** Caches a small alpha map per picture; hit testing uses it. */
import { type Picture, pictureSize } from '../../../design/print/sheet'

/** Longest side of the map, px: precise enough for a finger or a pointer. */
const mapSide = 160

const maps = new WeakMap<Picture, ImageData>()

function mapOf(picture: Picture): ImageData | null {
  const cached = maps.get(picture)
  if (cached) return cached
  const own = pictureSize(picture)
  const scale = Math.min(1, mapSide / Math.max(own.width, own.height))
  const width = Math.max(1, Math.round(own.width * scale))
  const height = Math.max(1, Math.round(own.height * scale))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(picture, 0, 0, width, height)
  const map = context.getImageData(0, 0, width, height)
  maps.set(picture, map)
  return map
}

/** Returns the alpha, 0 to 255, at a point given as fractions of width and height; null when it cannot be read. */
export function alphaOf(picture: Picture, u: number, v: number): number | null {
  const map = mapOf(picture)
  if (!map) return null
  const x = Math.min(map.width - 1, Math.floor(u * map.width))
  const y = Math.min(map.height - 1, Math.floor(v * map.height))
  return map.data[(y * map.width + x) * 4 + 3] ?? null
}
