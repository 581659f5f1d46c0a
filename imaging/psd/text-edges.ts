/**
 * Photoshop mixes the antialiased edges of text with a gamma of its own; a design mixes every layer alike. Alphas that are
 * changed once for the backdrop on which text is most legible, white below dark text and black below light text, look as
 * Photoshop's; on other backdrops the remaining difference shrinks with the contrast.
 */
import type { Raster } from '../pixels/raster'

/** Gamma with which Photoshop mixes text in RGB files of 8 and 16 bits. */
export const textGamma = 1.45

/**
 * Changes the alphas of a text layer's edges in place, so that plain mixing shows what mixing with the gamma would.
 *
 * @param onto only where this picture, which the text is going to be drawn on, is still transparent.
 */
export function fitTextEdges({ data, left, top, width, height }: Raster, onto?: Raster): void {
  for (let y = top, at = 0; y < top + height; y++) {
    for (let x = left; x < left + width; x++, at += 4) {
      const alpha = (data[at + 3] as number) / 255
      if (alpha === 0 || alpha === 1 || (onto !== undefined && alphaAt(onto, x, y) > 0)) continue
      const light = (0.3 * (data[at] as number) + 0.59 * (data[at + 1] as number) + 0.11 * (data[at + 2] as number)) / 255
      const paper = light < 0.5 ? 1 : 0
      const mixed = ((1 - alpha) * paper + alpha * light ** textGamma) ** (1 / textGamma)
      data[at + 3] = ((paper - mixed) / (paper - light)) * 255
    }
  }
}

const alphaAt = ({ data, left, top, right, bottom, width }: Raster, x: number, y: number): number =>
  x >= left && x < right && y >= top && y < bottom ? (data[((y - top) * width + x - left) * 4 + 3] as number) : 0
