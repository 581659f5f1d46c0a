/** Tests stored files as JSON in parts, directly and inside the marketplace's cloud call. */
import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind, filePartBytes } from '../../contract/constants'
import { startTestServer, type TestServer } from '../test/server'

/** A picture that hardly compresses, so that it takes several parts. */
function noise(width: number, height: number): Buffer {
  const png = new PNG({ width, height })
  for (let at = 0; at < png.data.length; at += 32) createHash('sha256').update(String(at)).digest().copy(png.data, at)
  return PNG.sync.write(png)
}

let server: TestServer
let picture: { readonly url: string; readonly bytes: Buffer }
beforeAll(async () => {
  server = await startTestServer()
  const { token } = await server.newAccount()
  const { url } = await server.upload(token, fileKind.templateLayer, '噪点.png', noise(400, 300))
  picture = { url, bytes: await fetchWhole(url) }
})
afterAll(() => server.close())

const fetchWhole = async (url: string): Promise<Buffer> => Buffer.from(await (await server.app.request(url)).arrayBuffer())
const parts = (url: string) => url.replace('/files/', '/api/file_parts/')

test('the parts of a stored file add up to the file', async () => {
  expect(picture.bytes.length).toBeGreaterThan(filePartBytes)
  const found: Buffer[] = []
  for (let from = 0; from < picture.bytes.length; from += filePartBytes) {
    const { status, body } = await server.call('GET', `${parts(picture.url)}?from=${from}`)
    expect([status, body.contentType, body.size]).toEqual([200, 'image/png', picture.bytes.length])
    found.push(Buffer.from(body.base64, 'base64'))
  }
  expect(Buffer.concat(found).equals(picture.bytes)).toBe(true)
})

test('a thumbnail is sent whole', async () => {
  const small = await fetchWhole(`${picture.url}?w=100`)
  const { body } = await server.call('GET', `${parts(picture.url)}?from=0&w=100`)
  expect(body).toEqual({ contentType: 'image/webp', size: small.length, base64: small.toString('base64') })
})

test('a file part can be carried by the cloud app', async () => {
  const { body } = await server.call('POST', '/api/cloud_app', {
    body: { method: 'GET', path: `${parts(picture.url)}?from=0`, headers: {} },
  })
  expect(body.data.status).toBe(200)
  expect(JSON.parse(body.data.body).size).toBe(picture.bytes.length)
})

test.each([
  ['a file that is not there', `/api/file_parts/${'0a'.repeat(16)}/${'b1'.repeat(8)}.png`, 404],
  ['a name that is none', '/api/file_parts/..%2f..%2fetc/passwd', 404],
  ['a width that is not offered', 'w=7', 422],
  ['beyond the end', 'from=99999999', 416],
])('requesting %s as a file part is refused', async (_, asked, status) => {
  const path = asked.startsWith('/') ? asked : `${parts(picture.url)}?${asked}`
  expect((await server.call('GET', path)).status).toBe(status)
})
