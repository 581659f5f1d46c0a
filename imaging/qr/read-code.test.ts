import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawLabel, labelSize } from '../labels/draw-label'
import { readCode } from './read-code'

const code = 'PABCDEFGC'

/** A label as a camera sees it: turned, a little unsharp and dark, somewhere on a table. */
async function seen(turn: number, blur: number) {
  const canvas = createCanvas(labelSize.widthMm * 4, labelSize.heightMm * 4)
  const label = {
    code,
    orderNumber: '4502938475610293847',
    phone: '小米 14',
    material: '硅胶 · 黑',
    slot: 'S1',
    sheet: 'B0001 1/1',
  }
  drawLabel(canvas.getContext('2d') as never, { ...label, number: '', shop: '' }, 4)
  const turned = await sharp(canvas.toBuffer('image/png')).rotate(turn, { background: '#887' }).png().toBuffer()
  const onTable = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#887' } })
    .composite([{ input: turned, left: 40, top: 10 }])
    .png()
    .toBuffer()
  const { data, info } = await sharp(onTable).blur(blur).linear(0.6, 10).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

test.each([0, 12, 45, 100, 180])(
  'the code of a label that is turned by %i° is read, though it is unsharp and dark',
  async (turn) => {
    expect(readCode(await seen(turn, 1.2))).toBe(code)
  },
)

test('a picture without a code is read as none', () => {
  const data = new Uint8ClampedArray(640 * 480 * 4).fill(255)
  expect(readCode({ width: 640, height: 480, data })).toBeNull()
})
