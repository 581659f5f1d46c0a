import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../contract/contract'
import { routes } from '../../contract/routes'
import { publicBody, signedInBody } from '../http/body'
import { listEndpoints } from '../http/mount'
import { receiveFile } from '../http/multipart'
import { startTestServer, type TestServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('request bodies', () => {
  const brand = (body: BodyInit, headers: Record<string, string> = {}) =>
    server.newAccount().then(({ token }) => server.call('POST', '/api/phone_brands', { token, body, headers }))

  test.each(['{', '{"name": }', 'name=1', '\xff\xfe', '[1,'])('the unparsable body %j is answered with 400', async (body) => {
    const reply = await brand(body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      code: 'bad-json',
      message: '请求内容不是有效的 JSON',
      traceId: reply.headers.get('x-request-id'),
    })
  })

  test("a body that breaks a rule is refused with the field's name and without its content", async () => {
    const reply = await brand(JSON.stringify({ name: { secret: 'hunter2' }, more: 'hunter3' }))
    expect(reply.status).toBe(422)
    expect(reply.body.issues).toEqual([{ path: 'body.name', code: 'invalid_type', message: '名称应该是文字' }])
    expect(reply.text).not.toMatch(/hunter/)
    const blank = await brand('{"name":"   "}')
    expect(blank.body).toMatchObject({
      code: 'invalid',
      message: '请填写品牌',
      issues: [{ path: 'body.name', message: '请填写品牌' }],
    })
  })

  const listed = listEndpoints(contract, routes)
  // Where a PUT has a meaning of its own, it keeps it.
  const whole = new Set(listed.filter(({ method }) => method === 'PUT').map(({ path }) => path))
  test.each(listed.filter(({ method, path }) => method === 'PATCH' && !whole.has(path)).map(({ path }) => path))(
    'a change of %s may be sent as PATCH or PUT',
    async (path) => {
      const { token } = await server.newAccount()
      const address = path.replace(/\{\w+\}/g, '999999')
      const [patched, put] = await Promise.all(
        ['PATCH', 'PUT'].map((method) => server.call(method, address, { token, body: { name: { wrong: true } } })),
      )
      expect(put?.body).toEqual({ ...patched?.body, traceId: expect.any(String) })
      expect(put?.body.message).not.toBe('接口不存在')
    },
  )

  test('a missing body breaks a rule', async () => {
    expect((await brand('')).body.issues[0].path).toBe('body')
  })

  test.each(['\u0000', '\ud800'])('a body with text that cannot be stored (%j) breaks a rule', async (character) => {
    const reply = await brand(`{"name":${JSON.stringify(`a${character}b`)}}`)
    expect([reply.status, reply.body.issues[0].path]).toEqual([422, 'body.name'])
  })

  test('a body over the limit is refused while it arrives, whatever its Content-Length', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    const reply = await brand(endless, { 'content-length': '10' })
    expect(reply.status).toBe(413)
    expect(reply.body).toMatchObject({ code: 'too-large', message: '请求内容超过 6 MB 的上限' })
    expect(sent).toBeLessThan(signedInBody.maxBytes + 1024 * 1024)
    expect((await brand('{}', { 'content-length': String(signedInBody.maxBytes + 1) })).status).toBe(413)
  })

  test('a body with too many nested levels or values is refused before it is parsed', async () => {
    for (const text of ['['.repeat(2_000_000), `{"name":[${'0,'.repeat(1_000_000)}0]}`]) {
      const before = process.cpuUsage()
      expect((await brand(text)).body).toMatchObject({ code: 'too-large', message: '请求内容的层数或条目过多，请分几次提交' })
      // Parsing either body took over a second.
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(0.5)
    }
  })

  test.each(
    listEndpoints(contract, routes)
      .filter(({ endpoint }) => endpoint.access === 'public' && endpoint.body)
      .map(({ method, path }) => [method, path] as const),
  )('a public endpoint accepts only a few KB of plain JSON: %s %s', async (method, path) => {
    const send = (body: string) => server.call(method, path, { body, headers: { 'content-type': 'application/json' } })
    const large = await send(`{"username":"${'x'.repeat(publicBody.maxBytes)}"}`)
    expect([large.status, large.body.message]).toEqual([413, '请求内容超过 8 KB 的上限'])
    expect((await send(`{"username":${'['.repeat(2000)}${']'.repeat(2000)}}`)).body.code).toBe('too-large')
    expect((await send(`{"username":[${'0,'.repeat(2000)}0]}`)).body.code).toBe('too-large')
    expect((await server.call(method, path, { body: '{}', headers: { 'content-type': 'text/plain' } })).body.code).toBe(
      'bad-json',
    )
  })

  test('the envelope of a request through the cloud application may have only a few values', async () => {
    const carried = await server.call('POST', '/api/cloud_app', { body: `{"method":${'['.repeat(2_000_000)}`, headers: {} })
    expect(carried.body).toMatchObject({ success: false, errorCode: 'too-large' })
    const page = { origin: 'https://evil.example', 'content-type': 'text/plain' }
    const sent = await server.call('POST', '/api/cloud_app', { body: '{"method":"GET","path":"/api/users/me"}', headers: page })
    expect(sent.body).toMatchObject({ success: false, errorCode: 'bad-json' })
  })
})

test('an upload of any size is streamed and never held in memory', async () => {
  const chunk = new Uint8Array(64 * 1024)
  const chunks = 1600
  let produced = 0
  let consumed = 0
  let ahead = 0
  const parts = (function* () {
    yield new TextEncoder().encode('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
    for (let n = 0; n < chunks; n++) yield chunk
    yield new TextEncoder().encode('\r\n--x--\r\n')
  })()
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = parts.next()
        if (done) return controller.close()
        produced += value.byteLength
        ahead = Math.max(ahead, produced - consumed)
        controller.enqueue(value)
      },
    },
    { highWaterMark: 1 },
  )
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
  const received = await receiveFile(new Request('http://a/', init as RequestInit), async () => ({
    maxBytes: Number.MAX_SAFE_INTEGER,
    async store(stream) {
      for await (const part of stream) {
        consumed += part.length
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }))
  expect(received.size).toBe(chunk.length * chunks)
  expect(ahead).toBeLessThan(2 * 1024 * 1024)
})
