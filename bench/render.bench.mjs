/**
 * The print file of a design of 30 layers at 300 dpi, files in and PNG out: the server's press against the same layers scaled, turned
 * and composed by libvips in sharp, each in a process of its own. Then the memory of a process that makes 200 of them in a row.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import sharp from 'sharp'
import { leastOf, mostOf } from './lib/figures.mjs'
import { answer } from './lib/server.mjs'

const runs = 9
const inARow = 200
/** Runs after which libraries have taken the memory that they keep. */
const warm = 40

/** Starts a process of one side; `draw` resolves with what it sends about one run. */
async function openSide(side, folder) {
  const child = fork(join(import.meta.dirname, 'render/work.mjs'), [side, folder], { serialization: 'advanced' })
  await answer(child)
  const draw = () => {
    const drawn = answer(child)
    child.send('draw')
    return drawn
  }
  return { draw, close: () => child.disconnect() }
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
    const sides = { ours: await openSide('ours', folder), peer: await openSide('peer', folder) }
    const drawn = { ours: [], peer: [] }
    // Runs alternate, so that a busy moment of the machine affects both sides.
    for (let run = 0; run < runs; run += 1) {
      for (const side of ['ours', 'peer']) drawn[side].push(await sides[side].draw())
    }
    for (const { close } of Object.values(sides)) close()
    const apart = await difference(drawn.ours[0].file, drawn.peer[0].file)
    if (apart > 4) throw new Error(`the two sides drew different designs: ${apart}`)
    const best = (side) => leastOf(drawn[side].map(({ took }) => took))
    print({ name: 'render: print file of 30 layers at 300 dpi', ours: best('ours'), peer: best('peer'), unit: 'ms' })

    const alone = await openSide('ours', folder)
    const row = []
    for (let run = 0; run < inARow; run += 1) row.push(await alone.draw())
    alone.close()
    const highest = (part) => mostOf(part.map(({ rss }) => rss))
    const [early, late] = [highest(row.slice(0, warm)), highest(row.slice(-warm))]
    print({
      name: `render: memory at the end of ${inARow} in a row against the beginning`,
      ours: late,
      peer: early,
      unit: 'MB',
      runs: inARow,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
