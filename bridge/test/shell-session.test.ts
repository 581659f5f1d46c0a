/** Tests the shell's authorisation: when the plugin opens, and when the session expires later. */
import { beforeAll, describe, expect, test } from 'vitest'
import { mtop } from '../shell/client/transport'
import { watch } from './bench'
import { fakeClock } from './fake-clock'
import { builtShell, connectedShellBench, openShellBench } from './shell-bench'
import { type ScriptedClient, scriptedClient } from './shell-client'

let code: Awaited<ReturnType<typeof builtShell>>
beforeAll(async () => {
  code = await builtShell()
})

describe('on opening', () => {
  test('the plugin opens for an authorised seller', async () => {
    const { mini, page, client } = await connectedShellBench({ code })
    expect(mini.data).toMatchObject({ phase: 'open', src: 'https://webview/index.html' })
    expect(client.calls[0]).toMatchObject({ name: 'authorize', options: { scopes: '*' } })
    expect(await page.ready()).toMatchObject({ user: '壳匠演示店', client: '9.97.56N', shell: '0.1.0' })
  })

  test('no token of the seller is sent to the page', async () => {
    const { client, clock, sent, openPage, connect } = openShellBench({ code })
    client.script.userInfo = [{ nickName: '店', accessToken: 'secret-access', userId: '123' }]
    await openPage()
    connect()
    await clock.advance(50)
    expect(JSON.stringify(sent)).not.toContain('secret-access')
  })

  test('a seller who refused the authorisation can try again', async () => {
    const { client, clock, openPage } = openShellBench({ code })
    client.script.authorize = [{ error: 11, errorMessage: '用户取消授权' }, true]
    const mini = await openPage()
    expect(mini.data).toMatchObject({ phase: 'notice', title: '需要您的授权', retryLabel: '重新授权', hasTutorial: false })
    mini.onRetry()
    await clock.advance(50)
    expect(mini.data.phase).toBe('open')
  })

  test.each([
    { errorMessage: '该子帐号无此操作权限' },
    { error: 'isv.permission-sub-account', errorMessage: 'Insufficient user permissions' },
  ])('a sub-account without the right sees 该子帐号无此操作权限 and the guide: %j', async (refusal) => {
    const { client, clock, openPage } = openShellBench({ code })
    client.script.authorize = [refusal]
    const mini = await openPage()
    expect(mini.data).toMatchObject({ phase: 'notice', title: '该子帐号无此操作权限', retryLabel: '重新授权', hasTutorial: true })
    mini.onTutorial()
    await clock.advance(50)
    expect(client.calls.at(-1)).toMatchObject({
      name: 'qn.navigateToWebPage',
      options: { url: 'https://zizhanghao.taobao.com/' },
    })
  })

  test('a stale token is cleared and the authorisation requested again', async () => {
    const { client, openPage } = openShellBench({ code })
    client.script.userInfo = [{ fails: { error: 500, errorMessage: '登录失效' } }, { nickName: '店:客服' }]
    const mini = await openPage()
    expect(mini.data.phase).toBe('open')
    expect(client.calls.map(({ name }) => name).slice(0, 5)).toEqual([
      'authorize',
      'getAuthUserInfo',
      'qn.cleanToken',
      'authorize',
      'getAuthUserInfo',
    ])
  })

  test('a client without the needed functions sees 当前可能不是千牛环境', async () => {
    const { openPage } = openShellBench({ code, without: ['authorize', 'qn.cleanToken', 'sendMtop'] })
    expect((await openPage()).data).toMatchObject({ phase: 'notice', title: '当前可能不是千牛环境' })
  })

  test('a client that does not answer in 20 s shows a notice, and a retry opens the plugin', async () => {
    const { client, clock, openPage } = openShellBench({ code })
    client.script.silent.add('authorize')
    const mini = await openPage()
    await clock.advance(19_000)
    expect(mini.data.phase).toBe('starting')
    await clock.advance(2000)
    expect(mini.data).toMatchObject({ phase: 'notice', title: '千牛数据返回超时', retryLabel: '重试' })
    client.script.silent.clear()
    mini.onRetry()
    await clock.advance(50)
    expect(mini.data.phase).toBe('open')
    // A late answer to the first dialog does not change the open page.
    client.reply('authorize', {})
    await clock.advance(50)
    expect(mini.data.phase).toBe('open')
  })

  test('an authorisation that arrives after the notice still opens the plugin', async () => {
    const { client, clock, openPage } = openShellBench({ code })
    client.script.silent.add('authorize')
    const mini = await openPage()
    await clock.advance(60_000)
    expect(mini.data.phase).toBe('notice')
    client.reply('authorize', {})
    await clock.advance(50)
    expect(mini.data.phase).toBe('open')
  })

  test.each([
    ['is never told', (client: ScriptedClient) => client.script.silent.add('getAuthUserInfo')],
    ['is refused', (client: ScriptedClient) => (client.script.userInfo = [{ fails: { error: 500, errorMessage: '登录失效' } }])],
  ])('the plugin opens without the seller’s nick when it %s', async (_, makeStale) => {
    const { client, clock, openPage } = openShellBench({ code })
    makeStale(client)
    const mini = await openPage()
    await clock.advance(25_000)
    expect(mini.data.phase).toBe('open')
    expect(client.count('authorize')).toBe(2)
  })

  test('a page left while the authorisation dialog is open stays closed', async () => {
    const { client, clock, shell, openPage } = openShellBench({ code })
    client.script.silent.add('authorize')
    const mini = await openPage()
    mini.onUnload()
    client.reply('authorize', {})
    await clock.advance(50)
    expect(mini.data.phase).toBe('starting')
    expect(shell.stats()).toEqual({ pages: 0, running: 0, timers: 0, blobs: 0 })
  })
})

const session = (code: unknown) => ({ code, msg: 'Invalid session', sub_code: 'isv.invalid-session' })
/** Makes the session expired until the seller authorises again; returns a function that counts the renewals. */
function endSession(bench: Awaited<ReturnType<typeof connectedShellBench>>, errorCode: unknown) {
  const before = bench.client.count('authorize')
  bench.client.script.topError = () => (bench.client.count('authorize') > before ? undefined : session(errorCode))
  return () => bench.client.count('authorize') - before
}
const read = 'taobao.items.onsale.get'
const write = 'taobao.item.update'

describe('an expired session', () => {
  test.each([26, 27, 53, '27', 904])(
    'an expired session with code %j is renewed once and the read repeated',
    async (errorCode) => {
      const bench = await connectedShellBench({ code })
      const renewals = endSession(bench, errorCode)
      const call = watch(bench.page.call('top.invoke', { api: read, data: { page_no: 1 } }))
      await bench.clock.advance(500)
      expect(call.value).toMatchObject({ items_onsale_get_response: {} })
      expect(renewals()).toBe(1)
      expect(bench.client.topCalls.map(({ api }) => api)).toEqual([read, read])
    },
  )

  test('an expired session reported by mtop is renewed and the admin API request repeated', async () => {
    const bench = await connectedShellBench({ code })
    const before = bench.client.count('authorize')
    bench.client.script.mtopFails = () =>
      bench.client.count('authorize') > before ? undefined : { ret: ['FAIL_SYS_SESSION_EXPIRED::Session过期'] }
    const call = watch(bench.page.call('http', { method: 'GET', path: '/api/users/me', headers: {} }))
    await bench.clock.advance(500)
    expect(call.value).toMatchObject({ status: 200 })
    expect(bench.client.count('authorize') - before).toBe(1)
  })

  test('an expired session is renewed once for all waiting calls', async () => {
    const bench = await connectedShellBench({ code })
    const renewals = endSession(bench, 27)
    const calls = Array.from({ length: 20 }, (_, n) => watch(bench.page.call('top.invoke', { api: read, data: { page_no: n } })))
    await bench.clock.advance(1000)
    expect(calls.every(({ value }) => value !== undefined)).toBe(true)
    expect(renewals()).toBe(1)
    expect(bench.client.count('qn.cleanToken')).toBe(1)
  })

  test('an expired session never repeats a write, and the seller’s next try succeeds', async () => {
    const bench = await connectedShellBench({ code })
    const renewals = endSession(bench, 27)
    const first = watch(bench.page.call('top.invoke', { api: write, data: { num_iid: '1', title: '壳' } }, { write: true }))
    await bench.clock.advance(500)
    expect(first.error).toMatchObject({ code: 'AUTH_EXPIRED', userMessage: expect.stringContaining('再试一次') })
    expect(bench.client.topCalls.map(({ api }) => api)).toEqual([write])
    const again = watch(bench.page.call('top.invoke', { api: write, data: { num_iid: '1', title: '壳' } }, { write: true }))
    await bench.clock.advance(500)
    expect(again.value).toBeDefined()
    expect(renewals()).toBe(1)
    expect(bench.client.topCalls.map(({ api }) => api)).toEqual([write, write])
  })

  test('a session that stays expired is renewed once, then calls end with 请重新授权 without a dialog each', async () => {
    const bench = await connectedShellBench({ code })
    const before = bench.client.count('authorize')
    bench.client.script.topError = () => session(27)
    const first = watch(bench.page.call('top.invoke', { api: read, data: {} }))
    await bench.clock.advance(500)
    const second = watch(bench.page.call('top.invoke', { api: read, data: {} }))
    await bench.clock.advance(500)
    for (const call of [first, second]) {
      expect(call.error).toMatchObject({ code: 'AUTH_EXPIRED', userMessage: '千牛授权已过期，请重新授权后再试' })
    }
    expect(bench.client.count('authorize') - before).toBe(1)
    await bench.clock.advance(10_000)
    watch(bench.page.call('top.invoke', { api: read, data: {} }))
    await bench.clock.advance(500)
    expect(bench.client.count('authorize') - before).toBe(2)
  })

  test('when the seller refuses the renewal, waiting calls reject and later ones do not ask again at once', async () => {
    const bench = await connectedShellBench({ code })
    bench.client.script.topError = () => session(53)
    bench.client.script.authorize = [{ error: 11, errorMessage: '用户取消授权' }]
    const calls = [1, 2].map(() => watch(bench.page.call('top.invoke', { api: read, data: {} })))
    await bench.clock.advance(500)
    for (const call of calls) expect(call.error).toMatchObject({ code: 'USER_DENIED' })
    const authorizationsBefore = bench.client.count('authorize')
    const later = watch(bench.page.call('top.invoke', { api: read, data: {} }))
    await bench.clock.advance(500)
    expect(later.error).toMatchObject({ code: 'USER_DENIED' })
    expect(bench.client.count('authorize')).toBe(authorizationsBefore)
  })
})

describe('refusals of the marketplace', () => {
  test.each([
    [
      { code: 11, msg: 'Insufficient isv permissions', sub_code: 'isv.permission-api-package-limit', sub_msg: '没有权限包' },
      'PERMISSION',
    ],
    [{ code: '12', sub_code: 'isv.permission-sub-account', sub_msg: '该子帐号无此操作权限' }, 'PERMISSION'],
    [{ code: 7, sub_code: 'accesscontrol.limited-by-api-access-count' }, 'RATE_LIMIT'],
    [{ code: 50, sub_code: 'isv.item-get-service-error', sub_msg: '商品信息有误，请检查后重试' }, 'TOP_BUSINESS'],
  ])('the marketplace’s error %j becomes %s, and the call is made once', async (error, expected) => {
    const bench = await connectedShellBench({ code })
    bench.client.script.topError = () => error
    const call = watch(bench.page.call('top.invoke', { api: read, data: {} }))
    await bench.clock.advance(500)
    expect(call.error).toMatchObject({ code: expected })
    expect(bench.client.topCalls.map(({ api }) => api)).toEqual([read])
  })

  test('a network error of mtop becomes NETWORK', async () => {
    const bench = await connectedShellBench({ code })
    bench.client.script.mtopFails = () => ({ ret: ['FAIL_SYS_NETWORK_ERROR::网络错误'] })
    const call = watch(bench.page.call('top.invoke', { api: read, data: {} }))
    await bench.clock.advance(500)
    expect(call.error).toMatchObject({ code: 'NETWORK' })
  })

  test('a marketplace call that is not on the allow-list is never sent', async () => {
    const bench = await connectedShellBench({ code })
    const call = watch(bench.page.call('top.invoke', { api: 'taobao.trade.memo.update', data: {} }))
    await bench.clock.advance(500)
    expect(call.error).toMatchObject({ code: 'PERMISSION', userMessage: '千牛外壳没有开放接口 taobao.trade.memo.update' })
    expect(bench.client.topCalls).toEqual([])
  })

  test('a request over the platform’s limit is refused before it is sent', async () => {
    const clock = fakeClock()
    const { my, count } = scriptedClient(clock)
    const sending = mtop(my, clock, 'mtop.miniapp.cloud.invoke.top', { data: 'a'.repeat(1_000_001) })
    await expect(sending).rejects.toMatchObject({ code: 'TOO_LARGE', userMessage: '一次提交的内容太多，请分几次操作' })
    expect(count('sendMtop')).toBe(0)
  })
})
