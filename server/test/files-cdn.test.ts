/** A CDN in front of the stored files: which addresses lead to it, and which never do. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { fileAddress } from '../domain/files/addresses'
import { shownUrl } from '../domain/orders/rows'
import { storedUrl } from '../domain/orders/snapshot'
import { pagePolicy } from '../http/headers'
import { png } from './security/shop'
import { startTestServer, type TestServer } from './server'

const cdn = 'https://cdn.example/shop'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://shop.example', filesUrl: cdn })
})
afterAll(() => server.close())

test('a stored file has its address at the CDN, which fetches it from the server with headers for canvases', async () => {
  const { token } = await server.newAccount()
  const file = await server.upload(token, fileKind.templateLayer, '图.png', png(30, 40))
  expect(file.url).toMatch(/^https:\/\/cdn\.example\/shop\/files\/[0-9a-f]{32}\/[0-9a-f]{16}\.png$/)
  const path = file.url.slice(cdn.length)
  const reply = await server.call('GET', path)
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(reply.headers.get('cache-control')).toContain('immutable')
  const tag = { 'if-none-match': reply.headers.get('etag') ?? '' }
  expect((await server.call('GET', path, { headers: tag })).status).toBe(304)

  const form = { fileName: '图.png', type: fileKind.templateLayer }
  // The address of a file that is not examined yet redirects later, so no CDN may keep it.
  const { body } = await server.call('POST', '/api/files/upload_form', { token, body: form })
  expect(body.fileUrl).toMatch(/^https:\/\/shop\.example\/files\//)
})

test('addresses of the CDN and of the server are stored in the same form', () => {
  const key = `${'0a'.repeat(16)}/${'b1'.repeat(8)}.png`
  for (const url of [fileAddress(server.deps, key), `https://shop.example/files/${key}`, `/files/${key}`])
    expect(storedUrl(url, undefined, server.deps)).toBe(`/files/${key}`)
  expect(shownUrl(server.deps, `/files/${key}`)).toBe(`${cdn}/files/${key}`)
  expect(shownUrl(server.deps, '/files/previews/1-abc.webp')).toBe('https://shop.example/files/previews/1-abc.webp')
})

test('pages may show and read pictures of the CDN, and load fonts from it', () => {
  const policy = pagePolicy({ ...server.deps.settings, filesOrigin: 'https://cdn.example' }, 'Chrome/120', '/')
  for (const directive of ['img-src', 'connect-src', 'font-src'])
    expect(policy.split('; ').find((part) => part.startsWith(directive))).toContain('https://cdn.example')
})
