/** Draws one drawing by every engine that shows or prints it, and compares each with the original in Chromium. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { canonicalise } from '../../../server/infra/content/drawing/canonicalise'
import { renderInto } from '../../../server/infra/content/drawing/render'
import { Failure } from '../../../server/kernel/failure'
import { printedDrawing } from '../../../server/test/printed-drawing'
import { type PictureDifference, pictureDifference } from './picture-difference'

/** Longer side of the compared pictures, px. */
const side = 400

export type Compared =
  | { readonly refused: string }
  /** `screen` is the stored drawing in Chromium, whose press in the browser draws the same. */
  | { readonly apart: Readonly<Record<'screen' | 'thumbnail' | 'print', PictureDifference>> }

/**
 * @param shown the document that Chromium shows as the original; without one, the drawing itself.
 * @param natural whether it is compared in its own size only.
 */
export async function compareEngines(
  page: Page,
  { svg, shown = svg, natural = false }: { readonly svg: string; readonly shown?: string; readonly natural?: boolean },
): Promise<Compared> {
  const form = await canonicalise(Buffer.from(svg)).catch((error: unknown) => {
    if (error instanceof Failure) return error
    throw error
  })
  if (form instanceof Failure) return { refused: form.message }
  const scale = natural ? 1 : side / Math.max(form.width, form.height)
  const [width, height] = [form.width, form.height].map((length) => Math.max(1, Math.round(length * scale)))
  const size = { width: width ?? 1, height: height ?? 1 }
  const original = await inChromium(page, shown, size)
  const { data, ...rendered } = await renderInto(form, size)
  const thumbnail = await sharp(data, { raw: { ...rendered, channels: 4 } })
    .flatten({ background: '#fff' })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer()
  const apartFrom = (other: Uint8Array) => pictureDifference(original, other, size.width)
  return {
    apart: {
      screen: apartFrom(await inChromium(page, form.bytes.toString(), size)),
      thumbnail: apartFrom(thumbnail),
      print: apartFrom(await printedDrawing(form, size)),
    },
  }
}

/** Returns the px of a document on white, RGB. */
async function inChromium(page: Page, svg: string, size: { readonly width: number; readonly height: number }): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([text, { width, height }]) => {
      const image = new Image()
      image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = '#fff'
      context.fillRect(0, 0, width, height)
      context.drawImage(image, 0, 0, width, height)
      URL.revokeObjectURL(image.src)
      const { data } = context.getImageData(0, 0, width, height)
      let bytes = ''
      for (let at = 0; at < data.length; at += 4)
        bytes += String.fromCharCode(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
      return btoa(bytes)
    },
    [svg, size] as const,
  )
  return Buffer.from(base64, 'base64')
}
