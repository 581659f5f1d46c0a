/**
 * Writes a sheet of the demo shop's cases with light, every model in five looks: `npx tsx scripts/mockup-sheet.ts sheet.webp 300`; the
 * number is the height of one picture, px.
 * It is how the figures of src/imaging/mockup/looks.ts are judged.
 */
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { looks, poses } from '../contract/rules/look'
import { backArt, caseSize, frontArt } from '../server/embedded/demo/case-art'
import { demoCollections } from '../server/embedded/demo/designs'
import { demoBrands } from '../server/embedded/demo/shop-data'
import { drawMockup } from '../server/infra/render/mockup'

const [, , target = 'mockups.webp', cell = '300'] = process.argv
const size = { width: Math.round(Number(cell) * 0.75), height: Number(cell) }
const demoDesigns = demoCollections.flatMap(({ designs }) => designs)
const models = demoBrands.flatMap((brand) => brand.models)
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
    const print = await sharp(Buffer.from(design.background)).resize({ width, height, fit: 'cover' }).png().toBuffer()
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
    .webp({ quality: 80 })
    .toBuffer(),
)
