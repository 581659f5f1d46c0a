/** Adjustments that change each channel by itself, as tables of 256 results. */
import { clamp } from '../../contract/ground/number'
import type { Adjustment, CurvePoint, Levels } from '../../contract/rules/appearance'

/** Results for each value of red, green and blue. */
export type ChannelTables = readonly [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray]

type Kind<K extends Adjustment['kind']> = Extract<Adjustment, { readonly kind: K }>

const tableOf = (result: (value: number) => number): Uint8ClampedArray => {
  const table = new Uint8ClampedArray(256)
  for (let value = 0; value < 256; value++) table[value] = result(value)
  return table
}

/** Returns the natural cubic spline through the points, which have ascending x; before the first and after the last it is flat. */
export function spline(points: readonly CurvePoint[]): (x: number) => number {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const count = points.length
  const [firstX = 0, lastX = 0] = [xs[0], xs[count - 1]]
  const [firstY = 0, lastY = 0] = [ys[0], ys[count - 1]]
  const second = new Float64Array(count)
  const scratch = new Float64Array(count)
  const at = (list: ArrayLike<number>, index: number): number => list[index] as number
  // Tridiagonal system of the second derivatives, which are 0 at both ends.
  for (let i = 1; i < count - 1; i++) {
    const share = (at(xs, i) - at(xs, i - 1)) / (at(xs, i + 1) - at(xs, i - 1))
    const pivot = share * at(second, i - 1) + 2
    second[i] = (share - 1) / pivot
    const bend =
      (at(ys, i + 1) - at(ys, i)) / (at(xs, i + 1) - at(xs, i)) - (at(ys, i) - at(ys, i - 1)) / (at(xs, i) - at(xs, i - 1))
    scratch[i] = ((6 * bend) / (at(xs, i + 1) - at(xs, i - 1)) - share * at(scratch, i - 1)) / pivot
  }
  if (count > 0) second[count - 1] = 0
  for (let i = count - 2; i >= 0; i--) second[i] = at(second, i) * at(second, i + 1) + at(scratch, i)
  return (x) => {
    if (count < 2 || x <= firstX) return firstY
    if (x >= lastX) return lastY
    let high = 1
    while (at(xs, high) < x) high++
    const width = at(xs, high) - at(xs, high - 1)
    const a = (at(xs, high) - x) / width
    const b = 1 - a
    const bend = (a * a * a - a) * at(second, high - 1) + (b * b * b - b) * at(second, high)
    return a * at(ys, high - 1) + b * at(ys, high) + (bend * width * width) / 6
  }
}

/**
 * How far brightness bends the diagonal at `t`, along the other diagonal: `amount` × t (1 − t) × a polynomial in t, whose
 * coefficients are fitted to four tables of 256 results by Photoshop (within 1.4 levels in the mean).
 */
const bends: readonly (readonly [constant: number, byAmount: number])[] = [
  [0.497, 0.031],
  [0.158, -0.789],
  [1.564, 2.54],
  [-0.037, -3.041],
]

/**
 * Photoshop's brightness and contrast since CS3. Brightness bends the diagonal sideways; then contrast, a spline, moves the quarter
 * tones by a quarter of its value.
 */
function brightnessContrast({ brightness, contrast, legacy }: Kind<'brightnessContrast'>): Uint8ClampedArray {
  if (legacy) {
    // More contrast also stretches what brightness adds, less does not: measured on pictures by Photoshop.
    if (contrast > 0) return tableOf((value) => (value + brightness - 127) / Math.max(1e-6, 1 - contrast / 100) + 127)
    return tableOf((value) => (value - 127) * (1 + contrast / 100) + 127 + brightness)
  }
  const amount = brightness / 150
  const shift = contrast * 0.25
  const contrasted = spline([
    [0, 0],
    [63, 63 - shift],
    [191, 191 + shift],
    [255, 255],
  ])
  const strength = Math.abs(amount)
  const bend = (t: number) =>
    amount *
    t *
    (1 - t) *
    bends.reduce((sum, [constant, byAmount], power) => sum + (constant + byAmount * strength) * t ** power, 0)
  // The curve is given by points that are moved along the other diagonal; the table is read off between them.
  const samples = Array.from({ length: 1021 }, (_, index) => {
    const t = index / 1020
    const moved = bend(t)
    return [t - moved, t + moved] as const
  })
  let next = 1
  return tableOf((value) => {
    const x = value / 255
    while (next < samples.length - 1 && (samples[next]?.[0] ?? 1) < x) next++
    const [low = [0, 0], high = [1, 1]] = [samples[next - 1], samples[next]]
    const span = high[0] - low[0]
    const share = span <= 0 ? 1 : clamp((x - low[0]) / span, 0, 1)
    return contrasted(clamp(low[1] + (high[1] - low[1]) * share, 0, 1) * 255)
  })
}

const levelled = ({ black, white, gamma, outBlack, outWhite }: Levels): Uint8ClampedArray =>
  tableOf((value) => {
    const share = white > black ? clamp((value - black) / (white - black), 0, 1) : value < black ? 0 : 1
    return outBlack + share ** (1 / gamma) * (outWhite - outBlack)
  })

/** Gamma by which Photoshop turns levels of RGB into light. */
const lightGamma = 2.2

const exposed = ({ exposure, offset, gamma, light = lightGamma }: Kind<'exposure'>): Uint8ClampedArray =>
  tableOf((value) => clamp((value / 255) ** light * 2 ** exposure + offset, 0, 1) ** (1 / gamma / light) * 255)

/** Largest change of the gamma of red and blue by warmth. */
const warmest = 0.35

/** Own channels first, then the common one, as in Photoshop. */
function joined<T>(one: { rgb?: T; red?: T; green?: T; blue?: T }, table: (value: T) => Uint8ClampedArray): ChannelTables {
  const common = one.rgb === undefined ? null : table(one.rgb)
  const channel = (own: T | undefined): Uint8ClampedArray => {
    const first = own === undefined ? tableOf((value) => value) : table(own)
    return common === null ? first : first.map((value) => common[value] as number)
  }
  return [channel(one.red), channel(one.green), channel(one.blue)]
}

/** Returns the tables of an adjustment, or null when it mixes the channels. */
export function channelTables(adjustment: Adjustment): ChannelTables | null {
  const same = (table: Uint8ClampedArray): ChannelTables => [table, table, table]
  switch (adjustment.kind) {
    case 'brightnessContrast':
      return same(brightnessContrast(adjustment))
    case 'levels':
      return joined(adjustment, levelled)
    case 'curves':
      return joined(adjustment, (points) => tableOf(spline(points)))
    case 'exposure':
      return same(exposed(adjustment))
    case 'invert':
      return same(tableOf((value) => 255 - value))
    case 'posterize': {
      const levels = clamp(Math.round(adjustment.levels), 2, 255)
      return same(tableOf((value) => (Math.floor((value * levels) / 256) / (levels - 1)) * 255))
    }
    case 'warmth': {
      const share = (adjustment.warmth / 100) * warmest
      const warm = (gamma: number) => tableOf((value) => (value / 255) ** gamma * 255)
      return [warm(1 / (1 + share)), warm(1 / (1 + share / 4)), warm(1 + share)]
    }
    default:
      return null
  }
}
