import { expect, test } from 'vitest'
import { mmToPx } from '../../../../contract/rules/lengths'
import { qrCode } from '../../../../imaging/qr/qr-code'
import { turnedPixels } from '../../../../imaging/sheets/turn'
import { drawMark } from './draw-mark'
import type { MarkPlace } from './sheet-work'

const size = { width: 400, height: 150 }
const qr = 'https://kejiang.example/p/7'
const mark: MarkPlace = { qr, lines: ['第 7 件'], x: 0, y: 0, ...size, turn: 0 }
const draw = (change: Partial<MarkPlace> = {}) => drawMark({ ...mark, ...change }, 300)

test('each module of a code is a square of whole px, without grey', async () => {
  const ink = await draw({ lines: [] })
  const grid = qrCode(qr) ?? []
  // The usual border of four modules leaves 0.34 mm for each.
  const module = Math.floor(150 / (grid.length + 8))
  const free = Math.floor((150 - module * grid.length) / 2)
  const expected = new Uint8Array(ink.length)
  for (let y = 0; y < module * grid.length; y++) {
    for (let x = 0; x < module * grid.length; x++) {
      if (grid[Math.floor(y / module)]?.[Math.floor(x / module)]) expected[(free + y) * size.width + free + x] = 255
    }
  }
  expect(Buffer.from(ink).equals(expected)).toBe(true)
})

test.each([150, 254, 300, 360, 600, 1200])('a code of nine letters fits into 6 mm at %d dpi', async (dpi) => {
  const side = Math.round(mmToPx(6, dpi))
  const ink = await drawMark({ ...mark, qr: 'P1234ABCD', lines: [], width: side, height: side }, dpi)
  const rows = Array.from({ length: side }, (_, y) => ink.subarray(y * side, (y + 1) * side))
  const dark = rows.map((row, y) => (row.includes(255) ? y : -1)).filter((y) => y >= 0)
  const module = ((dark.at(-1) ?? 0) + 1 - (dark[0] ?? 0)) / 21
  expect(Number.isInteger(module)).toBe(true)
  expect(module).toBeGreaterThanOrEqual(mmToPx(0.16, dpi))
})

test('lines stand beside the code, those that are too long end with an ellipsis, and none reaches into the code', async () => {
  const [bare, short, long] = [
    await draw({ lines: [] }),
    await draw(),
    await draw({ lines: ['很长的一行'.repeat(40), '第二行'] }),
  ]
  const part = (ink: Uint8Array, from: number, end: number) =>
    ink.reduce((sum, value, at) => sum + (at % size.width >= from && at % size.width < end ? value : 0), 0)
  for (const ink of [short, long]) {
    expect(part(ink, 0, 148)).toBe(part(bare, 0, 148))
    expect(part(ink, 150, size.width)).toBeGreaterThan(255 * 100)
  }
})

test.each([90, 180, 270] as const)('a mark that is turned by %d is the mark, turned', async (turn) => {
  const box = turn === 180 ? size : { width: size.height, height: size.width }
  expect(Buffer.from(await draw({ turn, ...box })).equals(turnedPixels(await draw(), size, 1, turn))).toBe(true)
})

test('a code for which there is no room is refused with the room that it needs', async () => {
  await expect(draw({ width: 30, height: 30 })).rejects.toThrow('请至少留 10 × 10 毫米，或提高打印配置的分辨率（现在 300 dpi）')
})
