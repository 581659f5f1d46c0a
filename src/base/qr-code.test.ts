import { expect, test } from 'vitest'
import { qrCode, qrPath } from './qr-code'

/** Rows in base 36, as the package qrcode-generator 2 makes them of the same texts; readers read both. */
const known: readonly (readonly [string, string])[] = [
  [
    'https://shop.example.com/customize/1?s=12',
    `8tbv5r 4igzep 6hcfh9 6gxsv1 6h3wbh 4j8och 8tz2pr vcw0 6lhke4 1eodzl oad74 6ew0re 4z9y5o 1kbeup 76yzvw 2yvqci
    8gaex8 8gzb79 5n8gk4 5gduo2 53z1mf rhun 8thqvw 4jjxg0 6hf3sn 6gv4sv 6gxfcu 4ii6y2 8u3xgc`,
  ],
  [
    'w'.repeat(150),
    `5iigjlnj3z 2thc93obi9 414802j23h 41dx2sxhel 41r49x1jz1 2tx62yarlt 5iicojrr7j kstetssg 30vpx9uoe1 5dlyuridai
    506wsb9eg0 3q83yrn19x 27xqkjobkv 57epdxdcqy 2drs1n3fj4 34hz8nlir9 kir9sofbz 1xpl3rqy8a 5f77wqwbj4 cnoz4fodx
    1oy5g05gnz 17vv8qu6kq 1dl07tbcog 4cl61ndic5 302ion7pen 29ssuzvu3e 3489j2l5o0 14ljgz9c2t 394td7d7f3 1nqf8gjpga
    3a0rknwfn4 1e4sdseyxz 3ph9gyztfz 4i5xc8udga 4x896dkbw0 rcvqdj6t 2xz1tl0hjj 3i358uq4ka 1imfk4ziuo 2fr18giqud
    4wboex1d6n jm37lct6 5ir44m6jbk 2tib07t5p1 41o8vfmosf 419r3swki3 411oqpb4o3 2tkt6wc112 5imbnguun3`,
  ],
]

test.each(known)('%s is the symbol that others make of it', (text, rows) => {
  const grid = qrCode(text) ?? []
  const told = grid.map((line) => BigInt(`0b${line.map(Number).join('')}`).toString(36))
  expect(told).toEqual(rows.split(/\s+/))
})

test('each length has the smallest symbol that holds it, up to 180 bytes', () => {
  const sizes = [14, 15, 26, 27, 42, 62, 84, 106, 122, 152, 180].map((length) => qrCode('x'.repeat(length))?.length)
  expect(sizes).toEqual([21, 25, 25, 29, 29, 33, 37, 41, 45, 49, 53])
  expect(qrCode('链'.repeat(60))).not.toBeNull()
  expect(qrCode('链'.repeat(61))).toBeNull()
})

test('as a path it has four light modules around it', () => {
  const { path, size } = qrPath([
    [true, false],
    [false, true],
  ])
  expect([path, size]).toEqual(['M4 4h1v1h-1zM5 5h1v1h-1z', 10])
})
