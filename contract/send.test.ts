/** Which calls are sent twice, after which answers, and how a call ends. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abortError } from './ground/thrown'
import { send } from './send'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** One attempt: the network answers or fails. */
type Attempt = (init: RequestInit) => Promise<Response>
const answers = (status: number, body: string | null = 'body', headers: Record<string, string> = {}): Attempt => {
  return async () => new Response(body, { status, headers })
}
const fails: Attempt = () => Promise.reject(new TypeError('Failed to fetch'))
/** Never answers; an abort rejects with its reason, as browsers do. */
const hangs: Attempt = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason ?? abortError())))
const cut: Attempt = async () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }))

/** Replaces the network; its last attempt repeats. Returns the attempts that were made. */
function stubNetwork(...attempts: Attempt[]) {
  const made: { address: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    made.push({ address, init })
    if (init.signal?.aborted) return Promise.reject(init.signal.reason)
    return (attempts[made.length - 1] ?? attempts.at(-1))?.(init)
  })
  return made
}

const noSignal = () => new AbortController().signal

/** Columns: whether it is to be sent again, what the network does, number of attempts, and the status or the message at the end. */
const calls: readonly [string, boolean, Attempt[], number, number | string][] = [
  ['no answer', true, [fails], 2, 'Failed to fetch'],
  ['no answer at first', true, [fails, answers(200)], 2, 200],
  ['no answer and then a refusal', true, [fails, answers(404)], 2, 404],
  ['a restarting server', true, [answers(502), answers(200)], 2, 200],
  ['a server that is away', true, [answers(503)], 2, 503],
  ['a server that says when', true, [answers(503, 'body', { 'Retry-After': '2' })], 1, 503],
  ['too many requests', true, [answers(429, 'body', { 'Retry-After': '60' })], 1, 429],
  ...[400, 401, 403, 404, 408, 409, 422, 425, 429, 500, 504].map((status): (typeof calls)[number] => [
    `${status}`,
    true,
    [answers(status)],
    1,
    status,
  ]),
  ['a body that is cut off', true, [cut], 1, 'network error'],
  ['no answer, not to be sent again', false, [fails, answers(200)], 1, 'Failed to fetch'],
  ['a restarting server, not to be sent again', false, [answers(502), answers(200)], 1, 502],
]

test.each(calls)('%s', async (_, again, attempts, count, end) => {
  const made = stubNetwork(...attempts)
  const outcome = send('/api/x', { method: 'GET', headers: { authorization: 'Bearer secret' }, again, signal: noSignal() })
    .then(async (reply) => (await reply.text()) && reply.status)
    .catch((error: Error) => error.message)
  await vi.runAllTimersAsync()
  expect([await outcome, made.length]).toEqual([end, count])
  for (const { address, init } of made) {
    expect([address, init.method, new Headers(init.headers).get('authorization')]).toEqual(['/api/x', 'GET', 'Bearer secret'])
  }
})

const key: HeadersInit = { 'idempotency-key': 'k-1', 'content-type': 'application/json' }
test.each([
  ...['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method): [string, HeadersInit, boolean, number][] => [
    [method, {}, true, 1],
    [method, key, true, 2],
    [method, key, false, 1],
  ]),
  ['GET', key, true, 2],
] as const)('%s with the headers %o, to be sent again: %s, is sent %s times, as it is', async (method, headers, again, count) => {
  const made = stubNetwork(fails)
  const body = method === 'GET' ? {} : { body: '{"a":1}' }
  const call = send('/api/x', { method, headers, again, ...body, signal: noSignal() })
  await Promise.all([expect(call).rejects.toThrow('Failed to fetch'), vi.runAllTimersAsync()])
  expect(made.map(({ init }) => [init.method, init.body])).toEqual(Array.from({ length: count }, () => [method, body.body]))
  for (const { init } of made) expect(Object.fromEntries(new Headers(init.headers))).toMatchObject(headers)
})

test.each([
  ['JSON', 'application/json', '{"a":1}'],
  ['a number', 'application/json', '1'],
  ['bytes of an unknown type', 'application/octet-stream', '{}'],
  ['a page', 'text/html', '<p>'],
  ['a stream of events', 'text/event-stream', 'data: 1'],
  ['nothing', 'application/json', ''],
])('the body of an answer is left to the caller: %s', async (_, type, body) => {
  for (const status of [200, 422, 502]) {
    stubNetwork(answers(status, body, { 'content-type': type }))
    expect(await (await send('/api/x', { method: 'GET', signal: noSignal() })).text()).toBe(body)
  }
})

test('a refusal whose body is cut off is still that refusal', async () => {
  stubNetwork(
    async () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }), { status: 413 }),
  )
  const reply = await send('/api/x', { method: 'POST', body: '{}', signal: noSignal() })
  expect(reply.status).toBe(413)
  await expect(reply.text()).rejects.toThrow('network error')
})

test('a call that is aborted is not sent again', async () => {
  const made = stubNetwork(hangs)
  const ending = new AbortController()
  const call = send('/api/x', { method: 'GET', again: true, signal: ending.signal }).catch((error: unknown) => error)
  ending.abort()
  expect(await call).toBe(ending.signal.reason)
  await vi.runAllTimersAsync()
  expect(made).toHaveLength(1)
})

test('an abort during the wait keeps the second attempt from the network', async () => {
  const reached = vi.fn(fails)
  stubNetwork(reached)
  const ending = new AbortController()
  const call = send('/api/x', { method: 'GET', again: true, signal: ending.signal }).catch((error: Error) => error.name)
  await vi.advanceTimersByTimeAsync(100)
  ending.abort()
  await vi.runAllTimersAsync()
  expect([await call, reached.mock.calls.length]).toEqual(['AbortError', 1])
})
