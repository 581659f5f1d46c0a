/**
 * The print file of a full bed of a 6090 printer: 35 different cases in inks with white, from their PNGs to a TIFF of six channels, by the
 * product's picture processes, against the colours alone by libvips in sharp, which makes no inks and no plates.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import sharp from 'sharp'
import { leastOf, mostOf } from './lib/figures.mjs'
import { answer } from './lib/server.mjs'
import { cases } from './sheet/bed.mjs'
import { photographRows } from './tiff/photograph.mjs'

const root = join(import.meta.dirname, '..')
/** The parts of the product that the server's side runs. */
const product = `
export { printPresets } from './contract/rules/print-profile'
export { cmykProfile } from './imaging/tiff/test/cmyk-profile'
export { startPictureProcess } from './server/infra/content/child-process'
export { createPool } from './server/infra/content/pool'
export { createSheets } from './server/infra/render/sheets/sheets'
`
const runs = 2
/** Pictures have more px than the print, so that they are scaled. */
const [width, height] = [1200, 2475]

/** Photographs of different colours on cases with round corners. */
async function writePictures(folder) {
  const photograph = Buffer.from(photographRows(width, height)(0, height).buffer)
  const raw = { width, height, channels: 4 }
  for (const at of cases) {
    await sharp(photograph, { raw })
      .modulate({ hue: at * 10 })
      .png({ compressionLevel: 3 })
      .toFile(join(folder, `${at}.png`))
  }
}

async function openSide(side, folder) {
  const child = fork(join(import.meta.dirname, 'sheet/work.mjs'), [side, folder])
  await answer(child)
  const make = () => {
    const made = answer(child)
    child.send('make')
    return made
  }
  return { make, close: () => child.kill() }
}

export async function measure(print) {
  // Beside the product's packages, which the bundle imports.
  const folder = mkdtempSync(join(root, 'node_modules/.bench-sheet-'))
  const sides = {}
  try {
    const common = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' }
    await build({ ...common, stdin: { contents: product, resolveDir: root, loader: 'ts' }, outfile: join(folder, 'product.mjs') })
    const entryPoints = { 'picture-process': join(root, 'server/infra/content/child.ts') }
    await build({ ...common, entryPoints, outdir: folder, outExtension: { '.js': '.mjs' }, splitting: true })
    await writePictures(folder)
    sides.ours = await openSide('ours', folder)
    sides.peer = await openSide('peer', folder)
    const made = { ours: [], peer: [] }
    // Runs alternate, so that a busy moment of the machine affects both sides.
    for (let run = 0; run < runs; run += 1) for (const side of ['ours', 'peer']) made[side].push(await sides[side].make())
    const of = (side, part) => made[side].map((one) => one[part])
    const best = (side) => leastOf(of(side, 'took'))
    print({
      name: 'sheet: 35 cases on a bed of 600 × 900 mm',
      ours: best('ours'),
      peer: best('peer'),
      unit: 's of processor time',
    })
    print({
      name: 'sheet: the same by the clock',
      ours: leastOf(of('ours', 'wall')),
      peer: leastOf(of('peer', 'wall')),
      unit: 's',
    })
    const mb = (side) => mostOf(of(side, 'size').map((bytes) => bytes / 1e6))
    print({ name: 'sheet: size of the file', ours: mb('ours'), peer: mb('peer'), unit: 'MB' })
    print({
      name: 'sheet: peak of the process that makes it',
      ours: mostOf(of('ours', 'peak')),
      peer: mostOf(of('peer', 'peak')),
      unit: 'MB',
    })
  } finally {
    for (const { close } of Object.values(sides)) close()
    rmSync(folder, { recursive: true, force: true })
  }
}
