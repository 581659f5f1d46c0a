import { describe, expect, test } from 'vitest'
import { InvalidError, OfflineError } from '../../../contract/call-errors'
import type { ItemContext } from '../../base/tasks/types'
import assetUpload, { type AssetTaskServices } from './asset-upload-task'
import type { AssetUpload } from './upload-plan'

const call = { method: 'POST', url: '/api/design_assets' }
const fileDeleted = new InvalidError('文件不存在', call, {
  issues: [{ path: 'body.fileId', code: 'invalid', message: '文件不存在' }],
})

/** A simulated library that records calls in order; an upload ends when the test releases it. */
function openLibrary() {
  const calls: string[] = []
  const releases = new Map<string, () => void>()
  const failures = new Map<string, unknown[]>()
  let lastFileId = 100
  const recordCall = (what: string) => {
    calls.push(what)
    const failure = failures.get(what)?.shift()
    if (failure) throw failure
  }
  const services = {
    api: {
      designAssets: {
        create: async ({ body }: { body: { fileId: number } }) => {
          recordCall(`create ${body.fileId}`)
          return { id: body.fileId + 1000 }
        },
      },
    },
    platform: {
      uploadFile: async ({ name }: { name: string }) => {
        await new Promise<void>((resolve) => {
          releases.set(name, resolve)
          if (!name.startsWith('慢')) resolve()
        })
        recordCall(`send ${name}`)
        lastFileId += 1
        return { fileId: lastFileId }
      },
    },
    queries: { invalidateQueries: async () => undefined },
  } as unknown as AssetTaskServices
  return { services, calls, failures, releaseUpload: (name: string) => releases.get(name)?.() }
}

const send = (name: string, index: number, batch = 'b'): AssetUpload => ({
  what: 'send',
  type: 1,
  collectionId: 7,
  name,
  file: new Blob(['x']),
  batch,
  place: index,
})

/** The context of one item; `saved` is the checkpoint of its last attempt. */
function contextOf(saved?: unknown) {
  const checkpoints: unknown[] = []
  const controller = new AbortController()
  const context: ItemContext = {
    signal: controller.signal,
    saved,
    progress: () => undefined,
    checkpoint: async (value) => void checkpoints.push(value),
  }
  return { context, checkpoints, controller }
}

describe('uploading', () => {
  test('pictures are added in the order in which they were picked, whichever arrives first', async () => {
    const { services, calls, releaseUpload } = openLibrary()
    const runs = ['慢一', '二', '三'].map((name, index) => assetUpload.run(send(name, index), contextOf().context, services))
    await expect.poll(() => calls).toEqual(['send 二', 'send 三'])
    releaseUpload('慢一')
    expect(await Promise.all(runs)).toEqual([{ assetId: 1103 }, { assetId: 1101 }, { assetId: 1102 }])
    expect(calls.slice(2)).toEqual(['send 慢一', 'create 103', 'create 101', 'create 102'])
  })

  test('a picture that fails does not delay those behind it', async () => {
    const { services, calls, failures } = openLibrary()
    failures.set('send 坏', [new Error('上传失败: 422')])
    const runs = ['坏', '好'].map((name, index) => assetUpload.run(send(name, index), contextOf().context, services))
    await expect(runs[0]).rejects.toThrow('上传失败: 422')
    expect(await runs[1]).toEqual({ assetId: 1101 })
    expect(calls).toEqual(['send 坏', 'send 好', 'create 101'])
  })

  test('the file is checkpointed before the asset is made, and the next attempt uploads nothing again', async () => {
    const { services, calls, failures } = openLibrary()
    failures.set('create 101', [new OfflineError('断网', call)])
    const firstAttempt = contextOf()
    await expect(assetUpload.run(send('a', 0), firstAttempt.context, services)).rejects.toThrow('断网')
    expect(firstAttempt.checkpoints).toEqual([{ fileId: 101 }])
    expect(await assetUpload.run(send('a', 0), contextOf(firstAttempt.checkpoints[0]).context, services)).toEqual({
      assetId: 1101,
    })
    expect(calls).toEqual(['send a', 'create 101', 'create 101'])
  })

  test('a checkpointed file that the server has deleted is uploaded again', async () => {
    const { services, calls, failures } = openLibrary()
    failures.set('create 55', [fileDeleted])
    const retry = contextOf({ fileId: 55 })
    expect(await assetUpload.run(send('a', 0), retry.context, services)).toEqual({ assetId: 1101 })
    expect(calls).toEqual(['create 55', 'send a', 'create 101'])
    expect(retry.checkpoints).toEqual([{ fileId: 101 }])
  })

  test('a cancelled upload waits no longer and makes no asset', async () => {
    const { services, calls, releaseUpload } = openLibrary()
    const firstAttempt = assetUpload.run(send('慢', 0), contextOf().context, services)
    const second = contextOf()
    const waiting = assetUpload.run(send('b', 1), second.context, services)
    await expect.poll(() => calls).toEqual(['send b'])
    second.controller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    releaseUpload('慢')
    await firstAttempt
    expect(calls).not.toContain('create 101')
  })

  test('a refused file fails with its reason and a duplicate ends with the name of its twin, both at once', async () => {
    const { services, calls } = openLibrary()
    const refused = assetUpload.run({ what: 'refused', reason: '文件是空的' }, contextOf().context, services)
    await expect(refused).rejects.toThrow('文件是空的')
    expect(await assetUpload.run({ what: 'same', as: 'a.png' }, contextOf().context, services)).toEqual({ same: 'a.png' })
    expect(calls).toEqual([])
  })
})
