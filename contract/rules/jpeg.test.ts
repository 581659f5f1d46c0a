import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hasAllScans, hasEnd, saysAdobeRgb } from './jpeg'

const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#345' } })
const sequential = await picture.jpeg().toBuffer()
const progressive = await picture.jpeg({ progressive: true }).toBuffer()

describe('the segments of a JPEG', () => {
  test.each([
    ['sequential', sequential],
    ['progressive', progressive],
  ])('a %s JPEG has its scans and its end, also with something behind it', (_what, jpeg) => {
    for (const file of [jpeg, Buffer.concat([jpeg, Buffer.alloc(99, 1)])])
      expect([hasAllScans(file), hasEnd(file)]).toEqual([true, true])
    expect(hasEnd(jpeg.subarray(0, -2))).toBe(false)
  })

  test('a progressive JPEG without its last scan lacks a scan, a sequential one only rows', () => {
    const scan = progressive.lastIndexOf(Buffer.from([0xff, 0xda]))
    expect(hasAllScans(progressive.subarray(0, scan))).toBe(false)
    expect(hasAllScans(sequential.subarray(0, -20))).toBe(true)
  })

  test('the end of a thumbnail inside a segment is not the end of the picture', () => {
    const thumbnail = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 8]), Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 0])])
    expect(hasEnd(Buffer.concat([sequential.subarray(0, 2), thumbnail, sequential.subarray(2, -2)]))).toBe(false)
  })

  test.each([
    ['no EXIF', Buffer.alloc(0)],
    ['EXIF that ends in its head', Buffer.from('Exif\0\0MM\0*', 'latin1')],
    ['EXIF whose directory lies beyond it', Buffer.from('Exif\0\0MM\0*\0\0\xff\xff', 'latin1')],
    ['something else', Buffer.from('http://ns.adobe.com/xap/1.0/\0')],
  ])('%s says nothing of Adobe RGB', (_what, data) => {
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, data.length + 2]), data])
    expect(saysAdobeRgb(Buffer.concat([sequential.subarray(0, 2), segment, sequential.subarray(2)]))).toBe(false)
  })
})
