import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFaultyGateway, type FaultyGateway } from '../../../embedded/marketplaces/taobao/faults'
import { Failure, OperatorFailure, SessionExpired } from '../../../kernel/failure'
import { signature } from './signature'
import { createTopClient, type TopClientOptions, wrapperOf } from './top-client'

const start = Date.parse('2026-03-01T08:00:00Z')
const seller = { nick: '壳匠', sellerId: '7', session: '6100secretsessionkey' }
const keys = { appKey: '12345678', appSecret: 'top-secret-of-the-app' }

interface World {
  readonly simulator: FaultyGateway
  /** Requested waits, ms. */
  readonly waits: number[]
  call(session?: string): Promise<unknown>
}

function open(change: Partial<TopClientOptions> = {}): World {
  let time = start
  const waits: number[] = []
  const now = () => new Date(time)
  const methods = { 'taobao.user.seller.get': () => ({ user: { user_id: 1_011_032_513_942_101_325n, nick: seller.nick } }) }
  const simulator = createFaultyGateway({ ...keys, sellers: [seller], methods, now })
  const client = createTopClient({
    ...keys,
    url: 'https://gateway.invalid/router/rest',
    gateway: simulator.gateway,
    now,
    wait: async (ms) => {
      waits.push(ms)
      time += ms
    },
    ...change,
  })
  return {
    simulator,
    waits,
    call: (session = seller.session) => client.call('taobao.user.seller.get', { fields: 'user_id,nick,名称' }, session),
  }
}

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  )
  if (!(error instanceof Failure)) throw new Error(`no Failure: ${String(error)}`)
  return error
}

test('the md5 signature equals the open platform’s own example', () => {
  const params = {
    method: 'taobao.item.seller.get',
    app_key: '12345678',
    session: 'test',
    timestamp: '2016-01-01 12:00:00',
    format: 'json',
    v: '2.0',
    sign_method: 'md5',
    fields: 'num_iid,title,nick,price,num',
    num_iid: '11223344',
  }
  expect(signature(params, 'helloworld', 'md5')).toBe('66987CB115214E59E6EC978214934FB8')
  // Empty parameters and the signature itself do not count.
  expect(signature({ ...params, sign: 'ABC', simplify: '' }, 'helloworld', 'md5')).toBe('66987CB115214E59E6EC978214934FB8')
  expect(signature(params, 'helloworld', 'hmac-sha256')).toMatch(/^[0-9A-F]{64}$/)
})

describe('a call', () => {
  test.each(['md5', 'hmac', 'hmac-sha256'] as const)(
    'a gateway call signed with %s is accepted, and its ids stay exact',
    async (signMethod) => {
      const { call, simulator } = open({ signMethod })
      expect(await call()).toEqual({ user: { user_id: '1011032513942101325', nick: '壳匠' } })
      expect(simulator.recent()[0]).toMatchObject({
        app_key: keys.appKey,
        timestamp: '2026-03-01 16:00:00',
        v: '2.0',
        format: 'json',
        sign_method: signMethod,
        fields: 'user_id,nick,名称',
      })
    },
  )

  test('a gateway call with a wrong secret, clock or app is reported as the operator’s problem', async () => {
    const wrong: Partial<TopClientOptions>[] = [
      { appSecret: 'another' },
      { appKey: '999' },
      { now: () => new Date(start + 11 * 60_000) },
    ]
    for (const change of wrong) {
      const { call, simulator } = open(change)
      const failure = await failureOf(call())
      expect(failure).toBeInstanceOf(OperatorFailure)
      expect(failure.message).toMatch(/^淘宝开放平台没有接受本服务的请求（错误码 (25|29|31)：.*请联系服务商检查应用配置$/)
      expect(simulator.count()).toBe(1)
    }
  })

  test('a gateway call waits one second longer than each rate limit says, and then succeeds', async () => {
    const { call, simulator, waits } = open()
    simulator.limitRate(3, 2)
    expect(await call()).toMatchObject({ user: { nick: '壳匠' } })
    expect(waits).toEqual([3000, 3000, 3000])
  })

  test('a gateway call does not wait for a limit that lasts for the day', async () => {
    const { call, simulator, waits } = open()
    simulator.limitRate(1, 20_133)
    const failure = await failureOf(call())
    expect([failure.code, waits]).toEqual(['too-many-requests', []])
    expect(failure.message).toMatch(/^淘宝接口的调用次数已用完，约 6 小时后恢复/)
  })

  test('a gateway call survives three temporary failures, with growing delays', async () => {
    const { call, simulator, waits } = open()
    simulator.cutOff(1)
    const busy = { code: 15, msg: 'Remote service error', sub_code: 'isp.top-remote-connection-timeout', sub_msg: '超时' }
    simulator.failNext(busy)
    simulator.failNext({ ...busy, sub_code: 'isp.item-service-error' })
    expect(await call()).toMatchObject({ user: { nick: '壳匠' } })
    expect(waits).toEqual([500, 1500, 4000])
  })

  test('a gateway call fails after the fourth temporary failure', async () => {
    const { call, simulator } = open()
    simulator.cutOff(4)
    expect((await failureOf(call())).message).toBe('淘宝暂时没有响应，请稍后再试')
    expect(simulator.count('taobao.user.seller.get')).toBe(4)
  })

  test.each([
    [26, 'Missing session', undefined],
    [27, 'Invalid session', 'invalid-sessionkey'],
    [53, 'Session limited', 'isv.w2-security-authorize-invalid'],
    [15, 'Remote service error', 'session-expired'],
  ])(
    'a gateway call with an expired session (%i %s) is refused once and asks for a new authorization',
    async (code, msg, sub_code) => {
      const { call, simulator } = open()
      simulator.failNext({ code, msg, ...(sub_code ? { sub_code } : {}) })
      const failure = await failureOf(call())
      expect(failure).toBeInstanceOf(SessionExpired)
      expect([failure.code, failure.message]).toEqual(['upstream-failed', '店铺授权已过期，请重新授权后再试'])
      expect(simulator.count()).toBe(1)
    },
  )

  test('a gateway call by a sub-account without permission is refused with the contract’s code', async () => {
    const { call, simulator } = open()
    simulator.refuseSubAccount(seller.session)
    const failure = await failureOf(call())
    expect([failure.code, failure.message]).toEqual(['subuser.has-no-permission', '该子帐号无此操作权限'])
    // The inner text alone is enough: some gateways return another code.
    simulator.refuseSubAccount(seller.session, false)
    simulator.failNext({ code: 50, msg: 'x', sub_code: 'isv.permission', sub_msg: '该子帐号无此操作权限taobao.x, 请…' })
    expect((await failureOf(call())).code).toBe('subuser.has-no-permission')
  })

  test.each([
    [
      {
        code: 11,
        msg: 'Insufficient ISV Permissions',
        sub_code: 'isv.permission-api-package-limit',
        sub_msg: 'scope ids is 381',
      },
      /^应用没有开通淘宝的接口权限，请联系服务商开通后再试$/,
    ],
    [
      { code: 50, msg: 'Remote service error', sub_code: 'isv.invalid-parameter', sub_msg: '电子面单余额不足' },
      /^淘宝返回错误：电子面单余额不足$/,
    ],
    [{ code: 40, msg: 'Missing required arguments:fields' }, /^淘宝没有说明原因（错误码 40）$/],
    [
      { code: 41, msg: 'Invalid arguments', sub_code: 'isv.invalid-parameter', sub_msg: 'num_iids 格式错误' },
      /^淘宝返回错误：num_iids 格式错误$/,
    ],
    [
      { code: 15, msg: 'Remote service error', sub_code: 'isv.item-not-exist', sub_msg: '商品不存在' },
      /^淘宝返回错误：商品不存在$/,
    ],
  ])('a gateway call refused with %j shows why', async (error, text) => {
    const { call, simulator } = open()
    simulator.failNext(error)
    const failure = await failureOf(call())
    expect(failure.code).toMatch(/^(upstream-failed|operator-needed)$/)
    expect(failure.message).toMatch(text)
    expect(simulator.count()).toBe(1)
  })

  test('neither an error nor a report contains a secret, not even when the marketplace repeats it', async () => {
    const told: string[] = []
    const { call, simulator } = open({ report: (text) => told.push(text) })
    const sub_msg = `会话 ${seller.session} of ${keys.appSecret} is wrong`
    simulator.failNext({ code: 50, msg: 'x', sub_code: 'isv.x', sub_msg })
    const failure = await failureOf(call())
    expect(failure.message).toBe('淘宝返回错误：会话 *** of *** is wrong')
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(seller.session)
    simulator.failNext({ code: 25, msg: `Invalid signature of ${seller.session}` })
    expect(String((await failureOf(call())).cause)).toMatch(/TOP_APP_SECRET.*（25 Invalid signature of \*\*\*）$/)
    simulator.failNext({ code: 50, msg: `no session ${seller.session}` })
    await failureOf(call())
    expect(told).toEqual(['淘宝拒绝了一次调用（50 no session ***）'])
    simulator.cutOff(9)
    const lost = await failureOf(call())
    expect(String(lost.cause ?? '') + lost.stack).not.toContain(seller.session)
  })
})

describe('an answer', () => {
  const answering = (body: string, status = 200) => open({ gateway: async () => new Response(body, { status }), maxWaitMs: 0 })

  test.each([
    ['{"total_results":0,"request_id":"x"}', { total_results: 0 }],
    ['{}', {}],
    ['{"user_seller_get_response":{}}', {}],
    ['{"user_seller_get_response":null}', {}],
  ])('the gateway response %s is an empty result', async (body, content) => {
    expect(await answering(body).call()).toEqual(content)
  })

  test.each([
    ['<html>502 Bad Gateway</html>', 502],
    ['{"message":"not found"}', 200],
    ['', 200],
    ['{"user_seller_get_resp', 200],
    ['{}', 503],
    ['null', 200],
    ['[]', 200],
    ['""', 200],
  ])('the response %s (%i) is not the marketplace’s, and the call is retried', async (body, status) => {
    const { call, waits } = answering(body, status)
    expect((await failureOf(call())).code).toBe('upstream-failed')
    expect(waits).toEqual([500, 1500, 4000])
  })

  test('a gateway response that does not come in time is abandoned, and the call is retried', async () => {
    const late: Promise<Response>[] = []
    const { call, waits } = open({
      limit: () => AbortSignal.abort(),
      gateway: (request) => {
        const answer = new Promise<Response>((_, reject) => {
          if (request.signal.aborted) reject(request.signal.reason)
          else request.signal.addEventListener('abort', () => reject(request.signal.reason))
        })
        late.push(answer)
        return answer
      },
    })
    expect((await failureOf(call())).message).toBe('淘宝暂时没有响应，请稍后再试')
    expect([late.length, waits.length]).toEqual([4, 3])
  })

  test('a gateway response is in a wrapper named after the call', () => {
    expect(wrapperOf('taobao.items.seller.list.get')).toBe('items_seller_list_get_response')
    expect(wrapperOf('alibaba.mini.app.get')).toBe('alibaba_mini_app_get_response')
  })
})

describe('over a real connection', () => {
  let server: Server
  let url = ''
  let simulator: FaultyGateway
  /** Requested paths. */
  let asked: string[] = []
  beforeAll(async () => {
    server = createServer(async (request, reply) => {
      asked.push(request.url ?? '')
      if (request.url === '/moved') {
        reply.writeHead(307, { location: '/elsewhere' }).end()
        return
      }
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const sent = new Request(url, { method: 'POST', body: Buffer.concat(parts) })
      const answer = await simulator.gateway(sent)
      reply.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/router/rest`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('a gateway call over a real connection sends the same bytes', async () => {
    const world = open({ gateway: fetch, url })
    simulator = world.simulator
    expect(await world.call()).toEqual({ user: { user_id: '1011032513942101325', nick: '壳匠' } })
    simulator.endSession(seller.session)
    expect(await failureOf(world.call())).toBeInstanceOf(SessionExpired)
  })

  test('a session is never sent to the target of a redirect', async () => {
    asked = []
    const { call } = open({ gateway: fetch, url: new URL('/moved', url).href })
    expect((await failureOf(call())).message).toBe('淘宝暂时没有响应，请稍后再试')
    expect(new Set(asked)).toEqual(new Set(['/moved']))
  })
})

test('a gateway call waits for its turn among all processes, and is not sent when the turn is too far away', async () => {
  const asked: number[] = []
  const turns = [250, 0, null]
  const world = open({
    maxWaitMs: 1000,
    turn: async (maxWaitMs) => {
      asked.push(maxWaitMs)
      return turns.shift() ?? null
    },
  })
  await world.call()
  await world.call()
  expect([world.waits, asked]).toEqual([[250], [1000, 1000]])
  expect((await failureOf(world.call())).code).toBe('too-many-requests')
})
