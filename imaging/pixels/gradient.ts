/** Colours and geometry of gradients. */
import { rgbOf } from '../../contract/ground/hex-color'
import { clamp } from '../../contract/ground/number'
import type { Gradient, GradientStop } from '../../contract/rules/appearance'
import { type Box, blank, type Raster } from './raster'

/** Colours of a gradient are looked up in this many steps. */
const steps = 1024

/** Returns RGBA of `count` even positions along the stops; colours and opacities are mixed linearly. */
export function gradientColors(stops: readonly GradientStop[], count = steps): Uint8ClampedArray<ArrayBuffer> {
  const table = new Uint8ClampedArray(count * 4)
  const colors = stops.map(({ color }) => rgbOf(color))
  for (let step = 0, next = 0; step < count; step++) {
    const at = step / (count - 1)
    while (next < stops.length && (stops[next]?.at ?? 1) < at) next++
    const [low, high] = [Math.max(0, next - 1), Math.min(stops.length - 1, next)]
    const [from, to] = [stops[low] as GradientStop, stops[high] as GradientStop]
    const span = to.at - from.at
    const share = span <= 0 ? 1 : clamp((at - from.at) / span, 0, 1)
    for (let c = 0; c < 3; c++) {
      const [a, b] = [colors[low]?.[c] ?? 0, colors[high]?.[c] ?? 0]
      table[step * 4 + c] = a + (b - a) * share
    }
    table[step * 4 + 3] = (from.opacity + (to.opacity - from.opacity) * share) * 255
  }
  return table
}

/** Cosine and sine of an angle in degrees, rounded so that every engine agrees. */
export function direction(angle: number): readonly [number, number] {
  const turn = (angle * Math.PI) / 180
  const exact = (value: number) => Math.round(value * 1e9) / 1e9
  return [exact(Math.cos(turn)), exact(Math.sin(turn))]
}

/** Returns the position along a gradient, unbounded, by the place relative to its centre. `width` and `height` are its box's. */
function positionOf({ form, angle, scale }: Gradient, width: number, height: number): (x: number, y: number) => number {
  const [cos, sin] = direction(angle)
  // The line through the centre ends where it meets the box.
  const length = Math.max(1e-6, scale) * Math.min(width / Math.max(1e-9, Math.abs(cos)), height / Math.max(1e-9, Math.abs(sin)))
  const along = (x: number, y: number) => (x * cos - y * sin) / length
  const across = (x: number, y: number) => (x * sin + y * cos) / length
  switch (form) {
    case 'linear':
      return (x, y) => along(x, y) + 0.5
    case 'reflected':
      return (x, y) => Math.abs(along(x, y)) * 2
    case 'radial':
      return (x, y) => (Math.sqrt(x * x + y * y) / length) * 2
    case 'diamond':
      return (x, y) => Math.abs(along(x, y)) * 2 + Math.abs(across(x, y)) * 2
    case 'angle':
      return (x, y) => {
        const turn = Math.atan2(across(x, y), along(x, y)) / (2 * Math.PI)
        return turn < 0 ? turn + 1 : turn
      }
  }
}

/** Fills a box with a gradient that spans `frame`. Like Photoshop, it takes the colour at the upper left corner of each px. */
export function gradientRaster(box: Box, gradient: Gradient, frame: Box): Raster {
  const raster = blank(box)
  const colors = new Uint32Array(gradientColors(gradient.stops).buffer)
  const [width, height] = [frame.right - frame.left, frame.bottom - frame.top]
  const position = positionOf(gradient, width, height)
  const middleX = (frame.left + frame.right) / 2 + (gradient.offset?.x ?? 0) * width
  const middleY = (frame.top + frame.bottom) / 2 + (gradient.offset?.y ?? 0) * height
  const pixels = new Uint32Array(raster.data.buffer)
  for (let y = box.top, at = 0; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++, at++) {
      const step = Math.round(position(x - middleX, y - middleY) * (steps - 1))
      pixels[at] = colors[Math.min(steps - 1, Math.max(0, step))] as number
    }
  }
  return raster
}
