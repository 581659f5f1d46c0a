/**
 * A print of 1200×2500 px with soft alpha to a TIFF with LZW, predictor, 300 dpi and sRGB: the product's writer against libtiff
 * in sharp, in Node, by time and by size. Pure noise, which LZW would make larger, by its size.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { build } from 'esbuild'
import sharp from 'sharp'
import { leastOf } from './lib/figures.mjs'

const runs = 7
const [width, height] = [1200, 2500]

/** A photograph like those of print files: a gradient with grain and softly rounded corners. */
function photograph() {
  const samples = Buffer.alloc(width * height * 4)
  let seed = 7
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      const grain = (seed >> 16) % 6
      const at = (y * width + x) * 4
      const corner = Math.hypot(Math.max(0, Math.abs(x - width / 2) - 480), Math.max(0, Math.abs(y - height / 2) - 1130))
      samples[at] = 40 + (y / height) * 120 + grain
      samples[at + 1] = 110 + Math.sin(x / 90) * 40 + grain
      samples[at + 2] = 200 - (y / height) * 80 + grain
      samples[at + 3] = Math.max(0, Math.min(255, (120 - corner) * 40))
    }
  }
  return samples
}

async function load() {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { encodeTiff } from './tiff'\nexport { srgbProfile } from './srgb-profile'",
      resolveDir: join(import.meta.dirname, '../src/imaging/tiff'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`)
}

export async function measure(print) {
  const { encodeTiff, srgbProfile } = await load()
  const samples = photograph()
  const sides = {
    ours: async () => Buffer.concat(encodeTiff({ width, height, colors: 'rgba', samples, dpi: 300, profile: srgbProfile() })),
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
  const file = Buffer.concat(encodeTiff({ width, height, colors: 'rgba', samples: noise, dpi: 300, profile: srgbProfile() }))
  if (!(await sharp(file).raw().toBuffer()).equals(noise)) throw new Error('the file does not hold the noise')
  print({ name: 'tiff: size of noise, against its pixels', ours: file.length / 1e6, peer: noise.length / 1e6, unit: 'MB' })
  print({ name: 'tiff: size of 1200×2500 RGBA', ours: files.ours.length / 1e6, peer: files.peer.length / 1e6, unit: 'MB' })
}
