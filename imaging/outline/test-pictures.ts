/** Pictures and settings that the tests of outlines share. */
import type { Pixels } from './shapes'
import type { StrokeSettings } from './stroke'

/** A picture from rows of text: # is opaque, + is barely visible, anything else is transparent. */
export function picture(...rows: string[]): Pixels {
  const width = rows[0]?.length ?? 0
  const data = new Uint8ClampedArray(width * rows.length * 4)
  rows.forEach((row, y) => {
    for (let x = 0; x < width; x++) data[(y * width + x) * 4 + 3] = { '#': 255, '+': 25 }[row.charAt(x)] ?? 0
  })
  return { data, width, height: rows.length }
}

/** A filled shape: opaque where `inside` returns true. */
export function shape(size: number, inside: (x: number, y: number) => boolean): Pixels {
  const data = new Uint8ClampedArray(size * size * 4)
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) data[(y * size + x) * 4 + 3] = inside(x, y) ? 255 : 0
  return { data, width: size, height: size }
}

export const all = { threshold: 128, minArea: 1 }
export const red: StrokeSettings = { style: 'SOLID', color: '#f00', width: 10, opacity: 100, offset: 0 }
export const square = shape(100, (x, y) => x >= 30 && x < 70 && y >= 30 && y < 70)

export const fail = (): never => {
  throw new Error('expected something')
}
