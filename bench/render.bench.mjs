/**
 * The print file of a design of 30 layers at 300 dpi, files in and PNG out: the server's press against the same layers scaled, turned
 * and composed by libvips in sharp, each in a process of its own. Then the memory of a process that makes 200 of them in a row.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import sharp from 'sharp'
import { least } from './lib/figures.mjs'

const runs = 12
const inARow = 200
/** Runs after which libraries have taken the memory that they keep. */
const warm = 40

/** Resolves with what the process sent of each run. */
function runSide(side, times, folder) {
  return new Promise((resolve, reject) => {
    const sent = []
    const child = fork(join(import.meta.dirname, 'render/work.mjs'), [side, String(times), folder], { serialization: 'advanced' })
    child.on('message', (message) => sent.push(message))
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve(sent) : reject(new Error(`the ${side} process ended with ${code}`))))
  })
}

/** Mean difference of two files of the same design, 0 to 255. */
async function difference(one, other) {
  const [a, b] = await Promise.all([one, other].map((file) => sharp(file).flatten({ background: '#fff' }).raw().toBuffer()))
  if (a.length !== b.length) throw new Error('the prints differ in size')
  return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]), 0) / a.length
}

export async function measure(print) {
  // Beside the product's packages, which the bundle imports.
  const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.cache/bench-render-'))
  try {
    await build({
      entryPoints: { 'draw-design': join(import.meta.dirname, '../server/infra/render/draw-design.ts') },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
    })
    const peer = await runSide('peer', runs, folder)
    const ours = await runSide('ours', runs, folder)
    const apart = await difference(ours[0].file, peer[0].file)
    if (apart > 4) throw new Error(`the two sides drew different designs: ${apart}`)
    const best = (sent) => least(sent.map(({ took }) => took))
    print({ name: 'render: print file of 30 layers at 300 dpi', ours: best(ours), peer: best(peer), unit: 'ms', runs })

    const row = await runSide('ours', inARow, folder)
    const highest = (part) => Math.max(...part.map(({ rss }) => rss))
    const [early, late] = [highest(row.slice(0, warm)), highest(row.slice(-warm))]
    print({
      name: `render: memory at the end of ${inARow} in a row, against the beginning`,
      ours: late,
      peer: early,
      unit: 'MB',
      runs: inARow,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
