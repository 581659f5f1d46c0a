import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { HttpReply, HttpRequest } from '../../adapters/platform'
import { type ApiError, ApiError as ApiErrorClass } from '../../contract/call-errors'
import type { ErrorCode } from '../../contract/errors'
import { errorStatus, noPermissionText } from '../../contract/errors'
import { type ClientPolicy, createApi } from './client'
import type { Transport } from './transport'

const json = (status: number, body: unknown): HttpReply => ({ status, headers: {}, body: JSON.stringify(body) })
const failure = (status: number, code: string, message: string) => json(status, { traceId: 'tr-1', code, message })

/** A client whose server gives the prepared response to every call and records the calls. */
function open(answer: HttpReply | Transport, token: string | null = 'secret') {
  const sent: HttpRequest[] = []
  const session = { token, ended: 0, failed: [] as ApiError[] }
  const policy: ClientPolicy = {
    token: () => session.token,
    onSessionEnded: () => {
      session.ended += 1
    },
    onFailure: (error) => session.failed.push(error),
  }
  const transport: Transport = (request, signal) => {
    sent.push(request)
    return typeof answer === 'function' ? answer(request, signal) : Promise.resolve(answer)
  }
  return { api: createApi(transport, policy), sent, session }
}

const caught = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => {
      throw new Error('the call did not fail')
    },
    (error: ApiError) => error,
  )

describe('requests of the client', () => {
  test('path, query, body and headers of a request follow the route table', async () => {
    const { api, sent } = open(json(200, { items: [], totalItems: 0 }))
    await api.phoneModels.order({ params: { brandId: 3, id: 7 }, body: { next: null } }, { idempotencyKey: 'k-1' })
    await api.templates.list({ query: { collectionId: 5, pageNo: 2 } })
    await api.phoneCaseSkus.get({ params: { key: '1/..-2' } })
    expect(sent[0]).toEqual({
      method: 'PATCH',
      path: '/api/phone_brands/3/phone_models/7/ordering',
      headers: {
        accept: 'application/json',
        authorization: 'Bearer secret',
        'content-type': 'application/json',
        'idempotency-key': 'k-1',
      },
      body: '{"next":null}',
    })
    expect(sent[1]?.path).toBe('/api/design_templates?collectionId=5&pageNo=2')
    expect(sent[1]).not.toHaveProperty('body')
    expect(sent[2]?.path).toBe('/api/phone_case_skus/1%2F..-2')
  })

  test('a null response is accepted only if the caller allows it', async () => {
    const { api } = open(json(200, null))
    expect(await api.factoryPhoneModels.syncTask({ query: { factoryId: 1 } }, { mayBeNull: true })).toBeNull()
    await expect(api.users.me()).rejects.toMatchObject({ name: 'UnexpectedReplyError' })
  })

  test('a request without a session has no authorization header', async () => {
    const { api, sent } = open(json(200, { token: 't' }), null)
    await api.users.login({ body: { username: 'a', password: 'b' } })
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
  })
})

describe('error classes', () => {
  const classOfCode: Record<ErrorCode, string> = {
    'bad-json': 'InvalidError',
    'bad-multipart': 'InvalidError',
    unauthenticated: 'SessionExpiredError',
    'key-revoked': 'SessionExpiredError',
    'key-expired': 'SessionExpiredError',
    forbidden: 'SessionExpiredError',
    'key-lacks-right': 'SessionExpiredError',
    'key-address': 'SessionExpiredError',
    'not-for-keys': 'SessionExpiredError',
    'key-ceiling': 'InvalidError',
    'not-found': 'NotFoundError',
    conflict: 'ConflictError',
    'stale-revision': 'ConflictError',
    'idempotency-mismatch': 'ConflictError',
    'in-progress': 'ConflictError',
    'price-changed': 'ConflictError',
    'too-large': 'InvalidError',
    invalid: 'InvalidError',
    'login-failed': 'InvalidError',
    'subuser.has-no-permission': 'PermissionError',
    'unsupported-file': 'InvalidError',
    'blocked-url': 'InvalidError',
    'quota-exceeded': 'InvalidError',
    'too-many-requests': 'InvalidError',
    'proof-required': 'InvalidError',
    internal: 'ServerError',
    'upstream-failed': 'UpstreamError',
    unavailable: 'BusyError',
    maintenance: 'BusyError',
    'operator-needed': 'BusyError',
    'storage-full': 'ServerError',
  }
  test.each(Object.entries(classOfCode))('the code %s becomes a %s', async (code, name) => {
    const { api } = open(failure(errorStatus[code as ErrorCode], code, '说明'))
    const error = await caught(api.users.me())
    expect(error).toMatchObject({ name, code, traceId: 'tr-1', call: { method: 'GET', url: '/api/users/me' } })
  })

  test('frequent failures have fixed messages', async () => {
    const messageOf = async (reply: HttpReply) => (await caught(open(reply).api.users.me())).message
    expect(await messageOf(failure(401, 'unauthenticated', 'x'))).toBe('登录过期，请重新登录！')
    expect(await messageOf(json(502, '<html>'))).toBe('系统繁忙，请刷新页面重试。')
    expect(await messageOf(failure(503, 'unavailable', 'x'))).toBe('系统繁忙，请刷新页面重试。')
    expect(await messageOf(failure(503, 'maintenance', '系统升级中，约十分钟'))).toBe('系统升级中，约十分钟')
    expect(await messageOf(failure(503, 'operator-needed', '请联系客服'))).toBe('请联系客服')
    expect(await messageOf(failure(502, 'upstream-failed', '店铺授权已过期，请重新授权后再试'))).toBe(
      '店铺授权已过期，请重新授权后再试',
    )
    expect(await messageOf(failure(500, 'internal', ''))).toBe('未知錯誤')
    expect(await messageOf(failure(422, 'invalid', '名称太长'))).toBe('名称太长')
  })

  test('a missing permission is also recognized by its text and never ends the session', async () => {
    const { api, session } = open(failure(403, 'forbidden', `${noPermissionText}，请联系主账号`))
    expect(await caught(api.users.me())).toMatchObject({ name: 'PermissionError' })
    expect(session.ended).toBe(0)
  })

  test("an error contains the server's message, or the response body if there is no message", async () => {
    const busy = await caught(open(failure(503, 'unavailable', '工厂程序没有配置')).api.users.me())
    expect([busy.name, busy.message, busy.serverMessage, busy.raw]).toEqual([
      'BusyError',
      '系统繁忙，请刷新页面重试。',
      '工厂程序没有配置',
      undefined,
    ])
    const page = { status: 500, headers: {}, body: ` <h1>nginx</h1>${'.'.repeat(600)}` }
    const strange = await caught(open(page).api.users.me())
    expect([strange.serverMessage, strange.raw?.slice(0, 14), strange.raw?.length]).toEqual([undefined, '<h1>nginx</h1>', 500])
    const silent = await caught(open({ status: 200, headers: {}, body: 'ok' }).api.users.me())
    expect(silent.raw).toBe('ok')
  })

  test('a failed network becomes an OfflineError', async () => {
    const { api } = open(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await caught(api.users.me())).toMatchObject({ name: 'OfflineError', message: '请检查您的网络设置，请求发送失败！' })
  })

  test('a response after the time limit becomes a TimeoutError', async () => {
    vi.useFakeTimers()
    try {
      const never: Transport = (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
      const result = caught(open(never).api.users.me())
      await vi.advanceTimersByTimeAsync(59_999)
      await vi.advanceTimersByTimeAsync(1)
      expect(await result).toMatchObject({ name: 'TimeoutError' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('a call aborted by its caller becomes an AbortedError', async () => {
    const never: Transport = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    const controller = new AbortController()
    const result = caught(open(never).api.users.me({}, { signal: controller.signal }))
    controller.abort()
    expect(await result).toMatchObject({ name: 'AbortedError' })
  })

  test('any response becomes a value or an ApiError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 599 }), fc.oneof(fc.string(), fc.json()), async (status, body) => {
        const { api } = open({ status, headers: {}, body })
        const result = await api.users.me().catch((error: unknown) => error)
        expect(result instanceof ApiErrorClass || (status < 300 && typeof result === 'object' && result !== null)).toBe(true)
      }),
    )
  })
})

describe('handling of failures', () => {
  test('a quiet call is not reported, any other failed call is', async () => {
    const { api, session } = open(failure(500, 'internal', '出错'))
    await caught(api.users.me({}, { quiet: true }))
    expect(session.failed).toHaveLength(0)
    const error = await caught(api.users.me())
    expect(session.failed).toEqual([error])
  })

  test('the end of a session is reported once, however many calls fail', async () => {
    const { api, session } = open(failure(401, 'unauthenticated', 'x'))
    await Promise.all([caught(api.users.me()), caught(api.phoneBrands.list()), caught(api.templateCollections.list())])
    expect(session.ended).toBe(1)
    session.token = 'second'
    await caught(api.users.me())
    expect(session.ended).toBe(2)
  })

  test('a late response to an old token does not end the new session', async () => {
    let answer: (reply: HttpReply) => void = () => {}
    const { api, session } = open(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const late = caught(api.users.me())
    session.token = 'fresh'
    answer(failure(401, 'unauthenticated', 'x'))
    expect(await late).toMatchObject({ name: 'SessionExpiredError' })
    expect(session.ended).toBe(0)
  })
})
