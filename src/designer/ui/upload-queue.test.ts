import { describe, expect, test } from 'vitest'
import type { LocalFile, UploadedFile } from '../../../adapters/platform'
import { createUploadQueue, maxParallelUploads, type UploadPorts } from './upload-queue'

const file = (name: string, type = 'image/png', bytes = 10): LocalFile => ({
  name,
  blob: new Blob(
    [
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(2)).subarray(0, bytes),
      new Uint8Array(Math.max(0, bytes - 10)),
    ],
    { type },
  ),
})

/** A platform whose uploads finish when the test says so. */
function platform() {
  const sent: { name: string; finish(more?: Partial<UploadedFile>): void; fail(error: Error): void; signal: AbortSignal }[] = []
  const arrived: string[] = []
  const notes: string[] = []
  const ports: UploadPorts = {
    prepare: async (file) =>
      file.name === 'phone.heic'
        ? Promise.reject(new Error('打不开 HEIC'))
        : { file, note: file.name === 'a.gif' ? '是动图' : null },
    notify: (note) => notes.push(note),
    upload: ({ name }, _kind, { signal = new AbortController().signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        sent.push({
          name,
          signal,
          fail: reject,
          finish: (more) =>
            resolve({ fileId: 1, url: `/f/${name}`, contentType: 'image/png', size: 1, width: 4, height: 2, ...more }),
        })
      }),
    measure: async () => ({ width: 30, height: 20 }),
    maxBytes: () => 3 * 1024 * 1024,
    onUploaded: ({ name, width, height }) => {
      arrived.push(`${name} ${width}×${height}`)
      return null
    },
  }
  return { sent, arrived, told: notes, ports }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the upload queue', () => {
  test('the upload queue tells what the server says about an accepted picture', async () => {
    const { sent, told, ports } = platform()
    createUploadQueue(ports).add([file('a.svg')])
    await settled()
    sent[0]?.finish({ notes: ['图案里有滤镜'] })
    await settled()
    expect(told).toEqual(['图案里有滤镜'])
  })

  test('the upload queue sends six files at a time and delivers each as it arrives', async () => {
    const { sent, arrived, ports } = platform()
    const queue = createUploadQueue(ports)
    queue.add(Array.from({ length: 8 }, (_, i) => file(`${i}.png`)))
    await settled()
    expect(sent).toHaveLength(maxParallelUploads)
    sent[2]?.finish()
    await settled()
    expect(sent).toHaveLength(maxParallelUploads + 1)
    expect(arrived).toEqual(['2.png 4×2'])
    expect(queue.uploads.get().map((one) => one.file.name)).not.toContain('2.png')
  })

  test('the upload queue reports what a converted picture lost, and refuses a picture that cannot be converted', async () => {
    const { sent, told, ports } = platform()
    const queue = createUploadQueue(ports)
    queue.add([file('a.gif', 'image/gif'), file('phone.heic', '')])
    await settled()
    expect(told).toEqual([])
    sent[0]?.finish()
    await settled()
    expect(told).toEqual(['是动图'])
    expect(queue.uploads.get()).toMatchObject([{ status: 'failed', error: '打不开 HEIC' }])
  })

  test('the upload queue measures pictures that the server did not measure', async () => {
    const { sent, arrived, ports } = platform()
    const queue = createUploadQueue(ports)
    queue.add([file('a.svg', 'image/svg+xml')])
    await settled()
    sent[0]?.finish({ width: null, height: null })
    await settled()
    expect(arrived).toEqual(['a.svg 30×20'])
  })

  test('the upload queue keeps a failed upload with its cause until it is retried', async () => {
    const { sent, arrived, ports } = platform()
    const queue = createUploadQueue(ports)
    queue.add([file('a.png')])
    await settled()
    sent[0]?.fail(new Error('客户端网络错误，请稍后重试'))
    await settled()
    expect(queue.uploads.get()[0]).toMatchObject({ status: 'failed', error: '客户端网络错误，请稍后重试' })
    expect(queue.running()).toBe(0)
    queue.retry(queue.uploads.get()[0]?.id ?? 0)
    await settled()
    sent[1]?.finish()
    await settled()
    expect(arrived).toHaveLength(1)
    expect(queue.uploads.get()).toEqual([])
  })

  test('a cancelled upload never becomes a layer, even if it had arrived', async () => {
    const { sent, arrived, ports } = platform()
    const queue = createUploadQueue({
      ...ports,
      upload: (one, kind, options) => ports.upload(one, kind, { ...options, signal: new AbortController().signal }),
    })
    queue.add([file('a.png')])
    await settled()
    queue.remove(queue.uploads.get()[0]?.id ?? 0)
    sent[0]?.finish()
    await settled()
    expect(arrived).toEqual([])
    expect(queue.uploads.get()).toEqual([])
  })

  test('the upload queue refuses at once what can never work, and does not send it', async () => {
    const { sent, ports } = platform()
    const queue = createUploadQueue(ports)
    queue.add([
      { name: 'notes.png', blob: new Blob(['%PDF-1.7'], { type: 'image/png' }) },
      file('empty.png', 'image/png', 0),
      file('large.png', 'image/png', 3 * 1024 * 1024 + 1),
    ])
    await settled()
    expect(sent).toEqual([])
    expect(queue.uploads.get().map((one) => one.retryable)).toEqual([false, false, false])
    expect(queue.uploads.get().map((one) => one.error)).toEqual([
      expect.stringContaining('格式'),
      expect.stringContaining('空的'),
      '图片超过 3 MB，请压缩后上传',
    ])
  })
})
