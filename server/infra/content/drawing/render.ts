/** Draws a drawing in its canonical form to pixels, where Skia does not: thumbnails, previews, masks and pictures inside. */

import { createCanvas, Image } from '@napi-rs/canvas'
import { Resvg } from '@resvg/resvg-js'
import { type Matrix, withoutFilters } from '../../render/filters'
import type { Pixels } from '../skia'
import { refuse } from './read-xml'
import { linkNamespace, svgNamespace } from './tree'

/** Reads a drawing by the library. @throws Failure when it cannot. */
export function openDrawing(svg: string, width?: number): Resvg {
  try {
    return new Resvg(svg, {
      font: { loadSystemFonts: false },
      ...(width !== undefined && { fitTo: { mode: 'width', value: Math.max(1, Math.round(width)) } }),
    })
  } catch {
    throw refuse('SVG 文件已损坏或不完整，请检查后重新上传')
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the pixels of a drawing in its canonical form that fits into a box of these px. */
export function renderInto({ bytes, width, height }: Size & { readonly bytes: Buffer }, box: Size): Promise<Pixels> {
  const scale = Math.min(box.width / width, box.height / height)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const size = { width: side(width), height: side(height) }
  const matrix = { a: size.width / width, b: 0, c: 0, d: size.height / height, e: 0, f: 0 }
  return renderPlaced(bytes.toString(), matrix, size)
}

/** Returns the pixels of a box of whole px in which a drawing in its canonical form lies under a transform, straight RGBA. */
export async function renderPlaced(svg: string, matrix: Matrix, { width, height }: Size): Promise<Pixels> {
  const visible = { left: 0, top: 0, right: width, bottom: height }
  const plain = await withoutFilters(svg, matrix, visible, async (part, across, down) => {
    const { data } = await drawPlain(part, across, down)
    return new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
  })
  return drawPlain(placed(plain, matrix, { width, height }), width, height)
}

/** Elements that Skia draws otherwise than Chromium. */
const notForSkia = /<(?:mask|pattern|image)\b|mix-blend-mode:(?!normal)/

/** Draws what has no filters. */
async function drawPlain(svg: string, width: number, height: number): Promise<Pixels> {
  if (notForSkia.test(svg)) return renderDrawing(svg)
  const image = new Image()
  image.src = Buffer.from(svg)
  await image.decode()
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  canvas.width = canvas.height = 0
  return { data: Buffer.from(data.buffer), width, height }
}

/** Returns a drawing of a box of px, in which another one lies under a transform. */
const placed = (svg: string, { a, b, c, d, e, f }: Matrix, { width, height }: Size): string =>
  `<svg xmlns="${svgNamespace}" xmlns:xlink="${linkNamespace}" width="${width}" height="${height}">` +
  `<g transform="matrix(${[a, b, c, d, e, f].join(' ')})">${svg}</g></svg>`

/** Returns the pixels as the library draws them, RGBA with straight alpha, at a width in px; without one, in the drawing's own size. */
export function renderDrawing(svg: string, atWidth?: number): Pixels {
  const rendered = openDrawing(svg, atWidth).render()
  const { width, height } = rendered
  const data = rendered.pixels
  // The library multiplies colours by their alpha.
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    if (alpha === 0 || alpha === 255) continue
    for (let channel = at; channel < at + 3; channel += 1) data[channel] = Math.round(((data[channel] ?? 0) * 255) / alpha)
  }
  return { data, width, height }
}
