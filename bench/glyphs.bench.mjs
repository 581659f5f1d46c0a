/**
 * The first text after a font is opened: 61 characters in three lines, with kerning pairs and rare characters, from a Chinese
 * font of 16 MB, against opentype.js. Each run is a process of its own and is measured from loading the library to the finished
 * path; the font's bytes are in memory before. `npm install --prefix bench` first; GLYPHS_FONT names another font.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { largeFont } from './glyphs/font-file.mjs'
import { medianOf } from './lib/figures.mjs'

const runs = 5
const characters = 61
const peerModule = join(import.meta.dirname, 'node_modules/opentype.js/dist/opentype.mjs')

export async function measure(print) {
  if (!existsSync(peerModule)) throw new Error('opentype.js is missing: run npm install --prefix bench')
  // The folder lies inside the repository, so that HarfBuzz is found beside its wasm.
  const folder = mkdtempSync(join(import.meta.dirname, 'node_modules/.glyphs-'))
  try {
    const font = join(folder, 'font.otf')
    const ours = join(folder, 'ours.mjs')
    writeFileSync(font, largeFont())
    await build({
      stdin: {
        contents: `export { openFont } from './imaging/glyphs/font'; export { textPicture } from './imaging/glyphs/text-svg'`,
        resolveDir: join(import.meta.dirname, '..'),
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['harfbuzzjs'],
      outfile: ours,
      logLevel: 'error',
    })
    const times = { ours: [], peer: [] }
    const run = (side, module) => {
      const script = join(import.meta.dirname, 'glyphs/first-text.mjs')
      const { ms, length, count } = JSON.parse(execFileSync(process.execPath, [script, side, module, font], { encoding: 'utf8' }))
      if (count !== characters || length < 5000) throw new Error(`${side} drew ${length} characters of path for ${count} of text`)
      times[side].push(ms)
    }
    // Runs alternate, so that a busy moment of the machine affects both sides.
    for (let i = 0; i < runs; i += 1) {
      run('ours', ours)
      run('peer', peerModule)
    }
    const name = 'glyphs: first text of 61 characters from a large Chinese font'
    print({ name, ours: medianOf(times.ours), peer: medianOf(times.peer), unit: 'ms' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
