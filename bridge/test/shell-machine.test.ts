/** Tests the shell's handlers for disk, storage, links, chats, and the admin API of a page without network. */
import { beforeAll, describe, expect, test } from 'vitest'
import { httpsAddress, isApiPath, isHostOf } from '../shell/allow'
import { watch } from './bench'
import { builtShell, connectedShellBench } from './shell-bench'

let code: Awaited<ReturnType<typeof builtShell>>
beforeAll(async () => {
  code = await builtShell({ apiBase: 'https://shop.example.com' })
})
type Ready = Awaited<ReturnType<typeof connectedShellBench>>
const ready = () => connectedShellBench({ code })

async function ask({ page, clock }: Ready, method: string, params: unknown) {
  const call = watch(page.call(method, params))
  await clock.advance(500)
  return call
}
async function sendText({ page, clock }: Ready, text: string) {
  const blob = watch(page.sendBlob(new TextEncoder().encode(text), { name: 'a.txt', type: 'text/plain' }))
  await clock.advance(500)
  return blob.value
}

describe('saving to the disk', () => {
  test('the save dialog gets the file name without forbidden characters, and the temporary file is removed', async () => {
    const bench = await ready()
    const file = await sendText(bench, '壳匠')
    const call = await ask(bench, 'disk.save', { file, fileName: '订单/图片:1?\n.txt' })
    expect(call.value).toEqual({ saved: true })
    expect(bench.client.saved).toEqual([{ name: '订单_图片_1__.txt', bytes: new TextEncoder().encode('壳匠') }])
    expect(bench.client.files.size).toBe(0)
  })

  test('the save dialog may stay open for ten minutes', async () => {
    const bench = await ready()
    bench.client.script.saveDialog = { ms: 600_000 }
    const call = watch(bench.page.call('disk.save', { file: await sendText(bench, 'x'), fileName: 'x.txt' }))
    await bench.clock.advance(599_000)
    expect(call.settled).toBe(0)
    await bench.clock.advance(3000)
    expect(call.value).toEqual({ saved: true })
    expect(bench.shell.stats()).toMatchObject({ running: 0, timers: 0 })
    bench.mini.onUnload()
    bench.page.dispose()
    await bench.clock.advance(20_000)
    expect(bench.clock.timers).toBe(0)
  })

  test.each([{ error: 11, errorMessage: '用户取消' }, { errorMessage: 'saveFileToDisk:fail cancel' }])(
    'the error %j means that the seller closed the save dialog',
    async (error) => {
      const bench = await ready()
      bench.client.script.saveDialog = { ms: 5, error }
      expect((await ask(bench, 'disk.save', { file: await sendText(bench, 'x'), fileName: 'x.txt' })).value).toEqual({
        saved: false,
      })
    },
  )

  test.each([{ error: 13, errorMessage: '没有权限' }, { error: 3 }, {}])('the error %j of a save becomes DISK', async (error) => {
    const bench = await ready()
    bench.client.script.saveDialog = { ms: 5, error }
    const call = await ask(bench, 'disk.save', { file: await sendText(bench, 'x'), fileName: 'x.txt' })
    expect(call.error).toMatchObject({ code: 'DISK', userMessage: expect.stringContaining('磁盘') })
    expect(bench.client.files.size).toBe(0)
  })

  test.each([
    [12, '下载失败'],
    [13, '没有权限'],
    [20, 'URL不支持HTTP'],
  ])('a download that fails with %i before a save is reported as a download and saves nothing', async (error, errorMessage) => {
    const bench = await ready()
    bench.client.script.downloadFails = { error, errorMessage }
    const call = await ask(bench, 'disk.save', { file: { url: 'https://img.alicdn.com/imgextra/a.png' }, fileName: 'a.png' })
    expect(call.error).toMatchObject({ code: 'DISK', stage: 'download', userMessage: '千牛没能下载这个文件，请稍后重试' })
    expect(bench.client.saved).toEqual([])
  })

  test('a full disk is reported before the save dialog opens, and no partial file is left', async () => {
    const bench = await ready()
    const file = await sendText(bench, 'x'.repeat(2_000_000))
    bench.client.script.diskFull = true
    const call = await ask(bench, 'disk.save', { file, fileName: 'a.txt' })
    expect(call.error).toMatchObject({ code: 'DISK', userMessage: '千牛没能写入临时文件，请检查磁盘空间后重试' })
    expect([bench.client.count('qn.saveFileToDisk'), bench.client.files.size]).toEqual([0, 0])
  })

  test('a failed download saves nothing, and files are fetched from known hosts only', async () => {
    const bench = await ready()
    const failedSave = await ask(bench, 'disk.save', {
      file: { url: 'https://img.alicdn.com/imgextra/gone.png' },
      fileName: 'a.png',
    })
    expect(failedSave.error).toMatchObject({ code: 'DISK' })
    const foreign = await ask(bench, 'disk.save', { file: { url: 'https://evil.example/a.png' }, fileName: 'a.png' })
    expect(foreign.error).toMatchObject({ code: 'PERMISSION' })
    expect(bench.client.count('downloadFile')).toBe(1)
  })
})

describe('storage, links and chats', () => {
  test('texts are stored under keys with the plugin’s prefix', async () => {
    const bench = await ready()
    expect((await ask(bench, 'storage.get', { key: 'draft' })).value).toBeNull()
    expect((await ask(bench, 'storage.set', { key: 'draft', value: '草稿 “1”' })).value).toBe(true)
    expect((await ask(bench, 'storage.get', { key: 'draft' })).value).toBe('草稿 “1”')
    expect([...bench.client.storage.keys()]).toEqual(['kejiang.draft'])
    expect((await ask(bench, 'storage.remove', { key: 'draft' })).value).toBe(true)
    expect(bench.client.storage.size).toBe(0)
  })

  test.each([
    ['https://item.taobao.com/item.htm?id=1', true],
    ['https://shop.example.com/pay/1', true],
    ['http://item.taobao.com/', false],
    ['https://taobao.com.evil.example/', false],
    ['https://taobao.com@evil.example/', false],
    ['https://evil.example/\\@taobao.com', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('link.open of %s opens the page: %s', async (url, opens) => {
    const bench = await ready()
    const call = await ask(bench, 'link.open', { url })
    expect(call.value === true).toBe(opens)
    expect(bench.client.count('qn.navigateToWebPage')).toBe(opens ? 1 : 0)
  })

  test('chat.open opens a chat with a marketplace nick only', async () => {
    const bench = await ready()
    expect((await ask(bench, 'chat.open', { nick: 'cntaobao买家:1' })).value).toBe(true)
    expect((await ask(bench, 'chat.open', { nick: 'evil' })).error).toMatchObject({ code: 'PROTOCOL' })
    expect(bench.client.count('qn.openChat')).toBe(1)
  })
})

describe('the admin API through the cloud application', () => {
  test('the shell forwards a whole API request with its allowed headers and returns the whole response', async () => {
    const bench = await ready()
    const seen: unknown[] = []
    bench.client.script.application = (request) => {
      seen.push(request)
      return { success: true, data: { status: 409, headers: { etag: '"3"' }, body: '{"code":"conflict"}' } }
    }
    const request = {
      method: 'PUT',
      path: '/api/templates/3?x=%E5%A3%B3',
      headers: { Authorization: 'Bearer t', 'Idempotency-Key': 'k', 'X-Forwarded-For': '10.0.0.1', cookie: 'a=b' },
      body: '{"name":"壳"}',
    }
    const call = await ask(bench, 'http', request)
    expect(call.value).toEqual({ status: 409, headers: { etag: '"3"' }, body: '{"code":"conflict"}' })
    expect(seen).toEqual([{ ...request, headers: { authorization: 'Bearer t', 'idempotency-key': 'k' } }])
    const sent = bench.client.calls.filter(({ name }) => name === 'sendMtop').at(-1)
    expect(sent?.options).toMatchObject({ data: { path: '/api/cloud_app', method: 'POST' } })
  })

  test.each([
    ['an answer without its envelope', { status: 200, headers: {}, body: '[]' }, undefined],
    ['an answer as text', { success: true, data: '{"status":200,"headers":{},"body":"[]"}' }, undefined],
    ['a refusal of the cloud', { success: false, errorCode: 'APP_DOWN', errorMessage: '云应用未启动' }, 'NETWORK'],
    ['a page of some proxy', '<html>', 'BAD_REPLY'],
    ['nothing', null, 'BAD_REPLY'],
    ['a status as text', { success: true, data: { status: '200', body: '' } }, 'BAD_REPLY'],
  ])('http handles %s as the cloud’s reply', async (_, answer, expected) => {
    const bench = await ready()
    bench.client.script.application = () => answer
    const call = await ask(bench, 'http', { method: 'GET', path: '/api/users/me', headers: {} })
    expect(call.error?.code).toBe(expected)
    if (expected === undefined) expect(call.value).toMatchObject({ status: 200, body: '[]' })
  })

  test('the shell of a remote page offers no http method', async () => {
    const remote = await connectedShellBench({ code: await builtShell({ variant: 'remote', page: 'https://shop.example.com/' }) })
    expect(remote.mini.data).toMatchObject({ src: 'https://shop.example.com/?platform=qianniu' })
    expect((await remote.page.ready()).caps).not.toContain('http')
    expect((await ask(remote, 'http', { method: 'GET', path: '/api/users/me' })).error).toMatchObject({ code: 'UNKNOWN_METHOD' })
  })
})

test('isApiPath refuses paths outside the admin API', () => {
  const allowedPaths = ['/api/users/me', '/api/templates?name=%2e%2e', '/api/files/1.png']
  const refusedPaths = [
    '/files/x', '/api', '/api/', '/api/../files/x', '/api/%2e%2e/files', '/api/a/%2E./b', '/api//evil', '/api/a\\..\\b', '/api/a b',
    'https://evil/api/x', '//evil/api/x', '/api/a%2f..%2f..%2fb', '/api/x\n', 7, undefined,
  ] // biome-ignore format: a list of paths
  expect(allowedPaths.filter((path) => !isApiPath(path))).toEqual([])
  expect(refusedPaths.filter((path) => isApiPath(path))).toEqual([])
})

test('isHostOf compares whole host names', () => {
  expect(httpsAddress('https://IMG.alicdn.com:443/a?b#c')).toEqual({ host: 'img.alicdn.com', path: '/a?b#c' })
  expect(isHostOf(['*.taobao.com'], 'taobao.com')).toBe(false)
  expect(isHostOf(['*.taobao.com'], 'eviltaobao.com')).toBe(false)
  expect(isHostOf(['*.taobao.com'], 'item.taobao.com')).toBe(true)
})
