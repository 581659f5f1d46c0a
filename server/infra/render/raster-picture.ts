/** Draws decoded pictures with the filters of Chromium, measured on its canvas (test/browser/server-print.test.ts compares both). */
import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas'
import type { Matrix } from '../../../design/geometry/matrix'
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

/** Differences below this change no pixel. */
const negligible = 0.001
/** Width of the border that repeats the outermost px of a version, so that its edges are not mixed with nothing. */
const border = 1

/** A version of a picture, with its border. */
interface Version {
  readonly canvas: Canvas
  /** Without the border. */
  readonly width: number
  readonly height: number
}

export class RasterPicture extends OwnPicture {
  readonly width: number
  readonly height: number
  /** Versions by how often they were halved. */
  private readonly versions = new Map<number, Version>()

  constructor(private readonly image: Image) {
    super()
    this.width = image.naturalWidth
    this.height = image.naturalHeight
  }

  /**
   * Enlarges as the context says. Shrinks like Chromium: between the two halved versions whose size is nearest to half a halving
   * above the drawn size, in proportion.
   */
  paint(context: SKRSContext2D, box: DrawnBox): void {
    const matrix = context.getTransform()
    const across = (Math.hypot(matrix.a, matrix.b) * box.width) / this.width
    const down = (Math.hypot(matrix.c, matrix.d) * box.height) / this.height
    const halvings = -Math.log2(Math.sqrt(across * down))
    if (context.imageSmoothingQuality === 'low' || halvings < -negligible) {
      draw(context, this.version(0), box, 1)
      return
    }
    const level = isCopyOf(Math.round(halvings), halvings, matrix, box) ? Math.round(halvings) : Math.max(0, halvings - 0.5)
    const lower = Math.floor(level + negligible)
    const share = level - lower
    if (share < negligible) drawLow(context, this.version(lower), box, 1)
    else this.paintBetween(context, box, matrix, lower, share)
  }

  private paintBetween(context: SKRSContext2D, box: DrawnBox, matrix: Matrix, lower: number, share: number): void {
    const whole = { left: 0, top: 0, right: context.canvas.width, bottom: context.canvas.height }
    const covered = intersection(coveredPixels(matrix, box), whole)
    if (covered === null) return
    const { left, top, right, bottom } = covered
    const { canvas, context: mixed } = newCanvas(right - left, bottom - top)
    const { a, b, c, d, e, f } = matrix
    mixed.setTransform(a, b, c, d, e - left, f - top)
    drawLow(mixed, this.version(lower), box, 1 - share)
    mixed.globalCompositeOperation = 'lighter'
    drawLow(mixed, this.version(lower + 1), box, share)
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    copyPixels(context, canvas, left, top)
    context.restore()
    freeCanvas(canvas)
  }

  /** Returns the picture after so many halvings. */
  private version(halvings: number): Version {
    const known = this.versions.get(halvings)
    if (known) return known
    const [width, height] = [Math.max(1, this.width >> halvings), Math.max(1, this.height >> halvings)]
    const halved = halvings === 0 ? null : this.halved(width, height)
    const version = { canvas: bordered(halved ?? this.image, width, height), width, height }
    if (halved) freeCanvas(halved)
    this.versions.set(halvings, version)
    return version
  }

  /** Returns one of Skia's own halved versions: at exactly its size it is copied. */
  private halved(width: number, height: number): Canvas {
    const { canvas, context } = newCanvas(width, height)
    context.imageSmoothingQuality = 'medium'
    context.drawImage(this.image, 0, 0, width, height)
    return canvas
  }

  close(): void {
    for (const { canvas } of this.versions.values()) freeCanvas(canvas)
    this.versions.clear()
  }
}

/**
 * Returns a picture with its outermost px repeated around it. The border is drawn from the picture: drawn from the canvas itself, each of its
 * sides would copy the whole canvas.
 */
function bordered(source: Canvas | Image, width: number, height: number): Canvas {
  const { canvas, context } = newCanvas(width + 2 * border, height + 2 * border)
  context.imageSmoothingEnabled = false
  const parts = (length: number) =>
    [
      [0, 1, 0],
      [0, length, border],
      [length - 1, 1, border + length],
    ] as const
  for (const [y, tall, toY] of parts(height)) {
    for (const [x, wide, toX] of parts(width)) context.drawImage(source, x, y, wide, tall, toX, toY, wide, tall)
  }
  return canvas
}

function drawLow(context: SKRSContext2D, version: Version, box: DrawnBox, alpha: number): void {
  context.imageSmoothingQuality = 'low'
  draw(context, version, box, alpha)
}

/** Draws with the edges of Chromium: soft when they are turned, at whole px when they are straight. */
function draw(context: SKRSContext2D, { canvas, width, height }: Version, box: DrawnBox, alpha: number): void {
  const matrix = context.getTransform()
  context.save()
  context.beginPath()
  const straight = isStraight(matrix) ? straightEdges(matrix, box) : null
  if (straight) {
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.rect(straight.left, straight.top, straight.right - straight.left, straight.bottom - straight.top)
    context.clip()
    const { a, b, c, d, e, f } = matrix
    context.setTransform(a, b, c, d, e, f)
  } else {
    context.rect(box.x, box.y, box.width, box.height)
    context.clip()
  }
  const [across, down] = [(box.width / width) * border, (box.height / height) * border]
  context.globalAlpha *= alpha
  context.drawImage(canvas, box.x - across, box.y - down, box.width + 2 * across, box.height + 2 * down)
  context.restore()
}

const isStraight = ({ a, b, c, d }: Matrix): boolean =>
  Math.abs(b) + Math.abs(c) < negligible || Math.abs(a) + Math.abs(d) < negligible

/** Returns the px whose centres a straight box contains; null for a box thinner than a px, which would vanish between centres. */
function straightEdges({ a, b, c, d, e, f }: Matrix, { x, y, width, height }: DrawnBox): PixelBox | null {
  const [startX, endX] = [a * x + c * y + e, a * (x + width) + c * (y + height) + e].sort((one, other) => one - other)
  const [startY, endY] = [b * x + d * y + f, b * (x + width) + d * (y + height) + f].sort((one, other) => one - other)
  if (startX === undefined || endX === undefined || startY === undefined || endY === undefined) return null
  if (endX - startX < 1 || endY - startY < 1) return null
  const atCentre = (value: number) => Math.ceil(value - 0.5)
  return { left: atCentre(startX), top: atCentre(startY), right: atCentre(endX), bottom: atCentre(endY) }
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < negligible

/** Whether a box shows the version of this number of halvings pixel by pixel, turned by quarters at most. */
function isCopyOf(level: number, halvings: number, matrix: Matrix, { x, y, width, height }: DrawnBox): boolean {
  const { a, b, c, d, e, f } = matrix
  const even = Math.abs(Math.hypot(a, b) - Math.hypot(c, d)) < negligible
  const atPixels = isWhole(a * x + c * y + e) && isWhole(b * x + d * y + f)
  const wholeSize = isWhole(Math.hypot(a, b) * width) && isWhole(Math.hypot(c, d) * height)
  return Math.abs(level - halvings) < negligible && isStraight(matrix) && even && atPixels && wholeSize
}
