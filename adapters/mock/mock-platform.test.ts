import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { memoryLayer } from '../browser/layered-storage'
import { type Cassette, type CassetteEntry, overlay, readCassette } from '../cassette/cassette'
import { conformance } from '../conformance/suite'
import type { Fault, TestEnvironment } from '../conformance/world'
import type { FilesApi } from '../files-api'
import type { UploadedFile } from '../platform'
import type { FormReply, PostForm } from '../upload/form-post'
import { virtualClock } from './clock'
import { createMockPlatform, type MockPlatform } from './mock-platform'

const folder = join(import.meta.dirname, '../../fixtures/cassettes')
const load = (name: string): Cassette => readCassette(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))

/** The file calls of the admin API, in memory. */
function memoryFiles() {
  const bytes = new Map<number, Uint8Array>()
  const uploadedIds = new Set<number>()
  const failures: string[] = []
  const refuse = (message: string) => Object.assign(new Error(message), { name: 'InvalidError', status: 422 })
  const files: FilesApi = {
    uploadForm: async () => {
      const fileId = uploadedIds.size + 1
      uploadedIds.add(fileId)
      return { uploadUrl: '/api/files/upload', params: { key: String(fileId) }, fileId, fileUrl: `/files/${fileId}` }
    },
    uploadResult: async ({ body }) => {
      if (!body.success) {
        failures.push(body.errorMessage ?? '')
        return { file: null }
      }
      const stored = bytes.get(body.fileId) ?? new Uint8Array()
      if (stored[0] !== 0x89) throw refuse('文件不是图片或格式不支持')
      const { width, height } = PNG.sync.read(Buffer.from(stored))
      return {
        file: { id: body.fileId, url: `/files/${body.fileId}`, contentType: 'image/png', size: stored.length, width, height },
      }
    },
    uploadPart: () => Promise.reject(new Error('the mock sends no parts')),
    taobao: () => Promise.reject(new Error('the mock registers through upload_form')),
  }
  const post: PostForm = async ({ fields, file, onSent, signal }): Promise<FormReply> => {
    const content = new Uint8Array(await file.blob.arrayBuffer())
    onSent?.(content.length, content.length)
    if (signal?.aborted) throw Object.assign(new Error('aborted'), { name: 'AbortError' })
    bytes.set(Number(fields.key), content)
    return { status: 204, body: '' }
  }
  return { files, post, bytes, failures }
}

interface MockEnvironment extends TestEnvironment {
  readonly platform: MockPlatform
  readonly failures: readonly string[]
}

function openEnvironment(cassette: Cassette): MockEnvironment {
  const api = memoryFiles()
  const platform = createMockPlatform({
    cassette,
    clock: virtualClock(),
    files: () => api.files,
    post: api.post,
    wait: async () => {},
    apiBase: 'http://127.0.0.1/',
    storage: memoryLayer(),
  })
  let deleted: readonly string[] = []
  return {
    platform: {
      ...platform,
      deleteCloudFile: async (ids, options) => {
        await platform.deleteCloudFile(ids, options)
        deleted = ids
      },
    },
    failures: api.failures,
    picture: async (width, height, seed = 0) => {
      const png = new PNG({ width, height })
      png.data.forEach((_, i) => {
        png.data[i] = (i * 7 + seed * 31) % 256
      })
      return { name: `${seed}.png`, blob: new Blob([new Uint8Array(PNG.sync.write(png))], { type: 'image/png' }) }
    },
    download: async (file: UploadedFile) => api.bytes.get(file.fileId) ?? new Uint8Array(),
    orphans: async () => 0,
    cloudFile: async () => 'cloud://shop/kejiang/example.png',
    hasCloudFile: async (id) => !deleted.includes(id),
    pending: async () => platform.pending(),
  }
}

/** Returns the cassette of the normal client, with the entries of one fault in place of its own. */
function cassetteFor(fault: Fault | undefined): Cassette {
  const everyday = load('desktop-client')
  return fault ? overlay(everyday, load(`fault-${fault}`)) : everyday
}

describe('the mock platform keeps the promises of every platform', () => {
  for (const check of conformance) {
    const environment = () => openEnvironment(cassetteFor(check.fault))
    const { platform } = environment()
    if ((check.needs && !platform.can(check.needs)) || (check.lacks && platform.can(check.lacks))) continue
    test(check.name, () => check.run(environment()))
  }
})

const entry = (over: Partial<CassetteEntry>): unknown => ({
  seq: 1,
  method: 'top.invoke',
  key: 'top.invoke {"api":"a","data":{"page_no":1}}',
  request: { api: 'a', data: { page_no: 1 } },
  events: [],
  outcome: { ok: 'one' },
  dt: 5,
  ...over,
})
const play = (...entries: readonly unknown[]) =>
  openEnvironment(readCassette({ ...load('desktop-client'), name: 'scenario', entries })).platform

describe('replaying is strict', () => {
  test('the mock platform answers the same call in the recorded order until it is exhausted', async () => {
    const platform = play(entry({}), entry({ seq: 2, outcome: { ok: 'two' } }))
    expect(await platform.callMarketplace('a', { page_no: 1 })).toBe('one')
    expect(await platform.callMarketplace('a', { page_no: 1 })).toBe('two')
    await expect(platform.callMarketplace('a', { page_no: 1 })).rejects.toMatchObject({ code: 'FIXTURE_EXHAUSTED' })
  })

  test('the mock platform uses an entry as often as its repeat allows', async () => {
    const platform = play(entry({ repeat: 2 }))
    await platform.callMarketplace('a', { page_no: 1 })
    await platform.callMarketplace('a', { page_no: 1 })
    await expect(platform.callMarketplace('a', { page_no: 1 })).rejects.toMatchObject({ code: 'FIXTURE_EXHAUSTED' })
  })

  test('the error of an unknown call names the nearest entry and each different field', async () => {
    const platform = play(entry({}))
    const call = platform.callMarketplace('a', { page_no: 2, q: '壳' })
    await expect(call).rejects.toMatchObject({
      code: 'FIXTURE_MISSING',
      message: expect.stringContaining('data.page_no 录制时是 1，这次是 2；data.q 录制时是 没有，这次是 "壳"'),
      options: { detail: { nearest: 'top.invoke {"api":"a","data":{"page_no":1}}' } },
    })
  })

  test('the error of a call without entries of its method says so', async () => {
    await expect(play(entry({})).openChat('买家')).rejects.toMatchObject({
      code: 'FIXTURE_MISSING',
      message: expect.stringContaining('「scenario」里没有 chat.open'),
    })
  })

  test('verify reports unused entries, except those for any number of calls', async () => {
    const unused = play(entry({}), entry({ seq: 2, repeat: 2 }))
    await unused.callMarketplace('a', { page_no: 1 })
    expect(() => unused.verify()).toThrow(/#2 top\.invoke/)
    expect(() => play(entry({ repeat: 'any' })).verify()).not.toThrow()
  })

  test('a recorded reply after the time limit is a timeout, without real waiting', async () => {
    const platform = play(entry({ dt: 3_600_000 }))
    await expect(platform.callMarketplace('a', { page_no: 1 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  test('parallel calls of the mock platform are answered in the order of their recorded times', async () => {
    const request = { api: 'b', data: {} }
    const platform = play(entry({ dt: 900 }), entry({ seq: 2, request, key: 'top.invoke {"api":"b","data":{}}', dt: 20 }))
    const order: string[] = []
    await Promise.all([
      platform.callMarketplace('a', { page_no: 1 }).then(() => order.push('slow')),
      platform.callMarketplace('b', {}).then(() => order.push('fast')),
    ])
    expect(order).toEqual(['fast', 'slow'])
  })

  test('a failed registration is reported to the server and the cloud file is deleted', async () => {
    const environment = openEnvironment(cassetteFor(undefined))
    const upload = environment.platform.uploadFile({ name: 'a.png', blob: new Blob(['text']) }, 1)
    await expect(upload).rejects.toMatchObject({ code: 'UPLOAD_FAILED' })
    expect(environment.failures).toEqual(['上传失败: 422 文件不是图片或格式不支持'])
  })
})
