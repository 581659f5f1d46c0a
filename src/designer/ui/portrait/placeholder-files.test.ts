import { describe, expect, test } from 'vitest'
import type { UploadedFile } from '../../../../adapters/platform'
import { addPlaceholder, maxPlaceholderBytes, placeholderProblem } from './placeholder-files'

const pngHead = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const png = (name = '头.png', size = 100) => ({ name, blob: new Blob([pngHead, new Uint8Array(size - 8)]) })

describe('a placeholder picture', () => {
  test('a placeholder picture is a PNG or JPG of at most 3145728 bytes', async () => {
    expect(await placeholderProblem(png('头.png', maxPlaceholderBytes))).toBeNull()
    expect(await placeholderProblem(png('头.png', 3_145_729))).toBe('图片大小不能超过3M')
    expect(await placeholderProblem({ name: '头.JPEG', blob: new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]) })).toBeNull()
    expect(await placeholderProblem(png('头.gif'))).toBeNull()
    expect(await placeholderProblem({ name: '头.png', blob: new Blob(['GIF89a...']) })).toBe(
      '不是支持的图片格式，请上传 PNG、JPG 图片',
    )
    expect(await placeholderProblem({ name: '头.png', blob: new Blob([]) })).toMatch(/^文件是空的/)
  })

  test('a placeholder picture is uploaded as a layer picture and registered by its address; an invalid one is never sent', async () => {
    const asked: unknown[] = []
    const stored: UploadedFile = { fileId: 3, url: '/files/a/b.png', contentType: 'image/png', size: 100, width: 1, height: 1 }
    const services = {
      platform: {
        uploadFile: async (file: { readonly name: string }, kind: number) => {
          asked.push([file.name, kind])
          return stored
        },
      },
      api: {
        cutoutPlaceholders: {
          create: async ({ body }: { readonly body: unknown }) => {
            asked.push(body)
            return { id: 1, url: stored.url, aiCutoutType: 'body' as const, fileId: 3, width: 1, height: 1 }
          },
          list: async () => [],
          remove: async () => ({ ok: true as const }),
        },
      },
    }
    await addPlaceholder(png(), 'body', services)
    expect(asked).toEqual([['头.png', 3], { aiCutoutType: 'body', url: '/files/a/b.png' }])
    await expect(addPlaceholder(png('头.png', 3_145_729), 'body', services)).rejects.toThrow('图片大小不能超过3M')
    expect(asked).toHaveLength(2)
  })
})
