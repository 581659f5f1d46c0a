/**
 * Draws the design of the benchmark once for each message, in a process of its own; sends the time, ms, and the memory of the process after
 * it, MB, and the first time the file. Arguments: which side, folder of the bundle.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'

const [, , side, folder] = process.argv
const { drawDesign } = await import(pathToFileURL(join(folder, 'draw-design.mjs')).href)

const dpi = 300
const print = { widthMm: 75, heightMm: 156.6, dpi }
const canvas = { width: 500, height: 1044 }
/** Print px per canvas px. */
const scale = 886 / 500

/** A photograph with grain, which compresses like one. */
async function photo(width, height) {
  const raw = Buffer.alloc(width * height * 3)
  let seed = 7
  for (let at = 0; at < raw.length; at += 3) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    const down = Math.floor(at / 3 / width) / height
    raw[at] = 40 + down * 60 + ((seed >> 16) % 18)
    raw[at + 1] = 120 + down * 90 + ((seed >> 16) % 18)
    raw[at + 2] = 210 - down * 60
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

const flower = (side, color) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100"><g fill="${color}">${[0, 60, 120, 180, 240, 300].map((turn) => `<ellipse cx="50" cy="26" rx="14" ry="24" transform="rotate(${turn} 50 50)"/>`).join('')}</g></svg>`,
    ),
  )
    .png()
    .toBuffer()

/** A background and 29 stickers of 500 to 1500 px, each third one turned. */
async function design() {
  const layers = [{ bytes: await photo(1772, 3700), left: 0, top: 0, width: 500, height: 1044, rotation: 0, own: [1772, 3700] }]
  for (let at = 1; at < 30; at += 1) {
    const own = 500 + ((at * 37) % 11) * 100
    const color = `#${((at * 4_321_987) % 0xffffff).toString(16).padStart(6, '0')}`
    const size = 60 + ((at * 17) % 9) * 12
    const place = { left: 10 + ((at * 71) % 320), top: 10 + ((at * 131) % 860), rotation: at % 3 === 0 ? (at * 29) % 360 : 0 }
    layers.push({ bytes: await flower(own, color), ...place, width: size, height: size, own: [own, own] })
  }
  return layers
}

const stored = ({ left, top, width, height, rotation, own }, index) => ({
  ...{ id: index + 1, uuid: `l${index}`, name: `l${index}`, type: 'IMAGE', imageUrl: '', imageFileId: index + 1, index },
  ...{ left, top, width, height, rotation, originalWidth: own[0], originalHeight: own[1] },
  ...{
    locked: false,
    hidden: false,
    isBackground: index === 0,
    isUserUploadImage: true,
    horizontalFlip: false,
    verticalFlip: false,
  },
})

const layers = await design()
const ours = () =>
  drawDesign({ canvas, layers: layers.map(stored), print, pictures: new Map(layers.map(({ bytes }, at) => [`l${at}`, bytes])) })

/** The same pictures, scaled and turned by libvips, composed by it and written as the same kind of file. */
async function peer() {
  const placed = await Promise.all(
    layers.map(async ({ bytes, left, top, width, height, rotation }) => {
      const scaled = sharp(bytes).resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
      const { data, info } = await scaled
        .ensureAlpha()
        .rotate(rotation, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const middle = { x: (left + width / 2) * scale, y: (top + height / 2) * scale }
      const raw = { width: info.width, height: info.height, channels: 4 }
      return { input: data, raw, left: Math.round(middle.x - info.width / 2), top: Math.round(middle.y - info.height / 2) }
    }),
  )
  return sharp({ create: { width: 886, height: 1850, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(placed)
    .withMetadata({ density: dpi })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

sharp.cache(false)
const work = side === 'ours' ? ours : peer
let runs = 0
process.on('message', async () => {
  const began = performance.now()
  const file = await work()
  const took = performance.now() - began
  process.send({ took, rss: process.memoryUsage.rss() / 1e6, ...(runs === 0 && { file }) })
  runs += 1
})
process.send('ready')
