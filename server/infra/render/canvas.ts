/**
 * The canvas that the press draws on in a picture process: Skia, as in Chromium, so that lines and curves have the same pixels.
 * Pictures draw themselves, because this Skia samples them otherwise than Chromium. Importing this module provides the two classes
 * of the canvas that drawing code takes from the page.
 */
import { type Canvas, createCanvas, ImageData, Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import type { Matrix } from '../../../design/geometry/matrix'
import type { CreateSurface, Surface } from '../../../design/print/surface'

Object.assign(globalThis, { ImageData, Path2D })

/** A box in units of the context's transform. */
export interface DrawnBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A picture that knows how it is drawn. */
export abstract class OwnPicture {
  /** Its own size, px. */
  abstract readonly width: number
  abstract readonly height: number
  /** Draws the whole picture into a box under the context's transform, clip and smoothing. */
  abstract paint(context: SKRSContext2D, box: DrawnBox): void
  /** Frees its memory. */
  abstract close(): void
}

export const newCanvas = (width: number, height: number): { readonly canvas: Canvas; readonly context: SKRSContext2D } => {
  const canvas = createCanvas(width, height)
  return { canvas, context: canvas.getContext('2d') }
}

/** The library's own function, which `serverSurface` replaces for drawing code. */
const plainDrawImage: (source: Canvas, x: number, y: number, width?: number, height?: number) => void = createCanvas(
  1,
  1,
).getContext('2d').drawImage

/**
 * Draws a canvas in its own size under the context's transform, which moves by whole px only. Smoothing would blur it: the filter for
 * high quality changes pixels of this Skia even where nothing is scaled.
 */
export function copyPixels(context: SKRSContext2D, canvas: Canvas, x: number, y: number): void {
  const { imageSmoothingEnabled } = context
  context.imageSmoothingEnabled = false
  plainDrawImage.call(context, canvas, x, y)
  context.imageSmoothingEnabled = imageSmoothingEnabled
}

/** Gives the pixels of a canvas back at once, instead of when it is collected. */
export function freeCanvas(canvas: Canvas): void {
  canvas.width = canvas.height = 0
}

export const serverSurface: CreateSurface = ({ width, height }) => {
  const { canvas, context } = newCanvas(width, height)
  Object.assign(context, {
    // Its pixels lie in memory, so drawing code need not read them through a copy.
    getContextAttributes: () => ({ willReadFrequently: true }),
    drawImage(source: Canvas | OwnPicture, x: number, y: number, width?: number, height?: number) {
      if (source instanceof OwnPicture) {
        source.paint(context, { x, y, width: width ?? source.width, height: height ?? source.height })
      } else if (width === undefined) copyPixels(context, source, x, y)
      else plainDrawImage.call(context, source, x, y, width, height ?? source.height)
    },
  })
  return {
    // The library's context has the members that drawing code uses, under types of its own.
    surface: context as unknown as Surface,
    release: () => freeCanvas(canvas),
  }
}

export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Returns the px that a box touches under a transform. */
export function coveredPixels({ a, b, c, d, e, f }: Matrix, { x, y, width, height }: DrawnBox): PixelBox {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ] as const
  const across = corners.map(([cornerX, cornerY]) => a * cornerX + c * cornerY + e)
  const down = corners.map(([cornerX, cornerY]) => b * cornerX + d * cornerY + f)
  return {
    left: Math.floor(Math.min(...across)),
    top: Math.floor(Math.min(...down)),
    right: Math.ceil(Math.max(...across)),
    bottom: Math.ceil(Math.max(...down)),
  }
}

export function intersection(one: PixelBox, other: PixelBox): PixelBox | null {
  const box = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  }
  return box.left < box.right && box.top < box.bottom ? box : null
}
