/**
 * Draws SVG stickers and texts as sharp as the print. What they cover is drawn before the press wants it, because libraries for
 * drawings answer later: `plan` collects where the press will draw, `prepare` draws there.
 */
import { type Canvas, createCanvas, Image, ImageData, type SKRSContext2D } from '@napi-rs/canvas'
import sharp from 'sharp'
import { drawingSize } from '../../../contract/rules/lengths'
import type { Matrix } from '../../../src/design/geometry/matrix'
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

/** Elements and attributes that Skia draws like Chromium; it leaves out style sheets, patterns and symbols. */
const skiaElements = new Set(
  'svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask title desc'.split(
    ' ',
  ),
)
const rootTag = /<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>/
/** An element of text; text layers are outlines and have none. */
const textElement = /<(?:[\w-]+:)?text[\s/>]/
/** Offsets closer than this show the same pixels. */
const sameOffset = 1 / 256

/** The drawing holds text, which would be drawn with whatever fonts this machine has. */
export class TextInDrawing extends Error {}

interface Painted {
  readonly matrix: Matrix
  readonly box: PixelBox
  readonly canvas: Canvas
}

export class Drawing extends OwnPicture {
  readonly width: number
  readonly height: number
  private readonly root: string
  private readonly content: string
  private readonly planned: Matrix[] = []
  private readonly drawn: Painted[] = []

  /** @throws TextInDrawing; an Error when the text is no drawing, or one without a size. */
  constructor(svg: string) {
    super()
    const [root] = rootTag.exec(svg) ?? []
    if (root === undefined) throw new Error('the drawing has no root')
    if (textElement.test(svg)) throw new TextInDrawing('the drawing holds text')
    const size = drawingSize({
      width: attribute(root, 'width'),
      height: attribute(root, 'height'),
      viewBox: attribute(root, 'viewBox'),
    })
    // The size of drawings without one, by CSS.
    this.width = size?.width ?? 300
    this.height = size?.height ?? 150
    this.root = root
    this.content = svg.slice(svg.indexOf(root) + root.length)
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
    // What lies outside of the prepared box shows nowhere.
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
    const [width, height] = [right - left, bottom - top]
    if (this.isForSkia()) {
      const image = new Image()
      image.src = Buffer.from(this.placed(matrix, { left, top, width, height, scale: 1 }))
      await image.decode()
      const { canvas, context } = newCanvas(width, height)
      context.drawImage(image, 0, 0)
      return canvas
    }
    const scale = samplesFor(width * height)
    const svg = this.placed(matrix, { left, top, width, height, scale })
    const { data, info } = await sharp(Buffer.from(svg), { limitInputPixels: false, unlimited: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const large = createCanvas(info.width, info.height)
    large.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(data), info.width, info.height), 0, 0)
    if (scale === 1) return large
    const { canvas, context } = newCanvas(width, height)
    context.imageSmoothingQuality = 'medium'
    context.drawImage(large, 0, 0, width, height)
    freeCanvas(large)
    return canvas
  }

  private isForSkia(): boolean {
    const text = this.root + this.content
    const names = [...text.matchAll(/<([\w:-]+)/g)].map(([, name]) => name ?? '')
    return names.every((name) => skiaElements.has(name)) && !/\s(?:style|class)=/.test(text)
  }

  /** Returns a drawing of the px of a box, in which this one lies under a transform. */
  private placed(
    { a, b, c, d, e, f }: Matrix,
    { left, top, width, height, scale }: { left: number; top: number; width: number; height: number; scale: number },
  ): string {
    const matrix = [a, b, c, d, e - left, f - top].map((value) => value * scale).join(' ')
    const root = this.root
      .replace(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
      .replace(/^<svg/, `<svg width="${this.width}" height="${this.height}"`)
    const outer = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return `<svg ${outer} width="${width * scale}" height="${height * scale}"><g transform="matrix(${matrix})">${root}${this.content}</g></svg>`
  }
}

/** librsvg shades edges in few levels; drawn larger and halved they come close to Skia's. */
const samplesFor = (pixels: number): 1 | 2 | 4 => (pixels <= 1_500_000 ? 4 : pixels <= 8_000_000 ? 2 : 1)

/** Returns an attribute of a tag; '' when it is missing. */
function attribute(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return match?.[1] ?? match?.[2] ?? ''
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
