/** Tests the shell's handlers for the picture space: the three steps of an upload, their failures, and what is left behind. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Progress } from '../core/types'
import { watch } from './bench'
import { builtShell, connectedShellBench, type ShellBench, type ShellBenchOptions } from './shell-bench'

let code: Awaited<ReturnType<typeof builtShell>>
beforeAll(async () => {
  code = await builtShell()
})

type Ready = Awaited<ReturnType<typeof connectedShellBench>>
const ready = (options: Partial<ShellBenchOptions> = {}) => connectedShellBench({ code, ...options })
const picture = (size = 500_000) => new Uint8Array(size).map((_, i) => i % 251)
/** Whether there is one file with these bytes; toEqual would be too slow for megabytes. */
const same = (files: readonly Uint8Array[], bytes: Uint8Array) =>
  files.length === 1 && files[0] !== undefined && Buffer.compare(files[0], bytes) === 0
const cloudPath = 'kejiang/1/abc.png'

/** Sends the bytes to the host and starts their upload. */
async function upload({ page, clock }: Ready, bytes = picture(), signal?: AbortSignal) {
  const progress: Progress[] = []
  const blob = watch(page.sendBlob(bytes, { name: 'a.png', type: 'image/png' }))
  await clock.advance(500)
  const params = { file: blob.value, fileType: 'image', cloudPath }
  const call = watch(
    page.call<{ fileId: string; url: string }>('cloud.upload', params, {
      bytes: bytes.length,
      onProgress: (one) => progress.push(one),
      ...(signal ? { signal } : {}),
    }),
  )
  return { call, progress }
}
const idle = ({ shell, client }: ShellBench) => {
  expect(shell.stats()).toMatchObject({ running: 0, timers: 0 })
  expect([...client.files.keys()]).toEqual([])
}

describe('an upload', () => {
  test('an upload arrives whole, reports its stages and leaves no temporary file', async () => {
    const bench = await ready()
    const { call, progress } = await upload(bench)
    await bench.clock.advance(500)
    expect(call.value).toMatchObject({
      fileId: expect.stringMatching(/^cloud:/),
      url: `https://img.alicdn.com/imgextra/key/${cloudPath}`,
    })
    expect(same([...bench.client.bytes.values()], picture())).toBe(true)
    expect([...new Set(progress.map(({ stage }) => stage))]).toEqual(['store.config', 'upload', 'file.save'])
    expect(progress.map(({ loaded }) => loaded)).toContain(250_000)
    await bench.clock.advance(500)
    idle(bench)
  })

  test('an upload of 3 MB is written in pieces if the client can append, otherwise in one', async () => {
    for (const [without, writes] of [
      [[], 4],
      [['appendFile'], 1],
    ] as const) {
      const bench = await ready({ without })
      const { call } = await upload(bench, picture(3 * 1024 * 1024))
      await bench.clock.advance(4000)
      expect(call.value).toBeDefined()
      expect(same([...bench.client.bytes.values()], picture(3 * 1024 * 1024))).toBe(true)
      expect(bench.client.count('writeFile') + bench.client.count('appendFile')).toBe(writes)
    }
  })

  test('an upload without progress of the client may take as long as its size allows', async () => {
    const bench = await ready()
    bench.client.script.uploadTask = false
    bench.client.script.transferMs = 55_000
    const { call } = await upload(bench)
    await bench.clock.advance(60_000)
    expect(call.value).toBeDefined()
  })

  test('an upload of a web address is downloaded by the client first', async () => {
    const bench = await ready()
    bench.client.addFile('old.png', picture(99))
    const file = { url: 'https://img.alicdn.com/imgextra/key/old.png' }
    const call = watch(bench.page.call('cloud.upload', { file, cloudPath }))
    await bench.clock.advance(500)
    expect(call.value).toBeDefined()
    expect(bench.client.bytes.get(`key/${cloudPath}`)).toEqual(picture(99))
  })

  test.each([
    ['config', 'NETWORK', '获取上传配置失败，请稍后重试', 'store.config'],
    ['transfer', 'NETWORK', '上传文件失败，请检查网络后重试', 'upload'],
    ['save', 'PARTIAL', '图片已传到图片空间，但没有登记成功，请重新上传', 'file.save'],
  ] as const)('an upload that fails at %s says so and leaves no file', async (step, expected, userMessage, stage) => {
    const bench = await ready()
    bench.client.script.uploadFails = { step }
    const { call } = await upload(bench)
    await bench.clock.advance(1000)
    expect(call.error).toMatchObject({ code: expected, userMessage, stage })
    expect(bench.client.space.size).toBe(0)
    idle(bench)
  })

  test('an upload whose session has expired at the first step runs again', async () => {
    const bench = await ready()
    const before = bench.client.count('authorize')
    bench.client.script.mtopFails = (api) =>
      api.includes('.config.') && bench.client.count('authorize') === before
        ? { ret: ['FAIL_SYS_SESSION_EXPIRED::Session过期'] }
        : undefined
    const { call } = await upload(bench)
    await bench.clock.advance(1000)
    expect(call.value).toBeDefined()
    expect(bench.client.count('authorize') - before).toBe(1)
    expect(bench.client.space.size).toBe(1)
  })

  test('an upload answered with something other than JSON is registered by its key and then refused', async () => {
    const bench = await ready()
    bench.client.script.uploadBody = '<html>502 Bad Gateway</html>'
    const { call } = await upload(bench)
    await bench.clock.advance(1000)
    // The registered file has no address, so the reply has the wrong shape and the upload is undone.
    expect(call.error).toMatchObject({ code: 'BAD_REPLY' })
  })

  test.each([4, 16, 26])('an upload cancelled after %i ms leaves nothing in the cloud', async (ms) => {
    const bench = await ready()
    const controller = new AbortController()
    const { call } = await upload(bench, picture(), controller.signal)
    await bench.clock.advance(ms)
    controller.abort()
    await bench.clock.advance(2000)
    expect(call.error).toMatchObject({ code: 'CANCELLED' })
    expect(bench.client.space.size).toBe(0)
    idle(bench)
  })

  test('an upload cancelled before the transfer is never sent', async () => {
    const bench = await ready()
    const controller = new AbortController()
    const { call } = await upload(bench, picture(), controller.signal)
    await bench.clock.advance(3)
    controller.abort()
    await bench.clock.advance(2000)
    expect(call.error).toMatchObject({ code: 'CANCELLED' })
    expect(bench.client.count('uploadFile')).toBe(0)
    idle(bench)
  })

  test.each(['../evil.png', 'other/1.png', 'kejiang/../other/1.png', 'kejiang//1.png', '/kejiang/1.png', '', 5])(
    'an upload to the path %j is refused',
    async (path) => {
      const bench = await ready()
      const blob = watch(bench.page.sendBlob(picture(9), { name: 'a.png', type: 'image/png' }))
      await bench.clock.advance(500)
      const call = watch(bench.page.call('cloud.upload', { file: blob.value, cloudPath: path }))
      await bench.clock.advance(500)
      expect(call.error).toMatchObject({ code: 'PERMISSION' })
      expect(bench.client.count('uploadFile')).toBe(0)
    },
  )

  test('an upload over the limit of the picture space is refused before a byte is sent', async () => {
    const bench = await ready()
    const frames = bench.sent.length
    const blob = watch(bench.page.sendBlob(picture(3 * 1024 * 1024 + 1), { name: 'a.png', type: 'image/png' }))
    await bench.clock.advance(500)
    expect(blob.error).toMatchObject({ code: 'TOO_LARGE' })
    expect(bench.sent.length).toBe(frames)
  })

  test('uploads are not offered if the client cannot write files', async () => {
    const { page } = await ready({ without: ['getFileSystemManager'] })
    const { caps } = await page.ready()
    expect(caps).not.toContain('cloud.upload')
    expect(caps).not.toContain('disk.save')
    expect(caps).toEqual(expect.arrayContaining(['top.invoke', 'cloud.delete', 'http', 'storage.get']))
  })
})

test('a method whose function canIUse denies is not offered, although the function exists', async () => {
  const { page, client } = await ready({ denied: ['uploadFile', 'qn.saveFileToDisk'] })
  const { caps } = await page.ready()
  expect(typeof client.my.uploadFile).toBe('function')
  expect(caps).not.toContain('cloud.upload')
  expect(caps).not.toContain('disk.save')
  expect(caps).toContain('cloud.delete')
})

describe('other methods of the picture space', () => {
  test('cloud.delete deletes a file of the plugin', async () => {
    const bench = await ready()
    const id = bench.client.addFile('kejiang/1/x.png', picture(3))
    const call = watch(bench.page.call('cloud.delete', { fileIds: [id], fileType: 'image' }))
    await bench.clock.advance(500)
    expect(call.value).toBe(true)
    expect(bench.client.space.size).toBe(0)
  })

  test.each([
    ['as a refusal in its answer', { ret: ['SUCCESS::调用成功'], data: { model: false, msgInfo: '文件不存在' } }],
    ['as a failed call', { ret: ['FAIL_BIZ_FILE_NOT_EXIST::文件不存在'], data: {} }],
  ])('a file that does not exist, reported %s, counts as deleted', async (_, answer) => {
    const bench = await ready()
    bench.client.script.deleteAnswers = answer
    const call = watch(bench.page.call('cloud.delete', { fileIds: ['cloud://tenant/1/gone.png'] }))
    await bench.clock.advance(500)
    expect(call.value).toBe(true)
  })

  test('a refusal to delete a file is passed on', async () => {
    const bench = await ready()
    bench.client.script.deleteAnswers = {
      ret: ['SUCCESS::调用成功'],
      data: { model: false, msgInfo: '商家空间资源不允许使用接口删除' },
    }
    const call = watch(bench.page.call('cloud.delete', { fileIds: ['cloud://tenant/1/seller.png'] }))
    await bench.clock.advance(500)
    expect(call.error).toMatchObject({ code: 'PERMISSION' })
  })

  test.each([
    [{ fileIds: [] }, 'PROTOCOL'],
    [{ fileIds: 'cloud://a' }, 'PROTOCOL'],
    [{ fileIds: ['https://img.alicdn.com/a.png'] }, 'PROTOCOL'],
    [{ fileIds: ['cloud://a'], sellerSpace: true }, 'PERMISSION'],
  ])('cloud.delete refuses %j', async (params, expected) => {
    const bench = await ready()
    const before = bench.client.count('sendMtop')
    const call = watch(bench.page.call('cloud.delete', params))
    await bench.clock.advance(500)
    expect(call.error).toMatchObject({ code: expected })
    expect(bench.client.count('sendMtop')).toBe(before)
  })

  test('cloud.storeConfig returns the upload address without its credentials', async () => {
    const bench = await ready()
    const call = watch(bench.page.call('cloud.storeConfig', { cloudPath, fileType: 'image' }))
    await bench.clock.advance(500)
    expect(call.value).toEqual({ url: 'https://upload.example.invalid/', formData: {}, headers: {} })
    await upload(bench)
    await bench.clock.advance(500)
    expect(JSON.stringify(bench.sent)).not.toMatch(/secret-/)
    expect(bench.logs.join()).not.toMatch(/secret-/)
  })

  test('cloud.file.save registers files of the picture space only', async () => {
    const bench = await ready()
    const url = 'https://img.alicdn.com/imgextra/key/a.png'
    const call = watch(bench.page.call('cloud.file.save', { url, specialId: 'key/a.png', cloudPath }))
    await bench.clock.advance(500)
    expect(call.value).toMatchObject({ url, fileId: expect.stringMatching(/^cloud:/) })
    const other = watch(
      bench.page.call('cloud.file.save', { url: 'https://img.alicdn.com.evil.example/a.png', specialId: 'x', cloudPath }),
    )
    await bench.clock.advance(500)
    expect(other.error).toMatchObject({ code: 'PERMISSION' })
  })
})
