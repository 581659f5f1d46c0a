/** Levels and curves of a PSD by the file's channels, which are red, green and blue in an RGB file alone. */
import { clamp } from '../../contract/ground/number'
import type { Adjustment, CurvePoint, Levels } from '../../contract/rules/appearance'
import { textOf } from './bytes'

/** A record's settings for all channels together and for each one, in the file's order; undefined where it changes nothing. */
interface ByChannel<T> {
  readonly all: T | undefined
  readonly own: readonly (T | undefined)[]
}

/** A curve has at most 19 points in Photoshop. */
const maxPoints = 32
/** Points that stand for a curve drawn by hand, which is stored as 256 values. */
const drawnPoints = 32

/** Most channels of a file whose layers may be adjusted: the four inks. */
const maxChannels = 4

/** Returns null when the bytes are no levels. */
function levelsByChannel(block: DataView): ByChannel<Levels> | null {
  const size = 10
  if (block.byteLength < 2 + 2 * size || block.getUint16(0) !== 2) return null
  const read = (channel: number): Levels | undefined => {
    const at = 2 + channel * size
    if (at + size > block.byteLength) return undefined
    const levels: Levels = {
      black: clamp(block.getInt16(at), 0, 253),
      white: clamp(block.getInt16(at + 2), 2, 255),
      outBlack: clamp(block.getInt16(at + 4), 0, 255),
      outWhite: clamp(block.getInt16(at + 6), 0, 255),
      gamma: clamp(block.getInt16(at + 8) / 100, 0.1, 9.99),
    }
    const { black, white, gamma, outBlack, outWhite } = levels
    return black === 0 && white === 255 && gamma === 1 && outBlack === 0 && outWhite === 255 ? undefined : levels
  }
  return { all: read(0), own: Array.from({ length: maxChannels }, (_, channel) => read(channel + 1)) }
}

type Curve = readonly CurvePoint[]

const isCurve = (points: Curve): boolean =>
  points.length >= 2 && points.every(([x, y], at) => x >= 0 && x <= 255 && y >= 0 && y <= 255 && x !== points[at + 1]?.[0])

const isDiagonal = (points: Curve): boolean =>
  points[0]?.[0] === 0 && points.at(-1)?.[0] === 255 && points.every(([x, y]) => x === y)

/** Reads curves one after another. */
class CurveReader {
  constructor(
    readonly block: DataView,
    public at: number,
    readonly isDrawn: boolean,
  ) {}

  u16(): number {
    const value = this.block.getUint16(this.at)
    this.at += 2
    return value
  }

  curve(): Curve {
    if (this.isDrawn) {
      const points = Array.from({ length: drawnPoints }, (_, index): CurvePoint => {
        const x = Math.round((index * 255) / (drawnPoints - 1))
        return [x, this.block.getUint8(this.at + x)]
      })
      this.at += 256
      return points
    }
    const count = this.u16()
    if (count > maxPoints) throw new RangeError('no curve')
    return Array.from({ length: count }, (): CurvePoint => {
      const output = this.u16()
      return [this.u16(), output]
    }).sort(([a], [b]) => a - b)
  }
}

/** The curves of a record by the number of their channel; 0 is all of them. Throws a RangeError where the record ends too early. */
function curvesByNumber(block: DataView): Map<number, Curve> {
  const [isDrawn, version, bits] = [block.getUint8(0) !== 0, block.getUint16(1), block.getUint32(3)]
  if (version !== 1 && version !== 4) throw new RangeError('no curves')
  const reader = new CurveReader(block, 7, isDrawn)
  const numbers =
    version === 1
      ? Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (bits >>> bit) & 1)
      : Array.from({ length: clamp(bits, 0, 32) }, (_, at) => at)
  const found = new Map(numbers.map((channel) => [channel, reader.curve()] as const))
  // Later versions repeat the curves with the number of each channel.
  if (reader.at + 10 > block.byteLength || textOf(block, reader.at, 4) !== 'Crv ') return found
  reader.at += 6
  const count = (reader.u16() << 16) | reader.u16()
  for (let index = 0; index < count; index++) {
    const channel = reader.u16()
    found.set(channel, reader.curve())
  }
  return found
}

/** Returns null when the bytes are no curves. */
function readCurves(block: DataView): ByChannel<Curve> | null {
  try {
    const found = curvesByNumber(block)
    if (![...found.values()].every(isCurve)) return null
    const curve = (channel: number): Curve | undefined => {
      const points = found.get(channel)
      return points === undefined || isDiagonal(points) ? undefined : points
    }
    return { all: curve(0), own: Array.from({ length: maxChannels }, (_, channel) => curve(channel + 1)) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Leaves out fields without a value. */
const filledIn = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

export interface ChannelAdjustment {
  readonly adjustment: Adjustment
  /** Adjustment of black ink in a CMYK file: `adjustment` then acts on cyan, magenta and yellow as red, green and blue. */
  readonly black?: Adjustment
  /** Channels of the record that are not drawn. */
  readonly isPartial: boolean
}

function byMode<T>(kind: 'levels' | 'curves', { all, own }: ByChannel<T>, mode: number): ChannelAdjustment {
  const made = (fields: { rgb?: T | undefined; red?: T | undefined; green?: T | undefined; blue?: T | undefined }) =>
    ({ kind, ...filledIn(fields) }) as unknown as Adjustment
  const [first, second, third, fourth] = own
  // A file with one channel has no record of all channels: Photoshop leaves it unused and adjusts the first one.
  if (mode === 1 || mode === 8) return { adjustment: made({ rgb: first }), isPartial: all !== undefined }
  // Lightness alone can be drawn on RGB.
  if (mode === 9)
    return { adjustment: made({ rgb: first }), isPartial: all !== undefined || second !== undefined || third !== undefined }
  const colors = made({ rgb: all, red: first, green: second, blue: third })
  if (mode !== 4) return { adjustment: colors, isPartial: false }
  return { adjustment: colors, black: made({ rgb: all, red: fourth, green: fourth, blue: fourth }), isPartial: false }
}

/**
 * Returns what a block of levels or curves does; null when it cannot be read.
 *
 * @param mode the file's colour mode.
 */
export function channelAdjustment(key: 'levl' | 'curv', block: DataView, mode: number): ChannelAdjustment | null {
  if (key === 'levl') {
    const levels = levelsByChannel(block)
    return levels && byMode('levels', levels, mode)
  }
  const curves = block.byteLength < 7 ? null : readCurves(block)
  return (
    curves && {
      ...byMode('curves', curves, mode),
      isPartial: byMode('curves', curves, mode).isPartial || block.getUint8(0) !== 0,
    }
  )
}
