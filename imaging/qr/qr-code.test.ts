import { expect, test } from 'vitest'
import { qrCode, qrPath } from './qr-code'
import { gridOf, readQr } from './test/read-qr'

test('each length in bytes of UTF-8 gives the smallest symbol that holds it', () => {
  const sizes = [14, 15, 26, 27, 42, 62, 84, 106, 122, 152, 180].map((length) => qrCode('x'.repeat(length))?.length)
  expect(sizes).toEqual([21, 25, 25, 29, 29, 33, 37, 41, 45, 49, 53])
  expect(qrCode('链'.repeat(60))?.length).toBe(53)
  expect(qrCode('链'.repeat(777))).not.toBeNull()
  expect(qrCode('链'.repeat(778))).toBeNull()
})

test.each([
  'https://a.example/1',
  `https://kejiang.example/customize/${'0b11a00da67c4095aedb0846f63fc666'}`,
  `https://xn--fiqs8s.example/定制/${'0b11a00da67c4095aedb0846f63fc666'}?order_id=6912345678909000077`,
])('a reader finds the text %s in its symbol, as it is drawn', (text) => {
  expect(readQr(gridOf(qrPath(qrCode(text) ?? []).path))).toBe(text)
})

test('qrPath surrounds the symbol with four light modules', () => {
  const { path, size } = qrPath([
    [true, false],
    [false, true],
  ])
  expect([path, size]).toEqual(['M4 4h1v1h-1zM5 5h1v1h-1z', 10])
})
