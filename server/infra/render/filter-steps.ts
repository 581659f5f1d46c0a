/**
 * The steps of a filter of a drawing, on px: what `filters.ts` puts into the place of a group with a filter. The rules are those of W3C
 * Filter Effects Module Level 1, as Chromium follows them: a step sees its source beyond the filter's region, and its result ends there.
 */
import { clamp } from '../../../contract/ground/number'
import { blankPlane, blurPlane } from '../../../imaging/pixels/blur'
import { type Element, elementsOf } from '../content/drawing/tree'
import type { PixelBox } from './canvas'
import { blended, composed, linearRgb, type Px, type Space, sRgb } from './filter-blending'

/** Where the px of a filter lie in the space of its group. */
export interface Frame {
  readonly width: number
  readonly height: number
  /** Px that a length across and down makes. */
  readonly scale: readonly [number, number]
  /** Factors of a step's lengths: 1, or the sides of the group's bounds. */
  readonly unit: readonly [number, number]
  /** The part of the filter's region in which a step draws. */
  readonly region: (step: Element) => PixelBox
}

interface Step {
  readonly frame: Frame
  readonly space: Space
  readonly input: (name?: 'in' | 'in2', of?: Element) => Px
  readonly text: (name: string, usual?: string) => string
  readonly number: (name: string, usual?: number) => number
  readonly numbers: (name: string) => readonly number[]
  /** Px of a length, or of two. */
  readonly across: (name: string) => readonly [number, number]
  readonly element: Element
}

/** Returns what a filter makes of its group's px. */
export function drawFilter(filter: Element, source: Px, frame: Frame): Px {
  const made = new Map<string, Px>([['SourceGraphic', source]])
  let last = source
  const elements = elementsOf(filter)
  const lastUse = new Map<string, number>()
  for (const [index, element] of elements.entries()) {
    for (const { attributes } of [element, ...elementsOf(element)])
      for (const name of ['in', 'in2']) lastUse.set(attributes.get(name) ?? '', index)
  }
  for (const [index, element] of elements.entries()) {
    const draw = steps[element.name]
    if (draw === undefined) throw new Error(`no step of filters: ${element.name}`)
    const text = (name: string, usual = ''): string => element.attributes.get(name) ?? usual
    const numbers = (name: string) => listOf(text(name))
    const find = (name: string): Px => {
      if (name === 'SourceAlpha' && !made.has(name)) made.set(name, withColor(source, 0, 0, 0))
      return made.get(name) ?? last
    }
    last = draw({
      frame,
      element,
      text,
      numbers,
      space: text('color-interpolation-filters') === 'sRGB' ? sRgb : linearRgb,
      number: (name, usual = 0) => numbers(name)[0] ?? usual,
      across: (name) => {
        const [first = 0, second = first] = numbers(name)
        return [first * frame.unit[0] * frame.scale[0], second * frame.unit[1] * frame.scale[1]]
      },
      input: (name = 'in', of = element) => find(of.attributes.get(name) ?? ''),
    })
    keepInside(last, frame.region(element), frame)
    made.set(text('result'), last)
    for (const name of made.keys()) if ((lastUse.get(name) ?? 0) <= index) made.delete(name)
  }
  return last
}

const listOf = (text: string): number[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number)

/** Px in one colour, as opaque as others. */
function withColor(px: Px, red: number, green: number, blue: number): Px {
  const result = new Uint8ClampedArray(px.length)
  for (let at = 0; at < px.length; at += 4) {
    result[at] = red
    result[at + 1] = green
    result[at + 2] = blue
    result[at + 3] = px[at + 3] as number
  }
  return result
}

/** Makes transparent what lies outside of a box. */
function keepInside(px: Px, { left, top, right, bottom }: PixelBox, { width, height }: Frame): void {
  for (let y = 0; y < height; y++) {
    const row = px.subarray(y * width * 4, (y + 1) * width * 4)
    if (y < top || y >= bottom) row.fill(0)
    else row.fill(0, 0, Math.max(0, left) * 4).fill(0, Math.max(0, right) * 4)
  }
}

const steps: Readonly<Record<string, (step: Step) => Px>> = {
  feBlend: (step) => over(step, step.input('in2'), step.input(), step.text('mode', 'normal')),
  feComposite: (step) => {
    const operator = step.text('operator', 'over')
    if (operator === 'arithmetic') return arithmetic(step)
    return operator === 'over'
      ? over(step, step.input('in2'), step.input())
      : composed(step.space, step.input('in2'), step.input(), operator)
  },
  feMerge: (step) => {
    const layers = elementsOf(step.element).map((node) => step.input('in', node))
    return layers.reduce((below, above) => over(step, below, above), blank(step.frame))
  },
  feFlood: (step) => {
    const px = blank(step.frame).fill(255)
    return flooded(px, step)
  },
  feOffset: (step) => moved(step.input(), step),
  feGaussianBlur: (step) => blurred(step.input(), step),
  feDropShadow: (step) => {
    const source = step.input()
    return over(step, flooded(blurred(moved(source, step), step), step), source)
  },
  feColorMatrix: colored,
  feComponentTransfer: transferred,
  feMorphology: spread,
}

const over = ({ space, frame }: Step, below: Px, above: Px, mode = 'normal'): Px => blended(space, frame, below, above, mode)

const blank = ({ width, height }: Frame): Px => new Uint8ClampedArray(width * height * 4)

/** Px in the step's colour, which is sRGB, as opaque as others and as it is. */
function flooded(px: Px, { text, number }: Step): Px {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(text('flood-color', '#000000').slice(at, at + 2), 16),
  )
  const opacity = number('flood-opacity', 1)
  const result = withColor(px, red, green, blue)
  for (let at = 3; at < result.length; at += 4) result[at] = (result[at] as number) * opacity
  return result
}

/** Skia moves by whole px. */
function moved(px: Px, { frame, number }: Step): Px {
  const { width, height, scale, unit } = frame
  const right = Math.round(number('dx') * scale[0] * unit[0])
  const down = Math.round(number('dy') * scale[1] * unit[1])
  const result = blank(frame)
  const [first, end] = [Math.max(0, right), Math.min(width, width + right)]
  if (first >= end) return result
  for (let y = Math.max(0, down); y < Math.min(height, height + down); y++) {
    const from = ((y - down) * width + first - right) * 4
    result.set(px.subarray(from, from + (end - first) * 4), (y * width + first) * 4)
  }
  return result
}

/** Greatest standard deviation that Skia draws, px. */
const mostDeviation = 532

/** Standard deviation of Chromium's blur, px: from 2 px up it is three boxes of the widths that the standard suggests. */
function drawnDeviation(sigma: number): number {
  if (sigma < 2) return sigma
  const box = Math.floor((Math.min(sigma, mostDeviation) * 3 * Math.sqrt(2 * Math.PI)) / 4 + 0.5)
  const last = box % 2 === 1 ? box : box + 1
  return Math.sqrt((2 * (box * box - 1) + last * last - 1) / 12)
}

function blurred(px: Px, { frame: { width, height }, space: { values, encode }, across }: Step): Px {
  const [sideways, upright] = across('stdDeviation').map(drawnDeviation)
  if (sideways === undefined || upright === undefined || sideways < 0 || upright < 0) return new Uint8ClampedArray(px)
  const result = new Uint8ClampedArray(px.length)
  const plane = (channel: number) => {
    const made = blankPlane({ left: 0, top: 0, right: width, bottom: height })
    const { data } = made
    for (let at = channel, to = 0; at < px.length; at += 4, to++) {
      const alpha = px[at - channel + 3] as number
      data[to] = channel === 3 ? alpha : (values[px[at] as number] as number) * alpha
    }
    blurPlane(made, sideways, upright)
    return data
  }
  const alphas = plane(3)
  for (let at = 3, from = 0; at < px.length; at += 4, from++) result[at] = alphas[from] as number
  for (let channel = 0; channel < 3; channel++) {
    if (isBlack(px, channel)) continue
    const colors = plane(channel)
    for (let at = channel, from = 0; at < px.length; at += 4, from++) {
      const alpha = alphas[from] as number
      if (alpha > 0) result[at] = encode((colors[from] as number) / alpha)
    }
  }
  return result
}

/** Whether a channel is zero everywhere, as in the opacity of a source. */
function isBlack(px: Px, channel: number): boolean {
  for (let at = channel; at < px.length; at += 4) if (px[at] !== 0) return false
  return true
}

/** Weights of the matrix of a type; what it adds is in parts of 1. */
function matrixOf({ text, numbers }: Step): readonly number[] {
  const type = text('type', 'matrix')
  const values = numbers('values')
  if (type === 'matrix') return values.length === 20 ? values : [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
  if (type === 'luminanceToAlpha') return [...new Array<number>(15).fill(0), 0.2126, 0.7152, 0.0722, 0, 0]
  const gray = [0.213, 0.715, 0.072]
  const turn = ((values[0] ?? 0) * Math.PI) / 180
  const [cos, sin] = type === 'saturate' ? [values[0] ?? 1, 0] : [Math.cos(turn), Math.sin(turn)]
  const turned = [
    [-0.213, -0.715, 0.928],
    [0.143, 0.14, -0.283],
    [-0.787, 0.715, 0.072],
  ]
  const row = (to: number) =>
    gray.map((weight, from) => weight + cos * ((to === from ? 1 : 0) - weight) + sin * (turned[to]?.[from] ?? 0))
  return [...row(0), 0, 0, ...row(1), 0, 0, ...row(2), 0, 0, 0, 0, 0, 1, 0]
}

function colored(step: Step): Px {
  const { values, encode } = step.space
  const px = step.input()
  const matrix = matrixOf(step)
  const result = new Uint8ClampedArray(px.length)
  for (let to = 0; to < 4; to++) {
    const [r = 0, g = 0, b = 0, a = 0, added = 0] = matrix.slice(to * 5)
    const write = to === 3 ? (value: number) => value * 255 : encode
    const ofColors = r !== 0 || g !== 0 || b !== 0
    for (let at = 0; at < px.length; at += 4) {
      let value = added + (a * (px[at + 3] as number)) / 255
      if (ofColors) {
        value += r * (values[px[at] as number] as number) + g * (values[px[at + 1] as number] as number)
        value += b * (values[px[at + 2] as number] as number)
      }
      result[at + to] = write(value)
    }
  }
  return result
}

function transferred({ space, input, element }: Step): Px {
  const result = new Uint8ClampedArray(input())
  for (const part of elementsOf(element)) {
    const channel = 'RGBA'.indexOf(part.name.slice(-1))
    const { values, encode } = channel === 3 ? sRgb : space
    const of = transferOf(part)
    const table = Uint8ClampedArray.from(values, (value) => encode(of(value)))
    for (let at = channel; at < result.length; at += 4) result[at] = table[result[at] as number] as number
  }
  return result
}

function transferOf({ attributes }: Element): (value: number) => number {
  const number = (name: string, usual: number): number => Number(attributes.get(name) ?? usual)
  const values = listOf(attributes.get('tableValues') ?? '')
  const type = attributes.get('type') ?? 'identity'
  if (type === 'linear') return (value) => number('slope', 1) * value + number('intercept', 0)
  if (type === 'gamma') return (value) => number('amplitude', 1) * value ** number('exponent', 1) + number('offset', 0)
  if (type === 'identity' || values.length === 0) return (value) => value
  const last = values.length - 1
  if (type === 'discrete') return (value) => values[Math.min(last, Math.floor(value * values.length))] as number
  return (value) => {
    const at = Math.min(last, Math.floor(value * last))
    const from = values[at] as number
    return from + (value * last - at) * ((values[at + 1] ?? from) - from)
  }
}

/** On colours that are multiplied by their opacity, which they cannot exceed. */
function arithmetic({ space: { values, encode }, input, number }: Step): Px {
  const [first, second] = [input(), input('in2')]
  const [k1, k2, k3, k4] = [number('k1'), number('k2'), number('k3'), number('k4')]
  const result = new Uint8ClampedArray(first.length)
  const mix = (one: number, other: number) => clamp(k1 * one * other + k2 * one + k3 * other + k4, 0, 1)
  for (let at = 0; at < first.length; at += 4) {
    const one = (first[at + 3] as number) / 255
    const other = (second[at + 3] as number) / 255
    const alpha = mix(one, other)
    if (alpha === 0) continue
    result[at + 3] = alpha * 255
    for (let channel = at; channel < at + 3; channel++) {
      const color = mix((values[first[channel] as number] as number) * one, (values[second[channel] as number] as number) * other)
      result[channel] = encode(Math.min(color, alpha) / alpha)
    }
  }
  return result
}

/** The greatest or the smallest value of each channel in a box around each px, on colours that are multiplied by their opacity. */
function spread({ frame: { width, height }, input, across, text }: Step): Px {
  const px = input()
  const [sideways, upright] = across('radius').map(Math.round)
  const pick = text('operator', 'erode') === 'dilate' ? Math.max : Math.min
  const work = new Float32Array(px)
  for (let at = 0; at < work.length; at++) if (at % 4 !== 3) work[at] = ((px[at] as number) * (px[at | 3] as number)) / 255
  for (let channel = 0; channel < 4; channel++) {
    for (let y = 0; y < height; y++) extremes(work, y * width * 4 + channel, 4, width, sideways ?? 0, pick)
    for (let x = 0; x < width; x++) extremes(work, x * 4 + channel, width * 4, height, upright ?? 0, pick)
  }
  const result = new Uint8ClampedArray(px.length)
  for (let at = 0; at < result.length; at += 4) {
    const alpha = work[at + 3] as number
    result[at + 3] = alpha
    for (let channel = at; channel < at + 3 && alpha > 0; channel++) result[channel] = ((work[channel] as number) * 255) / alpha
  }
  return result
}

/**
 * Puts into each item of a line the extreme of the items around it, zero beyond the ends: two comparisons an item, whatever the radius
 * (van Herk, A fast algorithm for local minimum and maximum filters, 1992).
 */
function extremes(
  data: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
  pick: (a: number, b: number) => number,
): void {
  if (radius <= 0) return
  const size = 2 * radius + 1
  const padded = length + 2 * radius
  const [before, after] = [new Float32Array(padded), new Float32Array(padded)]
  const item = (at: number): number => (at < radius || at >= length + radius ? 0 : (data[start + (at - radius) * step] as number))
  for (let at = 0; at < padded; at++) before[at] = at % size === 0 ? item(at) : pick(before[at - 1] as number, item(at))
  for (let at = padded - 1; at >= 0; at--) {
    after[at] = at === padded - 1 || at % size === size - 1 ? item(at) : pick(after[at + 1] as number, item(at))
  }
  for (let at = 0; at < length; at++) data[start + at * step] = pick(after[at] as number, before[at + 2 * radius] as number)
}
