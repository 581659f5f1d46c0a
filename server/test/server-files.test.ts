import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileKind, fileKind, fileSizeLimit } from '../../contract/constants'
import type { UploadForm } from '../../contract/types'
import { cleanFileName } from '../domain/files/names'
import { formLifeSeconds } from '../domain/files/uploads'
import { sweep } from '../jobs/sweeper'
import type { PictureSource } from '../ports/picture-source'
import { png } from './security/shop'
import { startTestServer, type TestAccount, type TestReply, type TestServer, throwError } from './server'

/** A drawing that is accepted with a loss: noise becomes pixels. */
const noise = '<filter id="n"><feTurbulence baseFrequency=".2"/></filter><rect width="5" height="5" filter="url(#n)"/>'
const withNoise = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${noise}</svg>`)
const asked: string[] = []
const marketplace: PictureSource = {
  accepts: (url) => url.hostname === 'img.alicdn.com',
  async fetch(url) {
    asked.push(url.href)
    return url.pathname.endsWith('.svg') ? withNoise : png(30, 40)
  },
}

let server: TestServer
let shop: TestAccount
beforeAll(async () => {
  server = await startTestServer({ pictures: [marketplace] })
  shop = await server.newAccount()
})
afterAll(() => server.close())

const askForm = async (type: FileKind = fileKind.templateLayer, fileName = '图.png'): Promise<UploadForm> =>
  (await server.call('POST', '/api/files/upload_form', { token: shop.token, body: { fileName, type } })).body
const report = (fileId: number, body: object = {}): Promise<TestReply> =>
  server.call('POST', '/api/files/upload_result', { token: shop.token, body: { success: true, fileId, ...body } })
const stored = (key: string | undefined): boolean => existsSync(join(server.folder, key ?? ''))

describe('uploading a file', () => {
  test('a report may have every field of the document, those that say nothing as null', async () => {
    const { fileId, uploadUrl, params } = await askForm()
    await server.post({ uploadUrl, params }, png(3, 4))
    const reply = await report(fileId, { uploadTime: null, fileSize: null, errorMessage: null })
    expect([reply.status, reply.body.file?.width]).toEqual([200, 3])
  })

  test('an upload goes through form, post and report, and its address returns the picture', async () => {
    const bytes = png(30, 40)
    const file = await server.upload(shop.token, fileKind.templateLayer, '图.png', bytes)
    expect(file).toMatchObject({ contentType: 'image/png', size: bytes.length, width: 30, height: 40 })
    expect(file.url).toMatch(/^\/files\/[0-9a-f]{32}\/[0-9a-f]{16}\.png$/)
    const reply = await server.call('GET', file.url)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('image/png')
    expect(reply.headers.get('cache-control')).toContain('immutable')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('content-security-policy')).toContain('sandbox')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('a drawing that is accepted with a loss says what was lost, and one with text is refused in words', async () => {
    const send = async (inner: string) => {
      const { fileId, uploadUrl, params } = await askForm(fileKind.designAsset, '图.svg')
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`
      await server.post({ uploadUrl, params }, Buffer.from(svg))
      return (await report(fileId)).body
    }
    expect((await send(noise)).file.notes).toEqual([expect.stringContaining('转成图片')])
    expect((await send('<rect width="5" height="5"/>')).file.notes).toBeUndefined()
    expect((await send('<text y="9">爱你</text>')).message).toContain('有没有转曲的文字「爱你」')
  })

  test('repeated reports of an upload return the same file, to which the announced address then redirects', async () => {
    const form = await askForm()
    expect((await server.call('GET', form.fileUrl)).status).toBe(404)
    await server.post(form, png(8, 8))
    expect((await server.call('GET', `/files/${form.params.key}`)).status).toBe(404)
    const [first, beside] = await Promise.all([report(form.fileId, { uploadTime: 12.7 }), report(form.fileId)])
    const later = await report(form.fileId)
    expect(first.status).toBe(200)
    expect(beside.body).toEqual(first.body)
    expect(later.body).toEqual(first.body)
    const announced = await server.call('GET', form.fileUrl)
    expect(announced.headers.get('location')).toBe(first.body.file.url)
    expect(stored(form.params.key)).toBe(false)
  })

  test('an upload that is reported before its bytes have arrived can be completed later', async () => {
    const form = await askForm()
    const early = await report(form.fileId)
    expect(early.status).toBe(422)
    expect(early.body.issues[0].path).toBe('body.fileId')
    await server.post(form, png(8, 8))
    expect((await report(form.fileId)).status).toBe(200)
  })

  test('an upload that failed in the browser is discarded and its bytes are removed', async () => {
    const form = await askForm()
    await server.post(form, png(8, 8))
    expect(stored(form.params.key)).toBe(true)
    const given = await report(form.fileId, { success: false, errorMessage: '网络中断' })
    expect(given.body).toEqual({ file: null })
    expect((await report(form.fileId, { success: false })).body).toEqual({ file: null })
    expect(stored(form.params.key)).toBe(false)
    expect((await report(form.fileId)).status).toBe(422)
  })

  test('an upload that is no picture is refused, removed and stays refused', async () => {
    const form = await askForm(fileKind.templateLayer, 'fake.png')
    await server.post(form, Buffer.from('<script>alert(1)</script>'))
    const refused = await report(form.fileId)
    expect(refused.status).toBe(422)
    expect(refused.body.code).toBe('unsupported-file')
    expect(stored(form.params.key)).toBe(false)
    expect((await report(form.fileId)).status).toBe(422)
  })

  test('an upload cannot overwrite a finished file', async () => {
    const form = await askForm()
    await server.post(form, png(8, 8))
    const { file } = (await report(form.fileId)).body
    const again = await server.post(form, png(9, 9))
    expect(again.status).toBe(422)
    expect((await server.call('GET', file.url, { headers: { range: 'bytes=16-23' } })).text).not.toContain('\t')
    expect((await report(form.fileId)).body.file).toEqual(file)
  })

  test('an upload without a report is removed after a day, and not earlier', async () => {
    const old = await askForm()
    await server.post(old, png(8, 8))
    server.clock.advance(24 * 3_600_000 - 60_000)
    shop = await server.newAccount()
    const young = await askForm()
    await server.post(young, png(8, 8))
    server.clock.advance(60_001)
    await sweep(server.deps, throwError)
    expect(stored(old.params.key)).toBe(false)
    expect(stored(young.params.key)).toBe(true)
    expect((await report(young.fileId)).status).toBe(200)
  })
})

describe('the signed upload form', () => {
  const refuse = async (change: (form: UploadForm) => Record<string, string>, bytes = png(8, 8)): Promise<TestReply> => {
    const form = await askForm(fileKind.designAsset)
    const reply = await server.post({ ...form, params: change(form) }, bytes)
    expect(stored(form.params.key)).toBe(false)
    return reply
  }

  test.each<[string, (params: Record<string, string>) => Record<string, string>]>([
    ['another key', (params) => ({ ...params, key: `incoming/${'0'.repeat(32)}` })],
    ['a key that climbs', (params) => ({ ...params, key: '../../etc/passwd' })],
    ['another type', (params) => ({ ...params, 'Content-Type': 'text/html' })],
    ['a field more', (params) => ({ ...params, acl: 'public-read' })],
    ['a field less', ({ 'Content-Type': _, ...params }) => params],
    ['another signature', (params) => ({ ...params, 'X-Amz-Signature': '0'.repeat(64) })],
    ['no signature', ({ 'X-Amz-Signature': _, ...params }) => params],
    ['another date', (params) => ({ ...params, 'X-Amz-Date': '20300101T000000Z' })],
    [
      'a policy of its own',
      (params) => ({
        ...params,
        Policy: Buffer.from('{"expiration":"2100-01-01T00:00:00Z","conditions":[]}').toString('base64'),
      }),
    ],
  ])('an upload form with %s is refused', async (_name, change) => {
    const reply = await refuse((form) => change({ ...form.params }))
    expect(reply.status).toBe(422)
    expect(reply.body.message).toBe('上传凭证无效，请重新上传')
  })

  test('an expired upload form is refused', async () => {
    const form = await askForm()
    server.clock.advance(formLifeSeconds * 1000 + 1)
    const reply = await server.post(form, png(8, 8))
    expect(reply.body.message).toBe('上传凭证已过期，请重新上传')
  })

  test('a file over the limit of its kind is refused with 413, and one at the limit is accepted', async () => {
    const limit = fileSizeLimit[fileKind.designAsset]
    const over = await refuse((form) => ({ ...form.params }), Buffer.alloc(limit + 1))
    expect(over.status).toBe(413)
    expect(over.body.message).toBe('文件超过 3 MB 的上限')
    const form = await askForm(fileKind.designAsset)
    expect((await server.post(form, Buffer.alloc(limit))).status).toBe(204)
  })

  test('an empty file is refused', async () => {
    expect((await refuse((form) => ({ ...form.params }), Buffer.alloc(0))).status).toBe(422)
  })

  test.each([
    ['no form at all', 'application/json', '{}'],
    ['a form without its end', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
    [
      'a form without a file',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
    ],
    [
      'a field behind the file',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="key"\r\n\r\n1\r\n--x--\r\n',
    ],
  ])('an upload with %s is refused', async (_name, type, body) => {
    const reply = await server.call('POST', '/api/files/upload', { body, headers: { 'content-type': type } })
    expect([400, 422]).toContain(reply.status)
    expect(reply.body.traceId).toMatch(/^[0-9a-f]{16}$/)
  })
})

describe('copying a marketplace picture', () => {
  const taobao = (body: object, token = shop.token): Promise<TestReply> =>
    server.call('POST', '/api/files/taobao', { token, body: { taobaoFileId: 'tb-1', type: fileKind.templateLayer, ...body } })

  test('a marketplace picture is copied once per account and kind, also by parallel requests', async () => {
    const url = '//img.alicdn.com/imgextra/i1/%E5%9B%BE.png'
    const [one, two] = await Promise.all([taobao({ url }), taobao({ url })])
    expect(one.status).toBe(200)
    expect(one.body.file).toMatchObject({ id: one.body.id, contentType: 'image/png', width: 30 })
    expect(two.body).toEqual(one.body)
    const before = asked.length
    expect((await taobao({ url })).body).toEqual(one.body)
    expect(asked).toHaveLength(before)
    expect((await taobao({ url, type: fileKind.designAsset })).body.id).not.toBe(one.body.id)
    expect((await taobao({ url }, (await server.newAccount()).token)).body.id).not.toBe(one.body.id)
    expect(asked[0]).toBe('https://img.alicdn.com/imgextra/i1/%E5%9B%BE.png')
  })

  test('a marketplace picture that is accepted with a loss says once what was lost', async () => {
    const drawing = { url: 'https://img.alicdn.com/a.svg', taobaoFileId: 'tb-svg' }
    expect((await taobao(drawing)).body.file.notes).toEqual([expect.stringContaining('转成图片')])
    expect((await taobao(drawing)).body.file.notes).toBeUndefined()
  })

  test.each(['https://evil.example/a.png', 'file:///etc/passwd', 'not a url', 'https://img.alicdn.com.evil.example/a.png'])(
    'a marketplace picture with the address %s is refused',
    async (url) => {
      const reply = await taobao({ url, taobaoFileId: url })
      expect(reply.status).toBe(422)
      expect(reply.body).toMatchObject({ code: 'blocked-url', issues: [{ path: 'body.url' }] })
    },
  )
})

test("visitors neither see nor delete each other's files in the simulator's picture space", async () => {
  const open = await startTestServer({ settings: { openSimulator: true } })
  const put = await open.call('PUT', '/simulator/space?name=a.png', { body: new Uint8Array([1, 2, 3]) })
  const cookie = (put.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  expect(put.headers.get('set-cookie')).toMatch(/^simulator_visitor=[0-9a-f]{32}; Path=\/simulator; HttpOnly; SameSite=Lax$/)
  const path = `/simulator/space/${put.body.fileId.slice('cloud://'.length)}`
  expect((await open.call('GET', '/simulator/space')).body).toEqual([])
  expect((await open.call('DELETE', path)).status).toBe(404)
  const own = await open.call('GET', '/simulator/space', { headers: { cookie: `x=1; ${cookie}` } })
  expect(own.body.map(({ fileName }: { fileName: string }) => fileName)).toEqual(['a.png'])
  expect((await open.call('DELETE', path, { headers: { cookie } })).body).toEqual({ ok: true })
  await open.close()
})

describe("the simulator's picture space", () => {
  test("the simulator's picture space stores, lists, serves, imports and deletes files", async () => {
    const bytes = png(12, 12)
    const put = await server.call('PUT', '/simulator/space?name=%E5%9B%BE%2F..%2F1.png', { body: new Uint8Array(bytes) })
    expect(put.body).toMatchObject({ fileId: expect.stringMatching(/^cloud:\/\/[0-9a-f]{32}$/), fileName: '图..1.png' })
    expect(put.body.url).toMatch(/^http:\/\/localhost\/simulator\/space\/[0-9a-f]{32}\//)
    expect((await server.call('GET', '/simulator/space')).body).toContainEqual(
      expect.objectContaining({ fileId: put.body.fileId }),
    )
    const shown = await server.call('GET', new URL(put.body.url).pathname)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('access-control-allow-origin')).toBe('*')
    const body = { url: put.body.url, taobaoFileId: put.body.fileId, type: fileKind.templateLayer }
    const copied = await server.call('POST', '/api/files/taobao', { token: shop.token, body })
    expect(copied.body.file).toMatchObject({ width: 12, height: 12 })
    const id = put.body.fileId.replace('cloud://', '')
    expect((await server.call('DELETE', `/simulator/space/${id}`)).body).toEqual({ ok: true })
    expect((await server.call('DELETE', `/simulator/space/${id}`)).status).toBe(404)
    expect((await server.call('GET', new URL(put.body.url).pathname)).status).toBe(404)
    expect((await server.call('GET', copied.body.file.url)).status).toBe(200)
  })

  test("the simulator's picture space serves an HTML page as a download", async () => {
    const put = await server.call('PUT', '/simulator/space?name=a.html', { body: '<script>alert(1)</script>' })
    const shown = await server.call('GET', new URL(put.body.url).pathname)
    expect(shown.headers.get('content-type')).toBe('application/octet-stream')
    expect(shown.headers.get('content-disposition')).toBe('attachment')
  })
})

describe('reading a stored file', () => {
  test('a stored file is served with ranges, conditional requests and HEAD', async () => {
    const bytes = png(30, 40)
    const { url } = await server.upload(shop.token, fileKind.templateLayer, 'a.png', bytes)
    const get = (headers: Record<string, string>, method = 'GET') => server.call(method, url, { headers })
    const part = await server.app.request(url, { headers: { range: 'bytes=1-3' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1-3/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(1, 4))
    expect((await get({ range: `bytes=${bytes.length}-` })).status).toBe(416)
    expect((await get({ range: 'bytes=-2' })).headers.get('content-length')).toBe('2')
    expect((await get({ range: 'lines=1-2' })).status).toBe(200)
    const tag = (await get({})).headers.get('etag') ?? ''
    expect((await get({ 'if-none-match': `W/${tag}` })).status).toBe(304)
    expect((await get({ range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200)
    const head = await get({}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, String(bytes.length), ''])
  })

  test.each(['/files/..%2f..%2fetc/passwd', '/files/incoming/abc', '/files/simulator/abc', '/files/a/b', '/files/zz-00'])(
    'the file path %s is not found',
    async (path) => {
      expect((await server.call('GET', path)).status).toBe(404)
    },
  )
})

test.each([
  ['a/b\\c.png', 'abc.png'],
  ['\u202egnp.exe\u0000', 'gnp.exe'],
  ['e\u0301.png', 'é.png'],
  ['..', '未命名'],
  ['  ', '未命名'],
  ['half \ud800.png', 'half .png'],
])('the file name %j is stored as %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept)
})

test('a long file name is cut between characters and keeps its extension', () => {
  const kept = cleanFileName(`${'壳'.repeat(200)}.png`)
  expect(kept).toMatch(/^壳+\.png$/)
  expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(255)
  expect(Buffer.byteLength(kept)).toBeGreaterThan(250)
})
