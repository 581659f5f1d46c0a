/** Both transports under the client: the page's own network, and the client's for pages without one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HttpReply, Platform } from '../../adapters/platform'
import { abortError } from '../../contract/ground/thrown'
import { createApi } from './client'
import { networkTransport, platformTransport } from './transport'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const policy = { token: () => 'secret', onSessionEnded: () => undefined, onFailure: () => undefined }
const signal = new AbortController().signal
const ended = ({ signal: ending }: RequestInit, reject: (error: Error) => void) => {
  if (ending?.aborted) reject(abortError())
  else ending?.addEventListener('abort', () => reject(abortError()))
}

test.each([
  ['https://shop.example', '/api/x?a=1', 'https://shop.example/api/x?a=1'],
  ['https://shop.example/plugin/', '/api/x', 'https://shop.example/api/x'],
  ['https://host.example/v2/', 'api/x', 'https://host.example/v2/api/x'],
])('from %s, %s is sent to %s', async (base, path, address) => {
  const sent = vi.fn(async () => new Response('[1]', { headers: { 'X-Request-Id': 'tr-1' } }))
  vi.stubGlobal('fetch', sent)
  const reply = await networkTransport(base)({ method: 'GET', path, headers: { accept: 'application/json' } }, signal)
  expect(sent).toHaveBeenCalledWith(address, expect.objectContaining({ method: 'GET' }))
  expect(reply).toMatchObject({ status: 200, body: '[1]', headers: { 'x-request-id': 'tr-1' } })
})

test('a refusal keeps its body and the trace of the request', async () => {
  const body = JSON.stringify({ traceId: '', code: 'invalid', message: '名称太长' })
  vi.stubGlobal('fetch', async () => new Response(body, { status: 422, headers: { 'x-request-id': 'tr-2' } }))
  const api = createApi(networkTransport('https://shop.example'), policy)
  await expect(api.users.me()).rejects.toMatchObject({ name: 'InvalidError', message: '名称太长', traceId: 'tr-2' })
})

test.each<[string, (init: RequestInit) => Promise<Response>]>([
  ['no answer comes', (init) => new Promise((_, reject) => ended(init, reject))],
  [
    'an answer stops in the middle',
    async (init) => new Response(new ReadableStream({ start: (body) => ended(init, (error) => body.error(error)) })),
  ],
])('the time limit of a call holds when %s', async (_, hang) => {
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => hang(init))
  const api = createApi(networkTransport('https://shop.example'), policy)
  const outcome = vi.fn()
  const call = api.users.me().catch(outcome)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await call
  expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }))
})

test('a call is sent again where its caller says so', async () => {
  const sent = vi.fn(async () => new Response('', { status: 502 }))
  vi.stubGlobal('fetch', sent)
  const api = createApi(networkTransport('https://shop.example'), policy)
  const busy = expect.objectContaining({ name: 'BusyError' })
  await expect(api.users.me()).rejects.toEqual(busy)
  expect(sent).toHaveBeenCalledTimes(1)
  const refused = expect(api.users.me({}, { again: true })).rejects.toEqual(busy)
  await vi.advanceTimersByTimeAsync(500)
  await refused
  expect(sent).toHaveBeenCalledTimes(3)
})

test('an abort by the caller stays an abort over the network', async () => {
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => new Promise((_, reject) => ended(init, reject)))
  const ending = new AbortController()
  const call = createApi(networkTransport('https://shop.example'), policy).users.me({}, { signal: ending.signal })
  const refused = expect(call).rejects.toMatchObject({ name: 'AbortedError' })
  ending.abort()
  await refused
})

test('a client that sends calls itself is asked once, whatever the caller says, and the network not at all', async () => {
  const network = vi.fn()
  vi.stubGlobal('fetch', network)
  const http = vi.fn(async (): Promise<HttpReply> => ({ status: 502, headers: {}, body: '' }))
  const api = createApi(
    platformTransport(() => ({ http }) as unknown as Platform, 'https://shop.example'),
    policy,
  )
  await expect(api.users.me({}, { again: true })).rejects.toMatchObject({ name: 'BusyError' })
  expect([http.mock.calls.length, network.mock.calls.length]).toEqual([1, 0])
})
