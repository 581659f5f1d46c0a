/** Finds out how a plate of a file that printed well was made, by comparing it with the picture of the same file. */
import { mmPerInch } from '../../contract/rules/lengths'
import type { Plate, PlateRole } from '../../contract/rules/print-profile'
import { squaredDistances } from './distance'

/** A part of a picture in which it is compared: how opaque it is, and the samples of the plate. */
export interface Comparison {
  readonly width: number
  readonly height: number
  /** 0 to 255; from a channel of transparency, or from the inks. */
  readonly art: Uint8Array
  readonly plate: Uint8Array
  readonly dpi: number
}

export type LearnedPlate = Pick<Plate, 'source' | 'inverted' | 'threshold' | 'chokeMm'> & {
  /** Whether the file shows which way round it is; a plate that is full or empty everywhere does not. */
  readonly isCertain: boolean
}

/** Widest choke that is looked for, mm. */
const widestMm = 1.5
const opaque = 128

const roleWords: readonly (readonly [PlateRole, RegExp])[] = [
  ['varnish', /gloss|varnish|clear|光油|上光|^v\d*$/i],
  ['transparency', /^t$|alpha|transp|透明/i],
  ['white', /white|白|spot|^w\d*$/i],
]

/** Guesses what a channel is for by its name, then by what TIFF says of it. */
export function roleOf(name: string, extraSample: number, isFirst: boolean): PlateRole {
  const named = roleWords.find(([, words]) => words.test(name.trim()))
  if (named) return named[0]
  return extraSample === 0 && isFirst ? 'white' : extraSample === 0 ? 'varnish' : 'transparency'
}

/** The figure of fewest digits between two, both in mm. */
function roundest(least: number, most: number): number {
  for (const step of [0.5, 0.1, 0.05, 0.01]) {
    const value = Math.round((least + most) / 2 / step) * step
    if (value >= least && value <= most) return Math.round(value * 100) / 100
  }
  return Math.round(((least + most) / 2) * 1000) / 1000
}

/** By which squared distance from the edge the plate begins, px²: the one with the fewest px on the wrong side. */
function beginOf(
  squares: Uint16Array,
  plate: Uint8Array,
  counts: (at: number) => boolean,
  most: number,
): { least: number; next: number } {
  const inked = new Float64Array(most + 2)
  const bare = new Float64Array(most + 2)
  let outside = 0
  for (let at = 0; at < squares.length; at++) {
    if (!counts(at)) continue
    const square = Math.min(squares[at] as number, most + 1)
    if (square === 0) outside++
    else if ((plate[at] as number) >= opaque) inked[square] = (inked[square] as number) + 1
    else bare[square] = (bare[square] as number) + 1
  }
  // Beginning after `square`, all inked px up to it and all bare ones beyond it are wrong.
  let wrong = bare.reduce((sum, one) => sum + one, 0)
  let best = { least: 0, wrong }
  const used: number[] = [0]
  for (let square = 1; square <= most; square++) {
    if ((inked[square] as number) + (bare[square] as number) === 0) continue
    used.push(square)
    wrong += (inked[square] as number) - (bare[square] as number)
    if (wrong < best.wrong) best = { least: square, wrong }
  }
  const next = used.find((square) => square > best.least)
  return { least: best.least, next: next ?? (outside > 0 ? most + 1 : best.least + 1) }
}

/** Compares a plate with its picture. */
export function learnPlate({ width, height, art, plate, dpi }: Comparison): LearnedPlate {
  let [steps, inside, outside, insideSum, outsideSum] = [0, 0, 0, 0, 0]
  for (let at = 0; at < plate.length; at++) {
    const value = plate[at] as number
    if (value > 8 && value < 247) steps++
    if ((art[at] as number) >= opaque) {
      inside++
      insideSum += value
    } else {
      outside++
      outsideSum += value
    }
  }
  const [within, beyond] = [inside === 0 ? 0 : insideSum / inside, outside === 0 ? 0 : outsideSum / outside]
  const isEven = inside === 0 || outside === 0 || Math.abs(within - beyond) < 8
  if (isEven) {
    // Full everywhere says nothing of the way round; ink is what makers call full.
    const mean = (insideSum + outsideSum) / Math.max(1, plate.length)
    return { source: 'solid', inverted: mean < opaque, threshold: opaque, chokeMm: 0, isCertain: false }
  }
  const inverted = within < beyond
  const common = { inverted, threshold: opaque, isCertain: true }
  // Soft edges are some steps; a plate in steps has many.
  if (steps > plate.length * 0.02) return { ...common, source: 'picture', chokeMm: 0 }
  const ink = inverted ? Uint8Array.from(plate, (value) => 255 - value) : plate
  const widest = Math.ceil((widestMm * dpi) / mmPerInch)
  const filled = Uint8Array.from(art, (value) => (value >= opaque ? 1 : 0))
  const squares = squaredDistances(filled, width, height, widest)
  // The part is cut out of a picture, which goes on above and below it.
  const counts = (at: number) => {
    const row = Math.floor(at / width)
    return row >= widest && row < height - widest
  }
  const { least, next } = beginOf(squares, ink, counts, widest * widest)
  if (least === 0) return { ...common, source: 'alpha', chokeMm: 0 }
  const mm = (square: number) => ((Math.sqrt(square) - 0.5) * mmPerInch) / dpi
  // Soft edges make the picture up to a px wider or narrower than what was opaque when the plate was made.
  return { ...common, source: 'alpha', chokeMm: roundest(mm(least), mm(next)) }
}

/**
 * Returns how opaque each px of a picture without transparency is, 0 or 255: it counts as a part of the picture from half of the amount of ink
 * that is common in it, so that soft edges are cut in their middle.
 *
 * @param samples interleaved, `step` a px.
 * @param colors the places of the colours among them.
 * @param isInk whether 255 is full ink; otherwise 255 is light.
 */
export function artByInks(samples: Uint8Array, step: number, colors: readonly number[], isInk: boolean): Uint8Array {
  const counts = new Float64Array(256)
  const most = Uint8Array.from({ length: samples.length / step }, (_, px) => {
    const values = colors.map((channel) => samples[px * step + channel] as number)
    const value = isInk ? Math.max(...values) : 255 - Math.min(...values)
    if (value > 0) counts[value] = (counts[value] as number) + 1
    return value
  })
  const inked = counts.reduce((sum, one) => sum + one, 0)
  let seen = 0
  const common = counts.findIndex((count, value) => {
    seen += count
    return value > 0 && seen >= inked / 2
  })
  return most.map((value) => (value > 0 && value * 2 >= common ? 255 : 0))
}
