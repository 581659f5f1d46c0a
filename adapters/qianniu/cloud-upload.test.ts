/** Tests what happens to the picture space's copy: it is deleted once the server has its own, and reused after a reload. */
import { expect, test } from 'vitest'
import { BridgeError } from '../../bridge/core/errors'
import type { HostConnection } from '../../bridge/page/types'
import { fileKind } from '../../contract/constants'
import { layeredStorage, memoryLayer } from '../browser/layered-storage'
import type { FilesApi } from '../files-api'
import type { PlatformStorage } from '../platform'
import { cloudJournal } from './cloud-journal'
import { uploadThroughClient } from './cloud-upload'

const picture = (name = '壳.png', text = 'bytes') => ({ name, blob: new Blob([text]) })
const hour = 3_600_000

/** A picture space and a server that outlive pages; `page` opens a page. */
function openPage() {
  const cloud = new Set<string>()
  const log: string[] = []
  const storage: PlatformStorage = layeredStorage([memoryLayer()])
  const state = { now: 0, made: 0, deleteFails: false, register: async (): Promise<void> => undefined }
  const connection = {
    ready: async () => ({}),
    limits: () => ({ file: 3_145_728 }),
    sendBlob: async () => ({ blob: 'b' }),
    call: async (method: string, params: { fileIds?: string[] }) => {
      if (method === 'blob.free') return true
      log.push(method)
      if (method === 'cloud.upload') {
        state.made += 1
        const fileId = `cloud://${state.made}`
        cloud.add(fileId)
        return { fileId, fileName: 'a', url: `https://cloud/${state.made}` }
      }
      if (state.deleteFails) throw new BridgeError('NETWORK', {})
      for (const id of params.fileIds ?? []) cloud.delete(id)
      return true
    },
  } as unknown as HostConnection
  const files = {
    taobao: async ({ body }: { body: { taobaoFileId: string } }) => {
      await state.register()
      log.push(`register ${body.taobaoFileId}`)
      return { file: { id: 7, url: '/files/a', contentType: 'image/png', size: 5, width: 1, height: 1 } }
    },
  } as unknown as FilesApi
  const page = () => {
    const journal = cloudJournal(storage, () => state.now)
    const deps = { connection, files: () => files, now: () => state.now, newId: () => 'id', journal }
    return { upload: (file = picture()) => uploadThroughClient(deps, file, fileKind.designAsset, {}) }
  }
  return { cloud, log, storage, state, page }
}

test('an upload deletes the picture space’s copy once the server has its own', async () => {
  const { cloud, log, storage, page } = openPage()
  expect(await page().upload()).toMatchObject({ fileId: 7 })
  await expect.poll(() => cloud.size).toBe(0)
  expect(log).toEqual(['cloud.upload', 'register cloud://1', 'cloud.delete'])
  await expect.poll(() => storage.get('cloud-uploads')).toBe('[]')
})

test('after a reload before registering, the same picture is registered without being sent again', async () => {
  const { cloud, log, state, page } = openPage()
  let isDeleted = false
  // Registering never ends, as if the page were closed.
  state.register = () => {
    isDeleted = true
    return new Promise(() => undefined)
  }
  void page().upload()
  await expect.poll(() => isDeleted).toBe(true)
  state.register = async () => undefined
  expect(await page().upload()).toMatchObject({ fileId: 7 })
  await expect.poll(() => cloud.size).toBe(0)
  expect(log).toEqual(['cloud.upload', 'register cloud://1', 'cloud.delete'])
})

test('another picture with the same name is sent', async () => {
  const { log, state, page } = openPage()
  let requests = 0
  state.register = () => {
    requests += 1
    return requests === 1 ? new Promise(() => undefined) : Promise.resolve()
  }
  void page().upload(picture('壳.png', 'one'))
  await expect.poll(() => requests).toBe(1)
  await page().upload(picture('壳.png', 'two'))
  expect(log.filter((line) => line === 'cloud.upload')).toHaveLength(2)
  expect(log).toContain('register cloud://2')
})

test('copies that could not be deleted are deleted with a later upload', async () => {
  const { cloud, state, page } = openPage()
  state.deleteFails = true
  await page().upload(picture('一.png'))
  state.deleteFails = false
  state.now = 2 * hour
  await page().upload(picture('二.png'))
  await expect.poll(() => cloud.size).toBe(0)
})
