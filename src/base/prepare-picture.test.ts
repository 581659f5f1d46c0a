import { expect, test } from 'vitest'
import { preparePicture } from './prepare-picture'

const file = (name: string, text = 'bytes') => ({ name, blob: new Blob([text]) })
const draw = async () => new Blob(['jpg'], { type: 'image/jpeg' })
const cannot = () => Promise.reject(new Error('The source image could not be decoded'))

test('a HEIC or AVIF picture is converted if the browser can read it, and refused with a message otherwise', async () => {
  const { file: made, note } = await preparePicture(file('照片.HEIC'), draw)
  expect([made.name, made.blob.type, note]).toEqual(['照片.jpg', 'image/jpeg', null])
  await expect(preparePicture(file('图.avif'), cannot)).rejects.toThrow(
    '这里打不开 AVIF 图片，请在手机或电脑上另存为 JPG 或 PNG 后上传',
  )
})

test.each([
  ['照片.jpg', '\0\0\0\u0018ftypheic', '照片.jpg'],
  ['pasted', '\0\0\0\u0018ftypavif', 'pasted.jpg'],
  ['透明.png', '\0\0\0\u0018ftypmif1', '透明.jpg'],
  ['网站.png', '\0\0\u0001\0', '网站.jpg'],
])('the HEIC, AVIF or ICO picture %s is recognized by its bytes', async (name, bytes, made) => {
  expect((await preparePicture(file(name, bytes), draw)).file.name).toBe(made)
})

test('a picture that the server accepts stays unchanged, and an animated one gets a note', async () => {
  const still = file('a.png', 'BM')
  expect(await preparePicture(still, cannot)).toEqual({ file: still, note: null })
  // The flag of a WebP's extended header.
  const animated = { name: '动.webp', blob: new Blob(['RIFF....WEBPVP8X....\u0002']) }
  expect(await preparePicture(animated, cannot)).toEqual({ file: animated, note: '「动.webp」是动图，设计里只用它的第一帧' })
})

test('a JPG that a phone named HEIC stays unchanged', async () => {
  const named = { name: 'IMG_0001.HEIC', blob: new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xe1)]) }
  expect((await preparePicture(named, cannot)).file).toBe(named)
})
