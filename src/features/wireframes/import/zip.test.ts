import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { decodeZipName, maxZipFiles, unpackZip } from './zip'

const zipOf = async (
  files: Readonly<Record<string, string | Uint8Array>>,
  options: { encodeFileName?: (name: string) => string } = {},
) => {
  const zip = new JSZip()
  for (const [path, content] of Object.entries(files)) zip.file(path, content)
  const bytes = await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE', ...options })
  return new Blob([bytes as Uint8Array<ArrayBuffer>])
}
const unpack = async (blob: Blob) => unpackZip({ name: '线框图.zip', blob })

/** Encodes a text in GBK, the code page of Chinese Windows. */
const gbk = (() => {
  const codes = new Map<string, number[]>()
  for (let a = 0x81; a <= 0xfe; a += 1) {
    for (let b = 0x40; b <= 0xfe; b += 1) codes.set(new TextDecoder('gbk').decode(Uint8Array.of(a, b)), [a, b])
  }
  return (text: string): number[] => [...text].flatMap((one) => (one < '\x80' ? [one.charCodeAt(0)] : (codes.get(one) ?? [])))
})()

/** A zip with one stored, empty entry: its name as given, flagged as UTF-8 or not, with a possibly false size. */
function rawZip(name: readonly number[], { flags = 0, size = 0 } = {}): Blob {
  const u16 = (n: number) => [n & 255, (n >> 8) & 255]
  const u32 = (n: number) => [...u16(n & 65535), ...u16(n >>> 16)]
  const shared = [
    ...u16(20),
    ...u16(flags),
    ...u16(0),
    ...u32(0),
    ...u32(0),
    ...u32(0),
    ...u32(size),
    ...u16(name.length),
    ...u16(0),
  ]
  const local = [0x50, 0x4b, 3, 4, ...shared, ...name]
  const central = [0x50, 0x4b, 1, 2, ...u16(20), ...shared, ...u16(0), ...u16(0), ...u16(0), ...u32(0), ...u32(0), ...name]
  const end = [0x50, 0x4b, 5, 6, 0, 0, 0, 0, ...u16(1), ...u16(1), ...u32(central.length), ...u32(local.length), 0, 0]
  return new Blob([Uint8Array.from([...local, ...central, ...end])])
}

describe('a zip file', () => {
  test('unzipping returns files without their folders and without those that operating systems add', async () => {
    const zip = await zipOf({
      '线框图/苹果/苹果-15-硅胶-黑-前景图.png': 'one',
      '苹果-15-硅胶-黑-背景图.png': 'two',
      '__MACOSX/线框图/._苹果-15-硅胶-黑-前景图.png': 'x',
      '线框图/.DS_Store': 'x',
      'Thumbs.db': 'x',
    })
    const files = await unpack(zip)
    expect(files.map(({ name }) => name)).toEqual(['苹果-15-硅胶-黑-前景图.png', '苹果-15-硅胶-黑-背景图.png'])
    expect(await Promise.all(files.map(({ blob }) => blob.text()))).toEqual(['one', 'two'])
  })

  test('names in a zip from Chinese Windows or from a Mac are decoded', async () => {
    const name = '苹果-15-硅胶-黑-前景图.png'
    expect(decodeZipName(Uint8Array.from(gbk(name)))).toBe(name)
    expect(decodeZipName(new TextEncoder().encode(name))).toBe(name)
    expect((await unpack(rawZip(gbk(name)))).map((file) => file.name)).toEqual([name])
    const utf8 = [...new TextEncoder().encode(name)]
    expect((await unpack(rawZip(utf8, { flags: 0x800 }))).map((file) => file.name)).toEqual([name])
    expect((await unpack(rawZip(utf8))).map((file) => file.name)).toEqual([name])
  })

  test.each(['../../etc/a.png', 'a/../../b.png', '/etc/a.png', 'C:\\a.png', '..\\a.png'])(
    'a zip with the path %s is refused',
    async (path) => {
      await expect(unpack(rawZip([...new TextEncoder().encode(path)]))).rejects.toThrow('不安全的路径')
    },
  )

  test('unpacking a zip bomb stops at the size limit of a picture', async () => {
    const bomb = await zipOf({ '苹果-15-硅胶-黑-前景图.png': new Uint8Array(64 * 1024 * 1024) })
    expect(bomb.size).toBeLessThan(100_000)
    const [file] = await unpack(bomb)
    expect(file?.blob.size).toBeGreaterThan(20 * 1024 * 1024)
    expect(file?.blob.size).toBeLessThan(21 * 1024 * 1024)
  })

  test('a file that is no zip, is truncated or has a password is refused with the reason', async () => {
    const whole = await zipOf({ 'a.png': 'one' })
    await expect(unpack(new Blob(['not a zip']))).rejects.toThrow('「线框图.zip」不是完整的 zip 压缩包，请重新打包')
    await expect(unpack(whole.slice(0, whole.size - 30))).rejects.toThrow('不是完整的 zip 压缩包')
    await expect(unpack(rawZip([0x61], { flags: 1 }))).rejects.toThrow('有密码')
  })

  test('a zip with too many files is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: maxZipFiles + 1 }, (_, n) => [`${n}.png`, '']))
    await expect(unpack(await zipOf(many))).rejects.toThrow('最多 5000 个')
  })

  test('unzipping stops on abort', async () => {
    const stop = new AbortController()
    const blob = await zipOf({ 'a.png': 'one', 'b.png': 'two' })
    const seen: number[] = []
    const reading = unpackZip(
      { name: 'z.zip', blob },
      {
        signal: stop.signal,
        onFile: (done) => {
          seen.push(done)
          stop.abort()
        },
      },
    )
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen).toEqual([1])
  })
})
