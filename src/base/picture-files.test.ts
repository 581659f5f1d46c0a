import { describe, expect, test } from 'vitest'
import { acceptOf, pictureProblem, sniffPicture } from './picture-files'

const file = (name: string, size = 1, type = '') => ({ name, blob: new Blob([new Uint8Array(size)], { type }) })
const megabyte = 1024 * 1024

describe('pictureProblem', () => {
  test.each(['a.png', 'A.JPG', 'b.jpeg', 'c.webp', 'd.gif', 'e.bmp', '苹果-iPhone-前景图.svg'])(
    'picture %s is accepted',
    (name) => {
      expect(pictureProblem(file(name), { maxBytes: 10 })).toBeNull()
    },
  )

  test('pictureProblem states the problem and the remedy', () => {
    expect(pictureProblem(file('a.psd'), { maxBytes: 10 })).toBe('不是支持的图片格式，请上传 PNG、JPG、WEBP、GIF、BMP、SVG 图片')
    expect(pictureProblem(file('a.webp'), { maxBytes: 10, endings: ['png', 'jpg', 'jpeg'] })).toBe(
      '不是支持的图片格式，请上传 PNG、JPG 图片',
    )
    expect(pictureProblem(file('a.png', 0), { maxBytes: 10 })).toBe('文件是空的，请重新导出图片后上传')
    expect(pictureProblem(file('a.png', 3 * megabyte + 1), { maxBytes: 3 * megabyte })).toBe('图片超过 3 MB，请压缩后上传')
    expect(pictureProblem(file('a.png', 3 * megabyte), { maxBytes: 3 * megabyte })).toBeNull()
  })

  test('pictureProblem decides by the file ending, and by the type only if there is no ending', () => {
    expect(pictureProblem(file('照片', 1, 'image/png'), { maxBytes: 10 })).toBeNull()
    expect(pictureProblem(file('照片'), { maxBytes: 10 })).not.toBeNull()
    expect(pictureProblem(file('virus.exe', 1, 'image/png'), { maxBytes: 10 })).not.toBeNull()
  })

  test('acceptOf lists the given endings', () => {
    expect(acceptOf(['png', 'jpg'])).toBe('.png,.jpg')
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
