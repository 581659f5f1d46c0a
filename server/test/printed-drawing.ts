/** One drawing as the server's press draws it, for comparisons. */
import sharp from 'sharp'
import type { CanonicalDrawing } from '../infra/content/drawing/canonicalise'
import { newCanvas } from '../infra/render/canvas'
import { Drawing } from '../infra/render/drawing'

/** Returns the px of a drawing on white, RGB. */
export async function printedDrawing(
  form: CanonicalDrawing,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const drawing = new Drawing(form)
  const { canvas, context } = newCanvas(width, height)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.setTransform(width / drawing.width, 0, 0, height / drawing.height, 0, 0)
  const box = { x: 0, y: 0, width: drawing.width, height: drawing.height }
  drawing.plan().paint(context, box)
  await drawing.prepare({ left: 0, top: 0, right: width, bottom: height })
  drawing.paint(context, box)
  drawing.close()
  return sharp(canvas.data(), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer()
}
