/** The file quota of an account, and responses when the disk is full. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { makeFont } from '../../fixtures/odd-files/font-maker'
import { storageFull } from '../infra/disk'
import { startTestServer, type TestAccount, type TestServer } from './server'

const quota = 200 * 1024
let full = false
let server: TestServer
let seller: TestAccount
beforeAll(async () => {
  server = await startTestServer({
    quota,
    assertRoom: () => {
      if (full) throw storageFull()
    },
  })
  seller = await server.newAccount()
})
afterAll(() => server.close())

const letter = [
  [
    [0, 0],
    [0, 700],
    [700, 0],
  ],
] as const
const smallFont = makeFont({ glyphs: [[], letter], maps: [{ platform: 3, encoding: 10, format: 12, glyphs: { 65: 1 } }] })
/** Returns a font file of this many bytes. */
const font = (size: number): Buffer => Buffer.concat([smallFont, Buffer.alloc(size - smallFont.length)])
const form = (account: TestAccount) =>
  server.call('POST', '/api/files/upload_form', { token: account.token, body: { fileName: 'a.ttf', type: fileKind.font } })
const upload = (account: TestAccount, size: number) => server.upload(account.token, fileKind.font, 'a.ttf', font(size))
const words = {
  code: 'quota-exceeded',
  message: expect.stringMatching(/^文件空间已用 \d{3} KB（共 200 KB），放不下这个文件，请删除/),
}

test('files beyond the quota are refused at the form and on arrival, and other accounts are not affected', async () => {
  await upload(seller, 150 * 1024)
  const opened = await form(seller)
  const refused = await server.post(opened.body, font(60 * 1024))
  expect([refused.status, refused.body]).toEqual([422, expect.objectContaining(words)])
  await upload(seller, 40 * 1024)
  const stranger = await server.newAccount()
  await upload(stranger, 60 * 1024)
  await server.deps.db
    .updateTable('file')
    .set({ size: quota })
    .where('account_id', '=', seller.accountId)
    .where('size', '>', 100_000)
    .execute()
  expect((await form(seller)).body).toMatchObject(words)
  const picture = { url: 'https://img.alicdn.com/a.png', taobaoFileId: 'x', type: fileKind.font }
  expect((await server.call('POST', '/api/files/taobao', { token: seller.token, body: picture })).body).toMatchObject(words)
})

test('parallel uploads cannot exceed the quota, and uploads that did not arrive no longer count', async () => {
  const account = await server.newAccount()
  const forms = await Promise.all(Array.from({ length: 8 }, () => form(account)))
  const posted = await Promise.all(forms.map(({ body }) => server.post(body, font(60 * 1024))))
  // Each upload also counts the few hundred bytes of its form.
  expect(posted.filter(({ status }) => status === 204)).toHaveLength(3)
  expect(posted.filter(({ status }) => status === 422)).toHaveLength(5)
  for (const { body } of forms) {
    const given = { token: account.token, body: { success: false, fileId: body.fileId } }
    expect((await server.call('POST', '/api/files/upload_result', given)).status).toBe(200)
  }
  await upload(account, 190 * 1024)
})

test('a full disk is answered with 507 and a message, the upload can be repeated, and nothing is left behind', async () => {
  const account = await server.newAccount()
  const opened = await form(account)
  full = true
  const refused = await server.post(opened.body, font(1000))
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    507,
    'storage-full',
    '服务器磁盘空间不足，暂时不能上传，请联系服务商清理磁盘后重试',
  ])
  full = false
  expect((await server.post(opened.body, font(1000))).status).toBe(204)
  full = true
  const report = { token: account.token, body: { success: true, fileId: opened.body.fileId } }
  expect((await server.call('POST', '/api/files/upload_result', report)).status).toBe(507)
  full = false
  expect((await server.call('POST', '/api/files/upload_result', report)).status).toBe(200)
})

test('when even rows have no room, reading and signing out still work', async () => {
  const account = await server.newAccount()
  const { settings } = server.deps
  Object.assign(settings, {
    assertWritable: () => {
      throw storageFull()
    },
  })
  const brand = { token: account.token, body: { name: '华为' } }
  expect((await server.call('POST', '/api/phone_brands', brand)).status).toBe(507)
  expect((await server.call('GET', '/api/phone_brands', { token: account.token })).status).toBe(200)
  expect((await server.call('POST', '/api/users/logout', { token: account.token })).status).toBe(200)
  Object.assign(settings, { assertWritable: undefined })
})

test('a file in upload parts is counted before its parts are stored', async () => {
  const { token } = await server.newAccount()
  const announced = { fileName: '图.png', type: fileKind.templateLayer }
  const { fileId } = (await server.call('POST', '/api/files/upload_form', { token, body: announced })).body
  const part = { fileId, index: 0, base64: Buffer.alloc(quota + 3).toString('base64') }
  expect(await server.call('POST', '/api/files/upload_part', { token, body: part })).toMatchObject({
    status: 422,
    body: { code: words.code },
  })
  const small = { ...part, base64: Buffer.alloc(30 * 1024).toString('base64') }
  expect((await server.call('POST', '/api/files/upload_part', { token, body: small })).status).toBe(200)
})
