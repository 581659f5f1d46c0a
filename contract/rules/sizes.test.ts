import { expect, test } from 'vitest'
import { bytesText, byteUnits, millimetresText, mmText, pixelsText, printFileFacts, sidesText } from './sizes'

const { KB, MB, GB } = byteUnits

test.each([
  [0, '0 KB', '0 KB', '0 KB'],
  [1, '1 KB', '1 KB', '1 KB'],
  [1535, '1 KB', '2 KB', '1 KB'],
  [20 * KB, '20 KB', '20 KB', '20 KB'],
  [973 * KB, '973 KB', '973 KB', '973 KB'],
  [MB - 1, '1 MB', '1 MB', '1023 KB'],
  [MB, '1 MB', '1 MB', '1 MB'],
  [1.5 * MB, '1.5 MB', '1.5 MB', '1.5 MB'],
  // Rounded up, one byte more than a limit of 3 MB is shown as more than the limit.
  [3 * MB + 1, '3 MB', '3.1 MB', '3 MB'],
  [2.96 * MB, '3 MB', '3 MB', '2.9 MB'],
  [20 * MB, '20 MB', '20 MB', '20 MB'],
  [1023.99 * MB, '1 GB', '1 GB', '1023.9 MB'],
  [100 * GB, '100 GB', '100 GB', '100 GB'],
  [2000 * GB, '2 TB', '2 TB', '1.9 TB'],
])('bytesText of %i bytes is %s, rounded up %s, rounded down %s', (bytes, nearest, up, down) => {
  expect([bytesText(bytes), bytesText(bytes, 'up'), bytesText(bytes, 'down')]).toEqual([nearest, up, down])
})

test('sizes in pixels and millimetres are written as texts', () => {
  expect([sidesText({ width: 851, height: 1773 }), pixelsText({ width: 851, height: 1773 })]).toEqual([
    '851×1773',
    '851×1773 像素',
  ])
  expect([71.55, 150, 0.04].map(mmText)).toEqual(['71.6', '150', '0'])
  expect(millimetresText({ widthMm: 71.6, heightMm: 147.649 })).toBe('71.6×147.6 毫米')
  expect(millimetresText({ widthMm: null, heightMm: 147 })).toBe('?×147 毫米')
})

test('a print file is described by what is known of it', () => {
  const file = { customizedImage: { width: 912, height: 1949 }, customizedImageType: 'image/png', widthMm: 77.2, heightMm: 165 }
  expect(printFileFacts(file, 300)).toEqual(['300 DPI', '912 × 1949 px', '77.2 × 165 mm', 'PNG'])
  expect(printFileFacts({ ...file, widthMm: null, customizedImageType: 'image/x' }, null)).toEqual(['912 × 1949 px'])
  expect(printFileFacts({ ...file, customizedImage: null, heightMm: null }, null)).toEqual([])
})
