/**
 * Draws SVG stickers and texts as sharp as the print. What they cover is drawn before the press wants it, because libraries for
 * drawings answer later: `plan` collects where the press will draw, `prepare` draws there.
 */
import { type Canvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas'
import type { Matrix } from '../../../design/geometry/matrix'
import type { CanonicalDrawing } from '../content/drawing/canonicalise'
import { renderPlaced } from '../content/drawing/render'
import {
  copyPixels,
  coveredPixels,
  type DrawnBox,
  freeCanvas,
  intersection,
  newCanvas,
  OwnPicture,
  type PixelBox,
} from './canvas'

/** Offsets closer than this show the same pixels. */
const sameOffset = 1 / 256

interface Painted {
  readonly matrix: Matrix
  readonly box: PixelBox
  readonly canvas: Canvas
}

export class Drawing extends OwnPicture {
  readonly width: number
  readonly height: number
  private readonly svg: string
  private readonly planned: Matrix[] = []
  private readonly drawn: Painted[] = []

  constructor({ bytes, width, height }: CanonicalDrawing) {
    super()
    this.svg = bytes.toString()
    this.width = width
    this.height = height
  }

  /** A picture that only notes where it would be drawn. */
  plan(): OwnPicture {
    const { width, height, planned } = this
    return new (class extends OwnPicture {
      readonly width = width
      readonly height = height
      paint(context: SKRSContext2D, box: DrawnBox): void {
        planned.push(toBox(context.getTransform(), box, this))
      }
      close(): void {}
    })()
  }

  /**
   * Draws at all planned places, as far as they lie in a box of the planned surface. Rejects when the drawing is damaged.
   */
  async prepare(within: PixelBox): Promise<void> {
    for (const matrix of this.planned.splice(0)) {
      const box = intersection(coveredPixels(matrix, { x: 0, y: 0, width: this.width, height: this.height }), within)
      if (box !== null) this.drawn.push({ matrix, box, canvas: await this.rasterize(matrix, box) })
    }
  }

  paint(context: SKRSContext2D, box: DrawnBox): void {
    const matrix = toBox(context.getTransform(), box, this)
    const found = this.drawn.find((one) => isShifted(one.matrix, matrix))
    // A drawing outside of the prepared box is not visible.
    if (!found) return
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    const [right, down] = [Math.round(matrix.e - found.matrix.e), Math.round(matrix.f - found.matrix.f)]
    copyPixels(context, found.canvas, found.box.left + right, found.box.top + down)
    context.restore()
  }

  close(): void {
    for (const { canvas } of this.drawn) freeCanvas(canvas)
    this.drawn.length = 0
  }

  private async rasterize(matrix: Matrix, { left, top, right, bottom }: PixelBox): Promise<Canvas> {
    const box = { width: right - left, height: bottom - top }
    const { data, width, height } = await renderPlaced(this.svg, { ...matrix, e: matrix.e - left, f: matrix.f - top }, box)
    const { canvas, context } = newCanvas(width, height)
    context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0)
    return canvas
  }
}

/** Returns the transform from px of a picture to px of the surface that a box under `matrix` means. */
function toBox({ a, b, c, d, e, f }: Matrix, box: DrawnBox, { width, height }: { width: number; height: number }): Matrix {
  const [across, down] = [box.width / width, box.height / height]
  return {
    a: a * across,
    b: b * across,
    c: c * down,
    d: d * down,
    e: a * box.x + c * box.y + e,
    f: b * box.x + d * box.y + f,
  }
}

/** Whether one transform is the other moved by whole px. */
function isShifted(one: Matrix, other: Matrix): boolean {
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < sameOffset
  return (
    (['a', 'b', 'c', 'd'] as const).every((part) => Math.abs(one[part] - other[part]) < 1e-6) &&
    isWhole(one.e - other.e) &&
    isWhole(one.f - other.f)
  )
}
