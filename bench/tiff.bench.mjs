/**
 * A print of 1200×2500 px with soft alpha to a TIFF with LZW, predictor, 300 dpi and sRGB: the product's writer against libtiff
 * in sharp, in Node, by time and by size. Pure noise, which LZW would make larger, by its size. The peak of memory of a process
 * that writes 8000×8000 px, whose rows are drawn when they are asked for, and of one that makes a print file of the same size of a PNG.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { leastOf } from './lib/figures.mjs'
import { bundleTiff, loadTiff, photographRows } from './tiff/photograph.mjs'

const runs = 7
const [width, height] = [1200, 2500]

const rowsOf = (samples) => (top, count) => samples.subarray(top * width * 4, (top + count) * width * 4)

export async function measure(print) {
  const { encodeTiff, srgbProfile, straightAlpha } = await loadTiff()
  const samples = Buffer.from(photographRows(width, height)(0, height).buffer)
  const sides = {
    ours: async () =>
      Buffer.from(
        encodeTiff({
          width,
          height,
          colors: 'rgb',
          extras: straightAlpha,
          rows: rowsOf(samples),
          dpi: 300,
          profile: srgbProfile(),
        }),
      ),
    peer: () =>
      sharp(samples, { raw: { width, height, channels: 4 } })
        .withMetadata({ density: 300 })
        .withIccProfile('srgb')
        .tiff({ compression: 'lzw', predictor: 'horizontal' })
        .toBuffer(),
  }
  const times = { ours: [], peer: [] }
  const files = {}
  // Runs alternate, so that a busy moment of the machine affects both sides.
  for (let run = 0; run < runs; run += 1) {
    for (const side of Object.keys(sides)) {
      const began = performance.now()
      files[side] = await sides[side]()
      times[side].push(performance.now() - began)
    }
  }
  for (const [side, file] of Object.entries(files)) {
    const pixels = await sharp(file).raw().toBuffer()
    if (side === 'ours' && !pixels.equals(samples)) throw new Error('the file does not hold the picture')
  }
  const name = 'tiff: 1200×2500 RGBA, LZW with predictor'
  print({ name, ours: leastOf(times.ours), peer: leastOf(times.peer), unit: 'ms' })
  const noise = randomBytes(width * height * 4)
  const file = Buffer.from(
    encodeTiff({ width, height, colors: 'rgb', extras: straightAlpha, rows: rowsOf(noise), dpi: 300, profile: srgbProfile() }),
  )
  if (!(await sharp(file).raw().toBuffer()).equals(noise)) throw new Error('the file does not hold the noise')
  print({ name: 'tiff: size of noise, against its pixels', ours: file.length / 1e6, peer: noise.length / 1e6, unit: 'MB' })
  print({ name: 'tiff: size of 1200×2500 RGBA', ours: files.ours.length / 1e6, peer: files.peer.length / 1e6, unit: 'MB' })
  print({ name: 'tiff: peak of memory for 8000×8000', ours: await peakOf('peak.mjs', '8000', '8000'), unit: 'MB' })
  print({ name: 'tiff: peak of memory for a PNG of 8000×8000', ours: await peakOfPng(8000), unit: 'MB' })
}

/** Runs a script in a process of its own, so that its peak is that of one file alone. */
async function peakOf(script, ...args) {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'tiff', script), ...args])
  return Number(stdout)
}

/** The whole path from a PNG to a print file. @param side px. */
async function peakOfPng(side) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-tiff-'))
  const [writer, png] = ['writer.mjs', 'photograph.png'].map((name) => join(folder, name))
  try {
    writeFileSync(writer, await bundleTiff())
    const raw = { width: side, height: side, channels: 4 }
    await sharp(photographRows(side, side)(0, side), { raw, limitInputPixels: false }).png().toFile(png)
    return await peakOf('whole-path.mjs', writer, png)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
