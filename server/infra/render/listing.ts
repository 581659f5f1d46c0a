/** Draws listing pictures in a picture process: one template on one case, in several poses and sizes, as JPEG. */

import sharp from 'sharp'
import { mmPerInch } from '../../../contract/rules/lengths'
import { listingLayout } from '../../../contract/rules/listing-layout'
import type { TemplateLayer } from '../../../contract/types'
import { normalise } from '../../../design/model/invariants'
import { relayout } from '../../../design/rules/relayout'
import { mockup, type Rgb } from '../../../imaging/mockup/mockup'
import type { Pixels } from '../../../imaging/mockup/warp'
import type { ListingOutput } from '../../ports/renderer'
import { openSrgb } from '../content/srgb'
import { bareDoc } from './bare-doc'
import { drawDoc } from './draw-design'
import { type CaseParts, drawFront, litCase } from './mockup'

export interface ListingWork extends CaseParts {
  readonly canvas: { readonly width: number; readonly height: number }
  readonly layers: readonly TemplateLayer[]
  /** The file of each layer by its uuid. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
  /** Size of the wireframe, px: the design is laid out for it; null leaves the design as it is. */
  readonly fitted: { readonly width: number; readonly height: number } | null
  readonly widthMm: number
  readonly backdrop: { readonly bytes: Uint8Array } | { readonly color: string } | null
  readonly mark: Uint8Array | null
  readonly text: Uint8Array | null
  readonly outputs: readonly ListingOutput[]
}

const quality = 90
/** Px of the drawn case for each px of its height in the picture: sharp after the warp. */
const oversampling = 1.25

export async function drawListing(work: ListingWork): Promise<Buffer[]> {
  const { widthMm, heightMm, outputs, mark, text, backdrop } = work
  const [markSize, textSize] = await Promise.all([mark && sizeOf(mark), text && sizeOf(text)])
  const laid = outputs.map((output) => ({
    ...output,
    layout: listingLayout({
      picture: output,
      margin: output.margin,
      mark: markSize && output.mark && { ...output.mark, aspect: markSize.width / markSize.height },
      text: textSize && output.text && { ...output.text, aspect: textSize.width / textSize.height },
    }),
  }))
  const height = Math.round(oversampling * Math.max(...laid.map(({ layout }) => layout.area.height)))
  const size = { width: Math.max(1, Math.round((height * widthMm) / heightMm)), height }
  const front = await drawFront(await drawPrint(work, size), await litCase(work, size))
  const drawn: Buffer[] = []
  for (const { pose, width, height: tall, layout } of laid) {
    const picture = { width, height: tall }
    const ground =
      backdrop && 'color' in backdrop ? rgbOf(backdrop.color) : backdrop && (await backdropOf(backdrop.bytes, picture))
    const sheet = mockup({ front, widthMm, heightMm, pose, picture, area: layout.area, ...(ground && { backdrop: ground }) })
    const overlays = [
      ...(mark && layout.mark ? [await overlay(mark, layout.mark)] : []),
      ...(text && layout.text ? [await overlay(text, layout.text)] : []),
    ]
    drawn.push(
      await sharp(sheet.data, { raw: { ...picture, channels: 4 } })
        .composite(overlays)
        .removeAlpha()
        .jpeg({ quality, chromaSubsampling: '4:4:4' })
        .toBuffer(),
    )
  }
  return drawn
}

/** Draws the design over the whole case, RGBA px of this size. */
async function drawPrint({ canvas, layers, pictures, fitted }: ListingWork, size: { width: number; height: number }) {
  const own = bareDoc({ canvas, layers })
  const isSame = fitted === null || (fitted.width === canvas.width && fitted.height === canvas.height)
  const doc = isSame ? own : normalise(relayout(own, fitted))
  // At this resolution a millimetre is a pixel.
  const print = { widthMm: size.width, heightMm: size.height, dpi: mmPerInch }
  const drawn = await drawDoc(doc, { print, background: null, fileOf: ({ uuid }) => pictures.get(uuid) })
  const { data, info } = await sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, info.size)
}

const rgbOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

async function backdropOf(bytes: Uint8Array, size: { width: number; height: number }): Promise<Pixels> {
  const data = await (await openSrgb(bytes))
    .resize({ ...size, fit: 'cover' })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
  return { ...size, data: new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength) }
}

async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await (await openSrgb(bytes)).metadata()
  return autoOrient
}

async function overlay(bytes: Uint8Array, { x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const input = await (await openSrgb(bytes)).resize({ width, height, fit: 'fill' }).png().toBuffer()
  return { input, left: x, top: y }
}
