/** Compares the look of a screen with the kept one, tolerant of how a machine draws letters and of what the clock says. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const kept = join(import.meta.dirname, 'pictures')
const results = join(import.meta.dirname, '../../../test-results/looks')

/** Pictures are kept at half their size, where words can still be read. */
const keptScale = 0.5
/** A cell of so many px of the screen is compared by its mean colour; a word in another font has the same, a control elsewhere does not. */
const cell = 16
/** Levels of 255 by which a cell's channel may differ. */
const levels = 24
/** Share of cells that may differ more: times, numbers and words in another font. A guess that a moved button of 80 × 32 px exceeds. */
const share = 0.004

async function cellsOf(picture: Buffer, columns: number, rows: number): Promise<Buffer> {
  return sharp(picture).removeAlpha().resize(columns, rows, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()
}

/** Returns the cells that differ by more than their tolerance, as indexes from the upper left, row by row. */
export function differentCells(one: Uint8Array, other: Uint8Array): readonly number[] {
  const found: number[] = []
  for (let at = 0; at * 3 < one.length; at++) {
    const apart = [0, 1, 2].map((channel) => Math.abs((one[at * 3 + channel] ?? 0) - (other[at * 3 + channel] ?? 0)))
    if (Math.max(...apart) > levels) found.push(at)
  }
  return found
}

/** Writes the kept picture, the new one and the new one with the cells that differ in red, one beside the other. */
async function show(path: string, before: Buffer, now: Buffer, cells: readonly number[], columns: number): Promise<void> {
  const { width = 0, height = 0 } = await sharp(now).metadata()
  const side = cell * keptScale
  const marks = cells.map((at) => {
    const [left, top] = [(at % columns) * side, Math.floor(at / columns) * side]
    return `<rect x="${left}" y="${top}" width="${side}" height="${side}" fill="red" opacity="0.5"/>`
  })
  const marked = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${marks.join('')}</svg>`,
  )
  await sharp({ create: { width: width * 3 + 20, height, channels: 3, background: '#888' } })
    .composite([
      { input: before, left: 0, top: 0 },
      { input: now, left: width + 10, top: 0 },
      { input: now, left: (width + 10) * 2, top: 0 },
      { input: marked, left: (width + 10) * 2, top: 0 },
    ])
    .png()
    .toFile(path)
}

/**
 * Returns null where a screenshot looks as the kept picture, otherwise a sentence with the place of a picture that shows both.
 * `UPDATE_LOOKS=1` keeps the new look wherever it differs; the change is then looked at in the commit.
 */
export async function lookDifference(name: string, screenshot: Buffer): Promise<string | null> {
  const { width, height } = await sharp(screenshot).metadata()
  const now = await sharp(screenshot)
    .resize(Math.round(width * keptScale))
    .webp({ quality: 82 })
    .toBuffer()
  const path = join(kept, `${name}.webp`)
  const keep = () => {
    mkdirSync(kept, { recursive: true })
    writeFileSync(path, now)
    return null
  }
  const mayKeep = process.env.UPDATE_LOOKS === '1'
  if (!existsSync(path)) return mayKeep ? keep() : `${name} has no kept picture: UPDATE_LOOKS=1 keeps one`
  const before = readFileSync(path)
  const [columns, rows] = [Math.round(width / cell), Math.round(height / cell)]
  const [one, other] = [await cellsOf(before, columns, rows), await cellsOf(now, columns, rows)]
  const cells = differentCells(one, other)
  if (cells.length <= columns * rows * share) return null
  if (mayKeep) return keep()
  mkdirSync(results, { recursive: true })
  const shown = join(results, `${name}.png`)
  await show(shown, before, now, cells, columns)
  return `${name} looks different in ${cells.length} of ${columns * rows} places: ${shown}`
}
