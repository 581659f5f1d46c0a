import { expect, test } from 'vitest'
import { preparePicture } from './prepare-picture'

const file = (name: string, text = 'bytes') => ({ name, blob: new Blob([text]) })
const draw = async () => new Blob(['png'], { type: 'image/png' })
const cannot = () => Promise.reject(new Error('The source image could not be decoded'))

test('a phone’s picture becomes a PNG where the browser can read it, and is refused in words where it cannot', async () => {
  const { file: made, note } = await preparePicture(file('照片.HEIC'), draw)
  expect([made.name, made.blob.type, note]).toEqual(['照片.png', 'image/png', null])
  await expect(preparePicture(file('图.avif'), cannot)).rejects.toThrow(
    '这里打不开 AVIF 图片，请在手机或电脑上另存为 JPG 或 PNG 后上传',
  )
})

test('what the server takes goes as it is, and a moving picture is told', async () => {
  const still = file('a.png')
  expect(await preparePicture(still, cannot)).toEqual({ file: still, note: null })
  // The flag of a WebP's extended header.
  const moving = { name: '动.webp', blob: new Blob(['RIFF....WEBPVP8X....\u0002']) }
  expect(await preparePicture(moving, cannot)).toEqual({ file: moving, note: '「动.webp」是动图，设计里只用它的第一帧' })
})
