import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { planUpload } from './upload-plan'

const target = { type: 2, collectionId: 7 } as const
const plan = (files: { name: string; blob: Blob }[], options: Partial<Parameters<typeof planUpload>[2]> = {}) =>
  planUpload(files, target, { batch: 'b', ...options })

const picture = async (name: string, colour = '#e43') => {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return { name, blob: new Blob([new Uint8Array(bytes)]) }
}
const limit = 3_145_728
const padded = async (name: string, length: number) => {
  const { blob } = await picture(name)
  return { name, blob: new Blob([blob, new Uint8Array(length - blob.size)]) }
}
const outcomes = async (files: { name: string; blob: Blob }[]) =>
  (await plan(files)).rows.map(({ name, input }) =>
    input.what === 'send' ? `${name} →` : input.what === 'same' ? `${name} = ${input.as}` : `${name}: ${input.reason}`,
  )

describe('planUpload', () => {
  test('valid files are sent in the order in which they were picked, the others are refused by name', async () => {
    const { blob } = await picture('x')
    expect(
      await outcomes([
        await picture('乙.png', '#111'),
        { name: '空.png', blob: new Blob([]) },
        { name: '文章.png', blob: new Blob(['hello']) },
        { name: '半张.png', blob: blob.slice(0, 20) },
        await picture('甲.jpg', '#222'),
      ]),
    ).toEqual([
      '乙.png →',
      '空.png: 文件是空的，请重新导出图片后上传',
      '文章.png: 文件内容不是图片，可能只是改了扩展名；支持 PNG、JPG、WebP、GIF、BMP、SVG',
      '半张.png: 图片加载失败，请检查图片是否损坏',
      '甲.jpg →',
    ])
  })

  test('a file of 3,145,728 bytes is accepted, one byte more is refused', async () => {
    expect(await outcomes([await padded('刚好.png', limit), await padded('多一.png', limit + 1)])).toEqual([
      '刚好.png →',
      '多一.png: 图片 3.1 MB，超过 3 MB 的上限，请压缩后上传',
    ])
  })

  test('a format that only the browser reads is converted, an unreadable one refused, and an animation noted', async () => {
    const still = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#28c' } })
    const avif = new Blob([new Uint8Array(await still.clone().avif().toBuffer())])
    const jpeg = new Blob([new Uint8Array(await still.clone().jpeg().toBuffer())], { type: 'image/jpeg' })
    const draw = async (blob: Blob) => (blob === avif ? jpeg : Promise.reject(new Error('no decoder')))
    const frames = [Buffer.alloc(1200, 1), Buffer.alloc(1200, 99)].map((data) =>
      sharp(data, { raw: { width: 20, height: 20, channels: 3 } }),
    )
    const gif = await sharp(await Promise.all(frames.map((frame) => frame.png().toBuffer())), { join: { animated: true } })
      .gif()
      .toBuffer()
    const files = [
      { name: '手机.avif', blob: avif },
      { name: '苹果.heic', blob: new Blob(['\0\0\0\x18ftypheic']) },
      { name: '动.gif', blob: new Blob([new Uint8Array(gif)]) },
      { name: '大.heic', blob: new Blob(['\0\0\0\x18ftypheic', new Uint8Array(31 * 1024 * 1024)]) },
    ]
    const { rows } = await plan(files, { draw })
    expect(rows.map(({ name, input }) => [name, input])).toMatchObject([
      ['手机.avif', { what: 'send', name: '手机.jpg', file: jpeg }],
      ['苹果.heic', { what: 'refused', reason: '这里打不开 HEIC 图片，请在手机或电脑上另存为 JPG 或 PNG 后上传' }],
      ['动.gif', { what: 'send', note: '「动.gif」是动图，设计里只用它的第一帧' }],
      ['大.heic', { what: 'refused', reason: '图片 31.1 MB，超过 30 MB 的上限，请压缩后上传' }],
    ])
  })

  test('the same picture is sent once, whatever its names', async () => {
    const files = [await picture('a.png'), await picture('b.png', '#e44'), await picture('c.png'), await picture('d.png')]
    expect(await outcomes(files)).toEqual(['a.png →', 'b.png →', 'c.png = a.png', 'd.png = a.png'])
    const { rows, sendCount } = await plan(files)
    expect(sendCount).toBe(2)
    expect(rows[1]).toMatchObject({ key: 'b-1', name: 'b.png', input: { ...target, batch: 'b', place: 1 } })
  })

  test('two empty or two broken files are each refused, not treated as duplicates', async () => {
    const broken = { name: '1.png', blob: new Blob(['no picture']) }
    expect((await plan([broken, { ...broken, name: '2.png' }])).rows.map(({ input }) => input.what)).toEqual([
      'refused',
      'refused',
    ])
  })

  test('a file that was deleted after it was picked is refused with that reason', async () => {
    const blob = new Blob(['gone'])
    blob.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
    expect(await outcomes([{ name: 'x.png', blob }])).toEqual(['x.png: 读取不到这个文件，可能已被移动或删除，请重新选择'])
  })

  test('planning reports its progress and stops on abort', async () => {
    const progress: string[] = []
    const controller = new AbortController()
    const files = await Promise.all(['1', '2', '3'].map((name) => picture(name, `#${name}00`)))
    const onChecked = (checked: number, total: number) => {
      progress.push(`${checked}/${total}`)
      if (checked === 1) controller.abort()
    }
    await expect(plan(files, { onChecked, signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(progress).toEqual(['0/3', '1/3'])
  })
})
