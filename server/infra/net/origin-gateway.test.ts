/** A real server of this process stands for the factory's program. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOriginGateway } from './origin-gateway'

let server: Server
let origin = ''
let answer: RequestListener = () => {}
beforeAll(async () => {
  server = createServer((request, reply) => answer(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const post = (url: string, signal: AbortSignal | null = null): Request =>
  new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":"壳"}', signal })

test('the origin gateway passes request and response unchanged', async () => {
  answer = (request, reply) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () =>
      reply.writeHead(418).end(JSON.stringify([request.method, request.url, request.headers['content-type'], body])),
    )
  }
  const reply = await createOriginGateway(origin)(post(`${origin}/api/order/create`))
  expect(reply.status).toBe(418)
  expect(await reply.json()).toEqual(['POST', '/api/order/create', 'application/json', '{"a":"壳"}'])
})

test('the origin gateway accepts a response without a body', async () => {
  answer = (_request, reply) => reply.writeHead(204).end()
  expect((await createOriginGateway(origin)(post(origin))).status).toBe(204)
})

test('the origin gateway requests no other origin, not even after a redirect', async () => {
  let asked = 0
  answer = (request, reply) => {
    asked += 1
    if (request.url === '/secret') reply.end('secret')
    else reply.writeHead(307, { location: `${origin.replace('127.0.0.1', 'localhost')}/secret` }).end()
  }
  const gateway = createOriginGateway(origin)
  const reply = await gateway(post(`${origin}/stock/list`))
  expect([reply.status, await reply.text(), asked]).toEqual([307, '', 1])
  await expect(gateway(post(`${origin.replace('127.0.0.1', 'localhost')}/stock/list`))).rejects.toThrow('not asked')
  expect(asked).toBe(1)
})

test('the origin gateway rejects on silence, a broken connection and an endless response', async () => {
  const gateway = createOriginGateway(origin)
  answer = () => {}
  await expect(gateway(post(origin, AbortSignal.timeout(50)))).rejects.toThrow()
  answer = (request) => request.socket.destroy()
  await expect(gateway(post(origin))).rejects.toThrow()
  answer = (_request, reply) => {
    const part = Buffer.alloc(1024 * 1024, 0x20)
    const more = (): void => {
      while (!reply.destroyed && reply.write(part));
    }
    reply.on('drain', more)
    more()
  }
  await expect(gateway(post(origin))).rejects.toThrow()
})
