/** TIFFs as sellers have them, besides those with plates: most are refused in words, and the others give what they are. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeTiff } from '../tiff/tiff'
import { learnTiff } from './learn-tiff'

const photo = sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="120"><rect width="80" height="120" fill="#c04020"/></svg>',
  ),
)
const learn = (file: Uint8Array) => learnTiff(async (offset, length) => file.subarray(offset, offset + length))
const rgb = photo.clone().removeAlpha()

test('a photo in RGB without alpha is a profile without plates', async () => {
  const { profile, doubts } = await learn(await rgb.clone().tiff({ compression: 'lzw', xres: 10, yres: 10 }).toBuffer())
  expect(profile).toMatchObject({ colors: 'rgb', plates: [], softEdges: 'onWhite', dpi: 254, compression: 'lzw' })
  expect(doubts).toEqual([])
})

test('a picture in CMYK without extra channels is a profile without plates', async () => {
  const { profile } = await learn(await rgb.clone().toColourspace('cmyk').tiff({ compression: 'none' }).toBuffer())
  expect(profile).toMatchObject({ colors: 'cmyk', plates: [], compression: 'none' })
})

test('a compression that we do not write becomes LZW, with a word', async () => {
  const { profile, doubts } = await learn(await rgb.clone().tiff({ compression: 'packbits' }).toBuffer())
  expect(profile.compression).toBe('lzw')
  expect(doubts).toContain('文件的压缩方式我们不会写，将改用 LZW')
})

test('a picture that is marked as turned raises a doubt', async () => {
  const { doubts } = await learn(await rgb.clone().tiff({ compression: 'lzw' }).withMetadata({ orientation: 3 }).toBuffer())
  expect(doubts).toContain('文件带有旋转或镜像的标记，我们写的文件总是正的；需要镜像请勾选“镜像”')
})

test('channels without names are numbered and asked about', async () => {
  const samples = new Uint8Array(40 * 40 * 5).map((_, at) => (at % 5 === 4 ? 255 : 90))
  const rows = (top: number, count: number) => samples.subarray(top * 200, (top + count) * 200)
  const { profile, doubts } = await learn(
    encodeTiff({ width: 40, height: 40, colors: 'cmyk', extras: [{ kind: 0 }], rows, dpi: 300 }),
  )
  expect(profile.plates).toMatchObject([{ name: '通道 1', role: 'white', source: 'solid', extraSample: 0 }])
  expect(doubts).toEqual([
    '第 1 个附加通道没有名字，打印软件可能按顺序识别，请核对',
    '“通道 1”在这个文件里处处一样，看不出哪一头出墨，请打测试页确认',
  ])
})

test.each([
  ['in greys', () => rgb.clone().toColourspace('b-w').tiff({ compression: 'lzw' }).toBuffer(), '不是 RGB 也不是 CMYK'],
  ['compressed as JPEG', () => rgb.clone().tiff({ compression: 'jpeg' }).toBuffer(), /不支持|不是 RGB/],
  ['of one bit', () => rgb.clone().toColourspace('b-w').tiff({ bitdepth: 1 }).toBuffer(), '只支持每通道 8 位或 16 位'],
  ['in CIELAB', () => rgb.clone().toColourspace('lab').tiff({ compression: 'lzw' }).toBuffer(), /8 位或 16 位|不是 RGB/],
])('a TIFF %s is refused in words', async (_, make, words) => {
  await expect(make().then(learn)).rejects.toThrow(words)
})
