/** Standard wireframes, as the server draws them, are read by the form of the plugin and become solids. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { libraryName, libraryPhones } from '../contract/library/library'
import { caseModel } from '../imaging/case-model/case-model'
import { maskHole } from '../imaging/mask/mask-hole'
import { caseMask } from '../imaging/mockup/case-mask'
import { backArt, frontArt, openingOf } from '../server/domain/library/case-art'
import { type StandardCase, standardCase } from '../server/domain/library/standard-case'

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Pixels of a drawing, at its own size or `pxPerMm`. */
async function pixelsOf(svg: string, { widthMm, heightMm }: StandardCase, pxPerMm?: number) {
  const image = sharp(Buffer.from(svg))
  const size = pxPerMm && { width: Math.round(widthMm * pxPerMm), height: Math.round(heightMm * pxPerMm), fit: 'fill' as const }
  const { data, info } = await (size ? image.resize(size) : image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

const named = (name: string) => {
  const phone = libraryPhones.find((one) => libraryName(one) === name)
  if (!phone) throw new Error(`no phone ${name}`)
  return phone
}

/** A phone for each shape of camera, one with nearly square corners, and one whose case is a factory's mould. */
const cases = [
  ...[
    '苹果 iPhone 17 Pro Max',
    '苹果 iPhone 16',
    '苹果 iPhone SE 3',
    '三星 Galaxy S24 Ultra',
    '谷歌 Pixel 8',
    '华为 Mate 60 Pro',
  ].map((name) => [name, standardCase(named(name))] as const),
  ['a mould as large as the body', standardCase(named('苹果 iPhone 15 Pro'), { widthMm: 70.6, heightMm: 146.6 })] as const,
  ['a mould larger than the body', standardCase(named('苹果 iPhone 15 Pro'), { widthMm: 73.24, heightMm: 149.27 })] as const,
]

test.each(cases)('the hole that the form finds in the foreground of %s is its print area', async (_, drawing) => {
  const { data, width, height } = await pixelsOf(frontArt(drawing), drawing)
  expect({ width, height }).toEqual({ width: drawing.width, height: drawing.height })
  expect(maskHole(data, width, height)).toEqual(drawing.printArea)
})

test.each(cases)(
  'the shadow of %s ends inside the picture, so that no line is seen at the edge of the picture',
  async (_, drawing) => {
    const { data, width, height } = await pixelsOf(frontArt(drawing), drawing)
    const edge = [
      ...Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x]).flat(),
      ...Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1]).flat(),
    ]
    const darkest = Math.min(...edge.map((at) => Math.min(...data.subarray(4 * at, 4 * at + 4))))
    expect(darkest).toBeGreaterThan(252)
  },
)

test.each(cases)('a dark design on %s shows no line along the edge of the case', async (_, drawing) => {
  const { data, width, height } = await pixelsOf(frontArt(drawing), drawing)
  /** The red channel of a design of red 20 that lies under this pixel. */
  const seen = (x: number, y: number) => {
    const [red = 0, , , alpha = 0] = data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)
    return (red * alpha + 20 * (255 - alpha)) / 255
  }
  const { left, top } = drawing.printArea
  const [middleX, middleY] = [Math.round(width * 0.8), Math.round(height * 0.6)]
  const inwards = (at: (by: number) => number) => Array.from({ length: 40 }, (_, by) => at(by + 2))
  const rows = [
    inwards((by) => seen(left + by, middleY)),
    inwards((by) => seen(width - 1 - left - by, middleY)),
    inwards((by) => seen(middleX, top + by)),
    inwards((by) => seen(middleX, height - 1 - top - by)),
  ]
  const steps = rows.flatMap((row) => row.slice(1).map((level, at) => Math.abs(level - (row[at] as number))))
  expect(Math.max(...steps)).toBeLessThan(5)
})

const boxOf = (ring: Float64Array): Box => {
  const xs = [...ring].filter((_, at) => at % 2 === 0)
  const ys = [...ring].filter((_, at) => at % 2 === 1)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

test.each(cases)('the solid of %s has the outline of the case and one opening, at the camera', async (_, drawing) => {
  const pxPerMm = 5
  const over = await pixelsOf(frontArt(drawing), drawing, pxPerMm)
  const under = await pixelsOf(backArt(drawing, 'matte', '#232427'), drawing, pxPerMm)
  const mask = caseMask({ width: over.width, height: over.height, under: under.data, over: over.data })
  const { outline, holes, covers } = caseModel(mask, drawing)
  const near = (found: Box, x: number, y: number, w: number, h: number, by: number) => {
    for (const [side, wanted] of [
      [found.left, x],
      [found.top, y],
      [found.right, x + w],
      [found.bottom, y + h],
    ] as const)
      expect(Math.abs(side - wanted)).toBeLessThan(by)
  }
  const { outline: wanted } = drawing
  near(boxOf(outline), wanted.x, wanted.y, wanted.w, wanted.h, 0.5)
  expect(holes).toHaveLength(1)
  expect(covers).toHaveLength(0)
  const opening = openingOf(drawing)
  near(boxOf(holes[0] as Float64Array), opening.x, opening.y, opening.w, opening.h, 0.9)
})
