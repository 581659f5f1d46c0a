/** Pictures for tests of print files, with edges at known places. */
import sharp from 'sharp'
import { pixelsOfPng } from '../../imaging/tiff/pixels'

export const size = { width: 600, height: 900 }
/** The opaque areas, px: a rectangle, and a line that is narrower than a choke of 0.2 mm takes at 300 dpi. */
export const rectangle = { left: 100, top: 120, right: 500, bottom: 600 }
export const line = { left: 100, top: 700, right: 500, bottom: 704 }

/** Returns a picture of two colours on transparency, as the renderer makes them. */
export function artPng(): Promise<Buffer> {
  const rect = ({ left, top, right, bottom }: typeof rectangle, fill: string) =>
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="${fill}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${rect(rectangle, '#c02020')}${rect(line, '#000000')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Returns its px. */
export const artPixels = async () => pixelsOfPng(new Uint8Array(await artPng()))

/** The picture of a case with a camera, px of half the size of the print. */
export const casePicture = {
  ...{ width: size.width / 2, height: size.height / 2 },
  body: { left: 8, top: 12, right: 292, bottom: 440, corner: 40 },
  camera: { x: 80, y: 90, radius: 40 },
} as const

/** Returns that picture, opaque where the case is. */
export function casePng(): Promise<Buffer> {
  const { width, height, body, camera } = casePicture
  const { left, top, right, bottom, corner } = body
  const shape = `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="${corner}" mask="url(#m)"/>`
  const hole = `<circle cx="${camera.x}" cy="${camera.y}" r="${camera.radius}" fill="black"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><mask id="m"><rect width="100%" height="100%" fill="white"/>${hole}</mask>${shape}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
