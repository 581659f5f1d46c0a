import JSZip from 'jszip'
import { expect, test } from 'vitest'
import { createZip } from './zip-writer'

const utf8 = new TextEncoder()

test('another reader extracts the files unchanged, including Chinese names', async () => {
  const files: Record<string, Uint8Array<ArrayBuffer>> = {
    '海浪.jpg': utf8.encode('海浪的图'),
    '空.jpg': new Uint8Array(),
    'emoji 🌊.jpg': Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7919) & 255),
  }
  const zip = createZip(new Date(2026, 2, 1, 8, 30, 10))
  for (const [name, bytes] of Object.entries(files)) await zip.add(name, new Blob([bytes]))
  expect(zip.count).toBe(3)
  const read = await JSZip.loadAsync(await zip.finish().arrayBuffer(), { checkCRC32: true })
  expect(Object.keys(read.files)).toEqual(Object.keys(files))
  for (const [name, bytes] of Object.entries(files)) expect(await read.file(name)?.async('uint8array')).toEqual(bytes)
  expect(read.file('海浪.jpg')?.date).toEqual(new Date(Date.UTC(2026, 2, 1, 8, 30, 10)))
})

test('an archive without files is valid', async () => {
  expect(Object.keys((await JSZip.loadAsync(await createZip().finish().arrayBuffer())).files)).toEqual([])
})

test('createZip reads one file at a time and holds none in memory', async () => {
  let reading = 0
  let maxAtOnce = 0
  const zip = createZip()
  for (let i = 0; i < 20; i++) {
    const file = new Blob([new Uint8Array(1000)])
    const read = file.arrayBuffer.bind(file)
    file.arrayBuffer = async () => {
      maxAtOnce = Math.max(maxAtOnce, ++reading)
      const bytes = await read()
      reading--
      return bytes
    }
    await zip.add(`${i}.jpg`, file)
  }
  expect(maxAtOnce).toBe(1)
  expect(zip.finish().size).toBe(22 + 20 * (1000 + 76) + 2 * (10 * 5 + 10 * 6))
})

test('an archive larger than a zip allows is refused with a message', async () => {
  const huge = { size: 2 ** 32 } as Blob
  await expect(createZip().add('大.jpg', huge)).rejects.toThrow('请分几次保存')
})
