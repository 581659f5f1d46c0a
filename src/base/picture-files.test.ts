import { describe, expect, test } from 'vitest'
import { acceptOf, pictureAccept, pictureProblem, sniffPicture } from './picture-files'

const megabyte = 1024 * 1024
/** The first bytes of a file of each type. */
const starts = {
  PNG: '\x89PNG\r\n\x1a\n',
  JPG: '\xff\xd8\xff\xe0',
  WebP: 'RIFF....WEBPVP8 ',
  GIF: 'GIF89a',
  BMP: 'BM',
  SVG: '<svg xmlns="http://www.w3.org/2000/svg"/>',
} as const
const bytesOf = (text: string, length = text.length) => {
  const bytes = new Uint8Array(Math.max(length, text.length))
  bytes.set(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
  return bytes
}
const file = (start: string, length?: number, type = '') => ({ blob: new Blob([bytesOf(start, length)], { type }) })

/** Names and types under which pictures come from the world; neither says what a file is. */
const names = [
  ['网图.jfif', 'image/jpeg'],
  ['x.jpe', ''],
  ['x.pjpeg', 'image/pjpeg'],
  ['x.pjp', ''],
  ['x.dib', 'application/octet-stream'],
  ['x.apng', 'image/apng'],
  ['x.tmp', ''],
  ['a.jpeg.1', ''],
  ['image%3A148818', ''],
  ['', ''],
  ['wrong.png', 'image/png'],
  ['wrong.exe', 'application/x-msdownload'],
  ['a.png!w700', 'image/jpg'],
  ['a.jpg_.webp', 'image/x-png'],
  ['微信图片_20261127', 'text/plain'],
] as const

describe('pictureProblem', () => {
  test.each(names)('every picture named %j of the type %j is accepted by its bytes', async (_name, type) => {
    for (const start of Object.values(starts))
      expect(await pictureProblem(file(start, 100, type), { maxBytes: megabyte })).toBeNull()
  })

  test('pictureProblem states the problem and the remedy', async () => {
    expect(await pictureProblem(file('8BPS'), { maxBytes: 10 })).toBe(
      '不是支持的图片格式，请上传 PNG、JPG、WEBP、GIF、BMP、SVG 图片',
    )
    expect(await pictureProblem(file(starts.WebP), { maxBytes: 99, types: ['image/png', 'image/jpeg'] })).toBe(
      '不是支持的图片格式，请上传 PNG、JPG 图片',
    )
    expect(await pictureProblem({ blob: new Blob([]) }, { maxBytes: 10 })).toBe('文件是空的，请重新导出图片后上传')
    expect(await pictureProblem(file(starts.PNG, 3 * megabyte + 1), { maxBytes: 3 * megabyte })).toBe(
      '图片超过 3 MB，请压缩后上传',
    )
    expect(await pictureProblem(file(starts.PNG, 3 * megabyte), { maxBytes: 3 * megabyte })).toBeNull()
  })

  test.each(['words', '<!doctype html><p>svg</p>', 'MZ\x90', '%PDF-1.7', 'II*\0', 'PK\x03\x04'])(
    'a file that begins with %j is refused under every name and type',
    async (start) => {
      for (const [, type] of names) expect(await pictureProblem(file(start, 99, type), { maxBytes: megabyte })).not.toBeNull()
    },
  )

  test('a drawing that is not well-formed is left to the server', async () => {
    expect(await pictureProblem(file('<?xml version="1.0"?><svg><path></svg>'), { maxBytes: megabyte })).toBeNull()
  })

  test('the file dialog offers every ending', () => {
    expect(acceptOf(['ttf', 'otf'])).toBe('.ttf,.otf')
    for (const ending of ['jfif', 'jpe', 'pjpeg', 'dib', 'apng', 'heic', 'ico', 'svg', 'png'])
      expect(pictureAccept).toContain(`.${ending}`)
    expect(pictureAccept).toContain('image/*')
  })
})

describe('sniffPicture', () => {
  test('sniffPicture reads a possible SVG completely and only the beginning of other files', async () => {
    const comment = `<!-- ${'x'.repeat(2000)} -->`
    expect(await sniffPicture(new Blob([comment, '<svg></svg>']))).toBe('image/svg+xml')
    expect(await sniffPicture(new Blob([comment, '<html><svg></svg></html>']))).toBeNull()
    expect(await sniffPicture(new Blob(['GIF89a', new Uint8Array(5000)]))).toBe('image/gif')
    expect(await sniffPicture(new Blob([]))).toBeNull()
  })
})
