/** Draws shapes as SVG pictures. A layer of a shape is an image layer, so that programs that know no shapes show it too. */

import { isFields } from '../../contract/ground/fields'
import { markupColor } from '../../contract/ground/hex-color'
import type { GradientStop, Shape, ShapeFill } from '../../contract/rules/appearance'
import { pathNumber } from '../../contract/rules/path-data'
import { formPath } from '../geometry/forms'
import { sinCos } from '../geometry/matrix'
import { roundLength } from '../geometry/number'
import { svgDataUrl } from './picture-url'
import type { ImageLayer, Layer, Size } from './types'

/** Returns the picture of a shape of this size. @throws for fields that are no shape's. */
export function shapeSvg({ form, fill, border }: Shape, { width, height }: Size): string {
  const path = formPath(form, width, height)
  const [w, h] = [pathNumber(width), pathNumber(height)]
  const gradient = fill?.kind === 'gradient' ? gradientSvg(fill.gradient, width, height) : ''
  const bordered = border !== null && border.width > 0
  // Of a stroke twice as wide as the border, the outer half is cut away.
  const clip = bordered ? `<clipPath id="c"><path clip-rule="evenodd" d="${path}"/></clipPath>` : ''
  const defs = gradient + clip
  return [
    // A picture thinner than a pixel would have no size of its own.
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pathNumber(Math.max(1, width))}" height="${pathNumber(Math.max(1, height))}" viewBox="0 0 ${w} ${h}" preserveAspectRatio="none">`,
    defs && `<defs>${defs}</defs>`,
    fill && `<path fill="${gradient ? 'url(#g)' : colorOf(fill)}" fill-rule="evenodd" d="${path}"/>`,
    bordered &&
      `<path clip-path="url(#c)" fill="none" stroke="${markupColor(border.color)}" stroke-width="${pathNumber(border.width * 2)}" d="${path}"/>`,
    '</svg>',
  ]
    .filter(Boolean)
    .join('')
}

/** Returns the fields of a layer's picture, drawn for the layer's size. */
export function shapePicture(
  shape: Shape,
  { width, height }: Size,
): Pick<ImageLayer, 'shape' | 'imageUrl' | 'imageFileId' | 'originalWidth' | 'originalHeight'> {
  return {
    shape,
    imageUrl: svgDataUrl(shapeSvg(shape, { width, height })),
    imageFileId: null,
    originalWidth: width,
    originalHeight: height,
  }
}

/** Returns the layer with its shape drawn for its size; the same value where it is, and where the layer is no shape. */
export function withDrawnShape(layer: Layer): Layer {
  if (layer.type !== 'IMAGE' || layer.shape === null) return layer
  const { width, height, originalWidth, originalHeight } = layer
  if ((width === originalWidth && height === originalHeight) || !(width > 0 && height > 0)) return layer
  return { ...layer, ...shapePicture(layer.shape, layer) }
}

/** Tests whether a value of unknown origin can be drawn as a shape. */
export function isShape(value: unknown): value is Shape {
  if (!isFields(value) || !isFields(value.form)) return false
  try {
    // A form of an unknown kind has no path.
    return (
      /^M|^$/.test(formPath(value.form as unknown as Shape['form'], 1, 1)) && shapeSvg(value as unknown as Shape, unit) !== ''
    )
  } catch {
    return false
  }
}
const unit: Size = { width: 1, height: 1 }

function colorOf(fill: ShapeFill): string {
  return fill.kind === 'solid' ? markupColor(fill.color) : 'none'
}

type ShapeGradient = Extract<ShapeFill, { kind: 'gradient' }>['gradient']

/** Returns the gradient as effects draw it: its line through the centre ends where it meets the box. */
function gradientSvg(gradient: ShapeGradient, width: number, height: number): string {
  const { sin, cos } = sinCos(gradient.angle)
  const half = (gradient.scale * Math.min(width / Math.max(1e-9, Math.abs(cos)), height / Math.max(1e-9, Math.abs(sin)))) / 2
  const x = width * (0.5 + (gradient.offset?.x ?? 0))
  const y = height * (0.5 + (gradient.offset?.y ?? 0))
  const number = pathNumber
  if (gradient.form === 'radial') {
    const circle = `cx="${number(x)}" cy="${number(y)}" r="${number(half)}"`
    return `<radialGradient id="g" gradientUnits="userSpaceOnUse" ${circle}>${stopsSvg(gradient.stops)}</radialGradient>`
  }
  const from = `x1="${number(x - cos * half)}" y1="${number(y + sin * half)}"`
  const to = `x2="${number(x + cos * half)}" y2="${number(y - sin * half)}"`
  const stops = gradient.form === 'reflected' ? mirrored(gradient.stops) : gradient.stops
  return `<linearGradient id="g" gradientUnits="userSpaceOnUse" ${from} ${to}>${stopsSvg(stops)}</linearGradient>`
}

/** Returns the stops from the middle outwards to both ends. */
function mirrored(stops: readonly GradientStop[]): readonly GradientStop[] {
  const right = stops.map((stop) => ({ ...stop, at: 0.5 + stop.at / 2 }))
  const left = stops.map((stop) => ({ ...stop, at: 0.5 - stop.at / 2 })).reverse()
  return [...left, ...right]
}

function stopsSvg(stops: readonly GradientStop[]): string {
  return stops
    .map(({ at, color, opacity }) => {
      const translucent = opacity < 1 ? ` stop-opacity="${roundLength(opacity)}"` : ''
      return `<stop offset="${roundLength(at)}" stop-color="${markupColor(color)}"${translucent}/>`
    })
    .join('')
}
