/** Parts of both processes of the TIFF benchmark: the product's writer, bundled, and a picture like those of print files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Returns rows of a photograph: a gradient with grain and softly rounded corners, RGBA. Rows are asked for from the top on. */
export function photographRows(width, height) {
  let seed = 7
  return (top, count) => {
    const samples = new Uint8Array(width * count * 4)
    for (let y = top; y < top + count; y += 1) {
      for (let x = 0; x < width; x += 1) {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
        const grain = (seed >> 16) % 6
        const at = ((y - top) * width + x) * 4
        const beyond = [Math.abs(x - width / 2) - width * 0.4, Math.abs(y - height / 2) - height * 0.452]
        const corner = Math.hypot(Math.max(0, beyond[0]), Math.max(0, beyond[1]))
        samples[at] = 40 + (y / height) * 120 + grain
        samples[at + 1] = 110 + Math.sin(x / 90) * 40 + grain
        samples[at + 2] = 200 - (y / height) * 80 + grain
        samples[at + 3] = Math.max(0, Math.min(255, (120 - corner) * 40))
      }
    }
    return samples
  }
}

/** Returns the peak of resident memory of this process, MB; `resourceUsage` would count what its parent had when it started it. */
export const peakOfProcess = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024

/** Bundles the product's writer and its profile as a module. */
export async function bundleTiff() {
  const { outputFiles } = await build({
    stdin: {
      contents: [
        'printFile } from "./print-file"',
        'encodeTiff, straightAlpha } from "./tiff"',
        'srgbProfile } from "./srgb-profile"',
      ]
        .map((name) => `export { ${name}`)
        .join('\n'),
      resolveDir: join(import.meta.dirname, '../../imaging/tiff'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: ['lcms-wasm'],
    logLevel: 'error',
  })
  return outputFiles[0].text
}

/** Returns the writer and the profile of the product. */
export async function loadTiff() {
  return import(`data:text/javascript;base64,${Buffer.from(await bundleTiff()).toString('base64')}`)
}
