/** Draws a drawing in its canonical form to pixels, where Skia does not: thumbnails, previews, masks and pictures inside. */
import { Resvg } from '@resvg/resvg-js'
import type { Pixels } from '../skia'
import { refuse } from './read-xml'

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

/** Returns the pixels of a drawing that fits into a box of these px. */
export function renderInto(
  { bytes, width, height }: { readonly bytes: Buffer; readonly width: number; readonly height: number },
  box: { readonly width: number; readonly height: number },
): Pixels {
  return renderDrawing(bytes.toString(), Math.min(box.width, (box.height * width) / height))
}

/** Returns the pixels, RGBA with straight alpha, at a width in px; without one, in the drawing's own size. */
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
