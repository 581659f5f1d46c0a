/**
 * Writes a sheet of twenty cases with light, those of the demo shop and five more models, each in five looks:
 * `npx tsx scripts/mockup-sheet.ts sheet.webp 300`. The number is the height of one picture, px.
 * It is how the figures of imaging/mockup/looks.ts are judged.
 */
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { bar, circle, pair, pill, quad } from '../contract/library/cameras'
import { looks, poses } from '../contract/rules/look'
import { demoArt } from '../server/embedded/demo/art'
import { backArt, caseSize, frontArt } from '../server/embedded/demo/case-art'
import { composedArt } from '../server/embedded/demo/compose'
import { demoCanvas, demoCollections, stickerCodes } from '../server/embedded/demo/designs'
import { drawable, loadStickers } from '../server/embedded/demo/pictures'
import { demoBrands, model as modelOf } from '../server/embedded/demo/shop-data'
import { drawMockup } from '../server/infra/render/mockup'

const [, , target = 'mockups.webp', cell = '300'] = process.argv
const size = { width: Math.round(Number(cell) * 0.75), height: Number(cell) }
const demoDesigns = demoCollections.flatMap(({ designs }) => designs)
const stickers = await loadStickers(demoArt, stickerCodes)
const models = [
  ...demoBrands.flatMap((brand) => brand.models),
  modelOf('wide camera bar', 76.6, 162.8, 12, bar(6, 14, 64, 20)),
  modelOf('narrow', 64.2, 131.5, 8, pair(4, 4, 24)),
  modelOf('large round camera', 77.2, 163.6, 13, circle(38.6, 30, 24)),
  modelOf('sharp corners', 79, 162.3, 4, pill(6, 6, 12, 44, 3)),
  modelOf('square camera', 73.1, 155.4, 9, quad(18, 5, 38)),
]
const colors = { glossy: '#f7f8fa', frosted: '#2b2f36', clear: '#e9eef5', leather: '#7a4a2b', mirror: '#dfe5ec' } as const
const finishes = { glossy: 'matte', frosted: 'matte', clear: 'clear', leather: 'matte', mirror: 'glass' } as const

const tiles: { input: Buffer; left: number; top: number }[] = []
/** Models side by side. */
const blocks = 2

for (const [index, model] of models.entries()) {
  const design = demoDesigns[index % demoDesigns.length]
  if (!design) throw new Error('the demo has no designs')
  const { widthMm, heightMm, width, height } = caseSize(model)
  for (const [column, look] of looks.entries()) {
    // A clear case is sold with its stickers alone, so that the sheet shows what is seen through it.
    const layers = drawable(design, stickers).filter((layer) => look !== 'clear' || !layer.isBackground)
    const svg = composedArt(demoCanvas, layers, { width, height })
    const print = await sharp(Buffer.from(svg), { unlimited: true }).png().toBuffer()
    const input = await drawMockup({
      print,
      background: Buffer.from(backArt(model, finishes[look], colors[look])),
      foreground: Buffer.from(frontArt(model)),
      widthMm,
      heightMm,
      look,
      pose: poses[index % poses.length] ?? 'front',
      picture: size,
    })
    const left = ((index % blocks) * looks.length + column) * size.width
    tiles.push({ input, left, top: Math.floor(index / blocks) * size.height })
  }
}
const sheet = { width: size.width * looks.length * blocks, height: size.height * Math.ceil(models.length / blocks) }
writeFileSync(
  target,
  await sharp({ create: { ...sheet, channels: 3, background: '#fff' } })
    .composite(tiles)
    .webp({ quality: 74 })
    .toBuffer(),
)
