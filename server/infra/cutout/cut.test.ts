/** Tests cutting out from bytes to PNG, with a model that recognizes by colour: red is the subject. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../kernel/failure'
import { composePng, cutOut, type Infer } from './cut'

const side = 64
/** A model that is certain of red, and blurs over a few pixels as real models do. `looks` counts its runs. */
function redModel(seen: (rgb: Uint8Array, look: number) => boolean = () => true): Infer & { looks: number } {
  const model = {
    looks: 0,
    sideOf: () => side,
    async run(_: unknown, rgb: Uint8Array) {
      model.looks += 1
      const sees = seen(rgb, model.looks)
      const red = Float32Array.from({ length: side * side }, (_, pixel) => {
        const [r = 0, g = 0] = rgb.subarray(pixel * 3)
        return sees && r - g > 100 ? 0.98 : 0.01
      })
      return [{ width: side, height: side, data: red }]
    },
  }
  return model
}

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const drawing = (
  width: number,
  height: number,
  { x, y, radius }: Disc,
  ground = '<rect width="100%" height="100%" fill="#346"/>',
) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}<circle cx="${x}" cy="${y}" r="${radius}" fill="#d22"/></svg>`,
    ),
  )

/** Returns how much the alpha differs from the disc, as a share of the disc's area. */
function error(alpha: Uint8Array, width: number, { x, y, radius }: Disc): number {
  let wrong = 0
  alpha.forEach((share, pixel) => {
    const inside = Math.hypot((pixel % width) + 0.5 - x, Math.floor(pixel / width) + 0.5 - y) < radius
    wrong += Math.abs(share / 255 - (inside ? 1 : 0))
  })
  return wrong / (Math.PI * radius * radius)
}

describe('a cut-out', () => {
  test('a cut-out follows the edge of the picture at its full size', async () => {
    const disc = { x: 450, y: 320, radius: 280 }
    const infer = redModel()
    const cut = await cutOut(await drawing(900, 640, disc).jpeg({ quality: 95 }).toBuffer(), 'common', infer)
    expect(cut).toMatchObject({ width: 900, height: 640 })
    // One pixel of the model covers 14 pixels of the picture.
    expect(error(cut.alpha, 900, disc)).toBeLessThan(0.02)
    expect(cut.box.left).toBeGreaterThan(160)
    expect(cut.box.width).toBeLessThan(572)
    expect(infer.looks).toBe(1)
  })

  test('a small subject gets a second, closer pass', async () => {
    const disc = { x: 700, y: 150, radius: 60 }
    const infer = redModel()
    const bytes = await drawing(900, 640, disc).png().toBuffer()
    const cut = await cutOut(bytes, 'common', infer)
    expect(infer.looks).toBe(2)
    expect(error(cut.alpha, 900, disc)).toBeLessThan(0.03)
  })

  test('the first pass stands when the second loses the subject', async () => {
    const disc = { x: 700, y: 150, radius: 60 }
    const cut = await cutOut(
      await drawing(900, 640, disc).png().toBuffer(),
      'common',
      redModel((_, look) => look === 1),
    )
    expect(cut.box.left).toBeGreaterThan(600)
  })

  test('a cut-out is a PNG of the same size whose edge holds no background colour', async () => {
    const disc = { x: 100, y: 100, radius: 70 }
    const bytes = await drawing(200, 200, disc).png().toBuffer()
    const cut = await cutOut(bytes, 'common', redModel())
    const { data, info } = await sharp(await composePng(bytes, { ...cut, model: 'test' }))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 200, height: 200, channels: 4 })
    for (let pixel = 0; pixel < data.length; pixel += 4) {
      const share = data[pixel + 3] ?? 0
      if (share > 30) expect((data[pixel] ?? 0) - (data[pixel + 2] ?? 0)).toBeGreaterThan(90)
    }
  })

  test('a cut-out keeps the transparency of its picture', async () => {
    const disc = { x: 100, y: 100, radius: 70 }
    const bytes = await drawing(200, 200, disc, '').png().toBuffer()
    const cut = await cutOut(bytes, 'common', redModel())
    const { data } = await sharp(await composePng(bytes, { ...cut, model: 'test' }))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([data[3], data[(100 * 200 + 100) * 4 + 3]]).toEqual([0, 255])
  })

  test.each([
    [
      'nothing to see',
      async () => drawing(200, 200, { x: 0, y: 0, radius: 0 }).png().toBuffer(),
      'invalid',
      '没有找到明显的主体',
    ],
    ['bytes that are no picture', async () => Buffer.from('hello'), 'unsupported-file', '图片加载失败'],
    [
      'a picture that breaks off',
      async () => (await drawing(900, 640, { x: 450, y: 320, radius: 280 }).png().toBuffer()).subarray(0, 4000),
      'unsupported-file',
      '图片加载失败',
    ],
    [
      'too many pixels',
      async () =>
        sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#d22' } })
          .png()
          .toBuffer(),
      'unsupported-file',
      '像素过大',
    ],
  ])('cutting out of %s is refused in words', async (_, bytes, code, words) => {
    const refused: unknown = await cutOut(await bytes(), 'common', redModel()).catch((reason: unknown) => reason)
    expect(refused).toBeInstanceOf(Failure)
    expect(refused).toMatchObject({ code, message: expect.stringContaining(words) })
  })
})
