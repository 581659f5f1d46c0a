/** The server while its file storage is gone, read-only or slow: uploads are refused in words, nothing that was acknowledged is lost. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileKind } from '../../../contract/constants'
import { png } from '../security/shop'
import { startTestServer, type TestAccount, type TestServer } from '../server'

let server: TestServer
let seller: TestAccount
beforeEach(async () => {
  server = await startTestServer()
  seller = await server.newAccount()
})
afterEach(() => server.close())

const form = () =>
  server.call('POST', '/api/files/upload_form', { token: seller.token, body: { fileName: 'a.png', type: fileKind.designAsset } })
const report = (fileId: number) =>
  server.call('POST', '/api/files/upload_result', { token: seller.token, body: { success: true, fileId } })
const lists = () => server.call('GET', '/api/phone_brands', { token: seller.token })
const read = (url: string) => server.call('GET', url)

/** Makes the calls of the storage fail with this error code, as a broken or read-only disk does. */
function failWith(code: string, calls: readonly ('put' | 'get' | 'size')[]): () => void {
  const { storage } = server.deps
  const whole = { ...storage }
  for (const call of calls) {
    Object.assign(storage, { [call]: () => Promise.reject(Object.assign(new Error(`${code}: in a test`), { code })) })
  }
  return () => void Object.assign(storage, whole)
}

describe('a storage that fails', () => {
  test.each([
    ['gone (a network disk)', 'EHOSTUNREACH', 503],
    ['gone (a bucket)', 'STORAGE_AWAY', 503],
    ['full', 'ENOSPC', 507],
    ['read-only', 'EROFS', 500],
    ['broken', 'EIO', 500],
  ])(
    'a storage that is %s refuses uploads in words, keeps what was acknowledged, and works again',
    async (_name, code, status) => {
      const kept = await server.upload(seller.token, fileKind.designAsset, 'kept.png', png(30, 40))
      const opened = await form()
      const repair = failWith(code, ['put'])
      const refused = await server.post(opened.body, png(30, 40))
      expect(refused.status).toBe(status)
      expect(refused.body.message).toMatch(/[一-龥]{4}/)
      expect((await lists()).status).toBe(200)
      expect((await read(kept.url)).status).toBe(200)
      repair()
      expect((await server.post(opened.body, png(30, 40))).status).toBe(204)
      expect((await report(opened.body.fileId)).status).toBe(200)
    },
  )

  test('files are there again when their disk is, and meanwhile the server reads and writes everything else', async () => {
    const kept = await server.upload(seller.token, fileKind.designAsset, 'kept.png', png(30, 40))
    await rename(server.folder, `${server.folder}-away`)
    // Where the disk was mounted there is now something that no file can be written below.
    await writeFile(server.folder, '')
    const opened = await form()
    expect((await server.post(opened.body, png(30, 40))).status).toBeGreaterThanOrEqual(500)
    expect((await read(kept.url)).status).not.toBe(200)
    const brand = await server.call('POST', '/api/phone_brands', { token: seller.token, body: { name: '苹果' } })
    expect(brand.status).toBe(200)
    await rm(server.folder)
    await rename(`${server.folder}-away`, server.folder)
    expect((await read(kept.url)).status).toBe(200)
    expect((await server.post(opened.body, png(30, 40))).status).toBe(204)
    expect((await report(opened.body.fileId)).status).toBe(200)
    await mkdir(server.folder, { recursive: true })
  })
})

test('while the storage is slow, calls that do not need it are answered', async () => {
  const { storage } = server.deps
  const put = storage.put.bind(storage)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let waiting = 0
  Object.assign(storage, {
    put: async (...args: Parameters<typeof put>) => {
      waiting += 1
      await released
      return put(...args)
    },
  })
  const forms = await Promise.all(Array.from({ length: 8 }, form))
  const bytes = png(30, 40)
  const posts = forms.map(({ body }) => server.post(body, bytes))
  await expect.poll(() => waiting).toBe(8)
  for (let call = 0; call < 20; call += 1) expect((await lists()).status).toBe(200)
  release()
  expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 204))
  for (const { body } of forms) expect((await report(body.fileId)).status).toBe(200)
})
