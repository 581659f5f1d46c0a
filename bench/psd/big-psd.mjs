/**
 * Writes a PSD like a designer's, over 100 MB: three artboards of 1200×2500 px side by side with 21 layers each, most of them in
 * groups, and soft-edged noise on gradients that compresses badly. `node big-psd.mjs FILE`.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { initializeCanvas, writePsdUint8Array } = createRequire(import.meta.url)('ag-psd')
const noCanvas = () => {
  throw new Error('pixels come as bytes here')
}
initializeCanvas(noCanvas, (width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4) }))

const [boardWidth, boardHeight, gap] = [1200, 2500, 100]
const groups = 4
const layersInGroup = 5
export const boards = 3
export const layersInBoard = 1 + groups * layersInGroup

let seed = 7
const random = () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const between = (low, high) => Math.floor(low + random() * (high - low))

function picture(width, height) {
  const data = new Uint8ClampedArray(width * height * 4)
  const [r, g, b] = [random() * 255, random() * 255, random() * 255]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const noise = random() * 24
      const distance = Math.hypot((2 * x) / width - 1, (2 * y) / height - 1)
      data[at] = (r * x) / width + noise
      data[at + 1] = (g * y) / height + noise
      data[at + 2] = b
      data[at + 3] = Math.min(1, Math.max(0, (1 - distance) * 20)) * 255
    }
  }
  return { width, height, data }
}

function group(index, left) {
  const children = Array.from({ length: layersInGroup }, (_, layer) => {
    const [width, height] = [between(300, 1000), between(300, 1500)]
    return {
      name: `图层 ${index}-${layer}`,
      left: left + between(0, boardWidth - width),
      top: between(0, boardHeight - height),
      imageData: picture(width, height),
    }
  })
  return { name: `组 ${index}`, opened: false, children }
}

const children = Array.from({ length: boards }, (_, board) => {
  const left = board * (boardWidth + gap)
  const background = { name: '背景', left, top: 0, imageData: picture(boardWidth, boardHeight) }
  return {
    name: `画板 ${board + 1}`,
    artboard: { rect: { left, top: 0, right: left + boardWidth, bottom: boardHeight }, backgroundType: 3 },
    children: [background, ...Array.from({ length: groups }, (_, index) => group(index, left))],
  }
})
const width = boards * (boardWidth + gap) - gap
writeFileSync(
  process.argv[2],
  writePsdUint8Array({ width, height: boardHeight, children, imageData: picture(width, boardHeight) }),
)
