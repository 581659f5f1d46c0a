import { describe, expect, test } from 'vitest'
import { acceptOf, pictureProblem, sniffPicture } from './picture-files'

const file = (name: string, size = 1, type = '') => ({ name, blob: new Blob([new Uint8Array(size)], { type }) })
const megabyte = 1024 * 1024

describe('pictureProblem', () => {
  test.each(['a.png', 'A.JPG', 'b.jpeg', 'c.webp', 'd.gif', 'e.bmp', '苹果-iPhone-前景图.svg'])('takes %s', (name) => {
    expect(pictureProblem(file(name), { maxBytes: 10 })).toBeNull()
  })

  test('says what is wrong and what to do', () => {
    expect(pictureProblem(file('a.psd'), { maxBytes: 10 })).toBe('不是支持的图片格式，请上传 PNG、JPG、WEBP、GIF、BMP、SVG 图片')
    expect(pictureProblem(file('a.webp'), { maxBytes: 10, endings: ['png', 'jpg', 'jpeg'] })).toBe(
      '不是支持的图片格式，请上传 PNG、JPG 图片',
    )
    expect(pictureProblem(file('a.png', 0), { maxBytes: 10 })).toBe('文件是空的，请重新导出图片后上传')
    expect(pictureProblem(file('a.png', 3 * megabyte + 1), { maxBytes: 3 * megabyte })).toBe('图片超过 3 MB，请压缩后上传')
    expect(pictureProblem(file('a.png', 3 * megabyte), { maxBytes: 3 * megabyte })).toBeNull()
  })

  test('goes by the ending, and by the type only where there is none', () => {
    expect(pictureProblem(file('照片', 1, 'image/png'), { maxBytes: 10 })).toBeNull()
    expect(pictureProblem(file('照片'), { maxBytes: 10 })).not.toBeNull()
    expect(pictureProblem(file('virus.exe', 1, 'image/png'), { maxBytes: 10 })).not.toBeNull()
  })

  test('offers the same endings in the dialog', () => {
    expect(acceptOf(['png', 'jpg'])).toBe('.png,.jpg')
  })
})

describe('sniffPicture', () => {
  const latin = (text: string) => new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))])
  test.each([
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a..', 'image/gif'],
    ['RIFF\x01\x02\x03\x04WEBPVP8 ', 'image/webp'],
    ['BM\x01\x02', 'image/bmp'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x -->\n<svg/>', 'image/svg+xml'],
    ['%PDF-1.4', null],
    ['<html><body>', null],
    ['', null],
    ['\x89PN', null],
  ])('tells %j', async (start, type) => {
    expect(await sniffPicture(latin(start))).toBe(type)
  })
})
