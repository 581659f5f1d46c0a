import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { drawLabel, labelSize, type PieceLabel } from './draw-label'
import { blackOf } from './label-bitmap'
import { labelsPdf } from './label-pdf'
import { labelZpl } from './label-zpl'

const label: PieceLabel = {
  code: 'P7K3M9QX2',
  orderNumber: '4502938475610293847',
  phone: '苹果 iPhone 16 Pro Max',
  material: '磨砂硬壳 · 黑色',
  slot: 'S12',
  sheet: 'B0012 1/2',
  number: '1/3',
  shop: '抖店一号',
}

function drawn(of: PieceLabel, dotsPerMm = 8) {
  const [width, height] = [labelSize.widthMm * dotsPerMm, labelSize.heightMm * dotsPerMm]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  drawLabel(context as never, of, dotsPerMm)
  return blackOf(context.getImageData(0, 0, width, height).data, width, height)
}

/** Reads a label back as the guide of ZPL says. */
function fieldOf(zpl: string): Uint8Array {
  const [, total = '', , rowBytes = '', data = ''] = /\^GFA,(\d+),(\d+),(\d+),([^^]*)\^FS/.exec(zpl) ?? []
  const side = Number(rowBytes) * 2
  const rows: string[] = []
  let row = ''
  for (const sign of data) {
    if (sign === ':') rows.push(rows.at(-1) ?? '0'.repeat(side))
    else if (sign === ',' || sign === '!') {
      rows.push(row.padEnd(side, sign === ',' ? '0' : 'F'))
      row = ''
    } else {
      row += sign
      if (row.length === side) {
        rows.push(row)
        row = ''
      }
    }
  }
  expect(row).toBe('')
  const bytes = Buffer.from(rows.join(''), 'hex')
  expect(bytes.length).toBe(Number(total))
  return bytes
}

test('a label in ZPL has the dots of its picture, and is shorter than they are', () => {
  const bitmap = drawn(label)
  const zpl = labelZpl(bitmap) + labelZpl(drawn({ ...label, slot: '' }))
  expect(zpl.match(/\^XA\^PW800\^LL480/g)).toHaveLength(2)
  expect(Buffer.from(bitmap.bits).equals(Buffer.from(fieldOf(zpl)))).toBe(true)
  expect(zpl.length / 2).toBeLessThan(bitmap.bits.length * 2 * 0.7)
})

test('black dots of rows that end in black are kept', () => {
  const bits = Uint8Array.of(0xff, 0xff, 0x0f, 0xff, 0x0f, 0xff, 0, 0, 0x12, 0x30)
  const bitmap = { width: 16, height: 5, rowBytes: 2, bits }
  expect([...fieldOf(labelZpl(bitmap))]).toEqual([...bits])
})

test('a PDF has a page of 100 × 60 mm for each label', () => {
  const file = labelsPdf(labelSize)
  for (let count = 0; count < 2; count++) file.add(drawn(label, 12))
  const text = Buffer.concat(file.end()).toString('latin1')
  expect(text.match(/\/MediaBox \[0 0 283\.4646 170\.0787\]/g)).toHaveLength(2)
  expect(text).toContain('/Count 2')
  expect(text).toContain('/Width 1200 /Height 720')
})

test('long names are broken and end with …, and stay on the label', () => {
  const long = drawn({
    ...label,
    phone: '三星 Galaxy Z Fold 6 5G 尊享版 定制机型 加长加长加长加长名称',
    material: '材'.repeat(80),
    number: '100/2000',
  })
  const { width, height, rowBytes, bits } = long
  const columns = Array.from({ length: 8 }, (_, bit) => width - 8 + bit)
  const isBlack = (x: number, y: number) => ((bits[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
  for (let y = 0; y < height; y++) for (const x of columns) expect(isBlack(x, y)).toBe(false)
})
