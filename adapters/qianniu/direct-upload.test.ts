import { describe, expect, test } from 'vitest'
import type { HostConnection } from '../../bridge/page/types'
import { fileKind } from '../../contract/constants'
import type { FilesApi } from '../files-api'
import { createQianniuPlatform, type QianniuPlatformOptions } from './qianniu-platform'

const font = { name: '思源.otf', blob: new Blob([new Uint8Array(64)]) }
const stored = { id: 7, url: '/files/a.otf', contentType: 'font/otf', size: 64, width: null, height: null }

/** A platform whose client and server log the calls that reach them. */
function open(throughHost: boolean, caps = ['cloud.upload']) {
  const log: string[] = []
  const connection = {
    state: () => 'ready',
    onState: () => () => undefined,
    ready: async () => ({ caps, client: '9', limits: { file: 3_145_728 } }),
    limits: () => ({ file: 3_145_728 }),
    sendBlob: async () => ({ blob: 'b1' }),
    call: async (method: string, params: { fileType?: string; cloudPath?: string }) => {
      if (method === 'cloud.upload') log.push(`${method} ${params.fileType} ${params.cloudPath}`)
      return { fileId: 'cloud://1', url: 'https://cloud/1', fileName: 'a' }
    },
  } as unknown as HostConnection
  const files = {
    uploadForm: async () => {
      log.push('uploadForm')
      return { uploadUrl: '/upload', params: {}, fileId: 7 }
    },
    uploadPart: async ({ body }: { body: { index: number } }) => {
      log.push(`part ${body.index}`)
      return { fileId: 7, index: body.index }
    },
    uploadResult: async () => ({ id: 7, file: stored }),
    taobao: async () => {
      log.push('taobao')
      return { id: 7, file: stored }
    },
  } as unknown as FilesApi
  const options: QianniuPlatformOptions = {
    connection: Promise.resolve(connection),
    files: () => files,
    ownStorage: { get: async () => null, set: async () => undefined, remove: async () => undefined },
    throughHost,
    apiBase: 'https://shop.example.com',
    now: () => 0,
    newId: () => 'id',
    post: async ({ url }) => {
      log.push(`post ${url}`)
      return { status: 204, body: '' }
    },
  }
  return { log, platform: createQianniuPlatform(options) }
}

describe('fonts in the client', () => {
  test('a font is uploaded directly to the server, because the picture space stores pictures only', async () => {
    const { log, platform } = open(false)
    expect(await platform.uploadFile(font, fileKind.font)).toMatchObject({ fileId: 7 })
    expect(log).toEqual(['uploadForm', 'post https://shop.example.com/upload'])
  })

  test('a font is sent in parts through the API if the page has no network', async () => {
    const { log, platform } = open(true)
    expect(await platform.uploadFile(font, fileKind.font)).toMatchObject({ fileId: 7 })
    expect(log).toEqual(['uploadForm', 'part 0'])
  })
})

describe('pictures in a client that cannot write files', () => {
  const picture = { name: 'a.png', blob: new Blob([new Uint8Array(64)]) }

  test('a picture is uploaded directly to the server if the client does not offer uploads', async () => {
    const { log, platform } = open(false, ['top.invoke'])
    expect(await platform.uploadFile(picture, fileKind.designAsset)).toMatchObject({ fileId: 7 })
    expect(log).toEqual(['uploadForm', 'post https://shop.example.com/upload'])
  })

  test('a picture is sent in parts through the API if the page has no network and the client offers no uploads', async () => {
    const { log, platform } = open(true, ['top.invoke', 'http'])
    expect(await platform.uploadFile(picture, fileKind.designAsset)).toMatchObject({ fileId: 7 })
    expect(log).toEqual(['uploadForm', 'part 0'])
  })
})

test('a copy that an earlier page left in the picture space is deleted when the plugin opens again after an hour', async () => {
  const hour = 3_600_000
  const storedTexts = new Map<string, string>()
  const ownStorage = {
    get: async (key: string) => storedTexts.get(key) ?? null,
    set: async (key: string, value: string) => void storedTexts.set(key, value),
    remove: async (key: string) => void storedTexts.delete(key),
  }
  const deleted: unknown[] = []
  /** Opens a page at this time; its own clock starts anew, and registering a file never ends. */
  const openAt = async (epoch: number) => {
    const connection = {
      state: () => 'ready',
      onState: () => () => undefined,
      ready: async () => ({ caps: ['cloud.upload', 'cloud.delete'], client: '9', limits: { file: 3_145_728 } }),
      limits: () => ({ file: 3_145_728 }),
      sendBlob: async () => ({ blob: 'b1' }),
      call: async (method: string, params: { fileIds?: readonly string[] }) => {
        if (method === 'cloud.delete') return deleted.push(...(params.fileIds ?? [])) > 0
        return { fileId: `cloud://${epoch}`, url: 'https://cloud/1', fileName: 'a' }
      },
    } as unknown as HostConnection
    const platform = createQianniuPlatform({
      connection: Promise.resolve(connection),
      files: () => ({ taobao: () => new Promise(() => undefined) }) as unknown as FilesApi,
      ownStorage,
      throughHost: false,
      apiBase: 'https://shop.example.com',
      now: () => 5,
      epochNow: () => epoch,
      newId: () => 'id',
    })
    await platform.ready()
    return platform
  }
  const first = await openAt(100 * hour)
  void first.uploadFile({ name: 'a.png', blob: new Blob(['a']) }, fileKind.designAsset).catch(() => undefined)
  await expect.poll(() => storedTexts.size).toBe(1)
  await openAt(100.5 * hour)
  await openAt(124 * hour)
  await expect.poll(() => deleted).toEqual([`cloud://${100 * hour}`])
  await expect.poll(() => [...storedTexts.values()]).toEqual(['[]'])
})
