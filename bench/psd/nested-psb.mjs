/**
 * Writes a PSB as large as the product accepts, 7900×7900 px: two nested groups with the blend mode pass through, each with
 * layers over the whole canvas, and no merged picture. `node nested-psb.mjs FILE`.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { initializeCanvas, writePsdUint8Array } = createRequire(import.meta.url)('ag-psd')
const noCanvas = () => {
  throw new Error('pixels come as bytes here')
}
initializeCanvas(noCanvas, (width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4) }))

export const side = 7900

/** Semitransparent stripes: they compress well, and every pixel has to be blended. */
function stripes(red, alpha) {
  const pixels = new Uint32Array(side * side)
  for (let y = 0; y < side; y++) {
    const color = (red | ((y & 255) << 8) | (0x80 << 16) | ((alpha - (y % 64)) << 24)) >>> 0
    pixels.fill(color, y * side, (y + 1) * side)
  }
  return { width: side, height: side, data: new Uint8ClampedArray(pixels.buffer) }
}

const first = stripes(0xff, 255)
const second = stripes(0x20, 160)
const layer = (name, imageData) => ({ name, left: 0, top: 0, imageData })
const group = (name, opacity, children) => ({ name, opened: false, blendMode: 'pass through', opacity, children })
const inner = group('里面', 0.6, [layer('里一', second), layer('里二', first)])
const children = [layer('底', first), group('外面', 0.7, [layer('外一', second), inner])]
writeFileSync(process.argv[2], writePsdUint8Array({ width: side, height: side, children }, { psb: true }))
