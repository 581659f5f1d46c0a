import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { zipPreviews } from './zip-previews'

const templates = [
  { id: 1, name: '海浪' },
  { id: 2, name: '夏/日' },
  { id: 3, name: '海浪' },
]
const textOf = async (zip: Blob | null, name: string) => {
  const read = await JSZip.loadAsync((await zip?.arrayBuffer()) ?? new ArrayBuffer(0))
  return read.file(name)?.async('string')
}

describe('saving previews', () => {
  test('previews are put into the archive under their own safe names, one after another', async () => {
    const seen: number[] = []
    let making = 0
    const { zip, count, failed } = await zipPreviews({
      templates,
      make: async ({ id }) => {
        expect(++making).toBe(1)
        await Promise.resolve()
        making--
        return new Blob([`图 ${id}`])
      },
      signal: new AbortController().signal,
      onProgress: (done) => seen.push(done),
    })
    expect(seen).toEqual([1, 2, 3])
    expect([count, failed]).toEqual([3, []])
    expect(await textOf(zip, '海浪.jpg')).toBe('图 1')
    expect(await textOf(zip, '夏 日.jpg')).toBe('图 2')
    expect(await textOf(zip, '海浪 (2).jpg')).toBe('图 3')
  })

  test('a preview that fails is listed with its reason and does not stop the others', async () => {
    const { zip, count, failed } = await zipPreviews({
      templates,
      make: async ({ id }) => {
        if (id === 2) throw new Error('模板已被删除')
        return new Blob([String(id)])
      },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    expect(failed).toEqual([{ id: 2, name: '夏/日', reason: '模板已被删除' }])
    expect(count).toBe(2)
    expect(await textOf(zip, '海浪 (2).jpg')).toBe('3')
  })

  test('no archive is made when every preview fails', async () => {
    const make = () => Promise.reject(new Error('网络不通'))
    const signal = new AbortController().signal
    const { zip, failed } = await zipPreviews({ templates, make, signal, onProgress: () => undefined })
    expect(zip).toBeNull()
    expect(failed).toHaveLength(3)
  })

  test('a cancelled export makes no more previews', async () => {
    const stop = new AbortController()
    const made: number[] = []
    const saving = zipPreviews({
      templates,
      make: async ({ id }) => {
        made.push(id)
        stop.abort()
        return new Blob([])
      },
      signal: stop.signal,
      onProgress: () => undefined,
    })
    await expect(saving).rejects.toMatchObject({ name: 'AbortError' })
    expect(made).toEqual([1])
  })
})
