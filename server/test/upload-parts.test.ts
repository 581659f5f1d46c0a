/** Files uploaded in parts, from pages whose client transfers only text. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind, filePartBytes, fileSizeLimit } from '../../contract/constants'
import { sweep } from '../jobs/sweeper'
import { startTestServer, type TestAccount, type TestServer, throwError } from './server'

let server: TestServer
let shop: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  shop = await server.newAccount()
})
afterAll(() => server.close())

/** Returns a PNG of noise, which does not compress. */
function noise(width: number, height: number): Buffer {
  const picture = new PNG({ width, height })
  let seed = 7
  for (let at = 0; at < picture.data.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    picture.data[at] = at % 4 === 3 ? 255 : seed >> 16
  }
  return PNG.sync.write(picture)
}

const form = async (type: number = fileKind.templateLayer): Promise<number> =>
  (await server.call('POST', '/api/files/upload_form', { token: shop.token, body: { fileName: '图.png', type } })).body.fileId
const part = (fileId: number, index: number, bytes: Uint8Array, token = shop.token) =>
  server.call('POST', '/api/files/upload_part', {
    token,
    body: { fileId, index, base64: Buffer.from(bytes).toString('base64') },
  })
const report = (fileId: number) =>
  server.call('POST', '/api/files/upload_result', { token: shop.token, body: { success: true, fileId } })
const piecesOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / filePartBytes) }, (_, index) =>
    bytes.subarray(index * filePartBytes, (index + 1) * filePartBytes),
  )
const incoming = () => {
  const folder = join(server.folder, 'incoming')
  return existsSync(folder) ? readdirSync(folder).length : 0
}

describe('a file in upload parts', () => {
  test('a file is put together in order, however its upload parts arrive, and no part remains', async () => {
    const bytes = noise(700, 700)
    const pieces = piecesOf(bytes)
    expect(pieces.length).toBeGreaterThan(2)
    const fileId = await form()
    for (const index of [...pieces.keys()].reverse())
      expect((await part(fileId, index, pieces[index] as Buffer)).status).toBe(200)
    expect((await part(fileId, 0, pieces[0] as Buffer)).status).toBe(200)
    const { body, status } = await report(fileId)
    expect(status).toBe(200)
    expect(body.file).toMatchObject({ contentType: 'image/png', width: 700, height: 700 })
    expect((await report(fileId)).body).toEqual(body)
    expect(incoming()).toBe(0)
    expect((await part(fileId, 0, pieces[0] as Buffer)).status).toBe(422)
  })

  test('a file that lacks an upload part is refused, and its parts are removed', async () => {
    const pieces = piecesOf(noise(700, 700))
    const fileId = await form()
    for (const index of pieces.keys()) if (index !== 1) await part(fileId, index, pieces[index] as Buffer)
    const { status, text } = await report(fileId)
    expect(status).toBe(422)
    expect(text).toContain('文件内容不完整，请重新上传')
    expect(incoming()).toBe(0)
  })

  test('a file in upload parts has the limit of its kind, and is removed after a day when never finished', async () => {
    const fileId = await form(fileKind.designAsset)
    const beyond = Math.floor(fileSizeLimit[fileKind.designAsset] / filePartBytes)
    expect((await part(fileId, beyond, new Uint8Array(filePartBytes))).status).toBe(413)
    expect((await part(fileId, 0, new Uint8Array(filePartBytes + 3))).status).toBe(422)
    expect((await part(fileId, 0, new Uint8Array(9))).status).toBe(200)
    expect(incoming()).toBe(1)
    server.clock.advance(25 * 3_600_000)
    await sweep(server.deps, throwError)
    expect(incoming()).toBe(0)
  })

  test("upload parts for another account's file are refused", async () => {
    const other = await server.newAccount()
    expect((await part(await form(), 0, new Uint8Array(9), other.token)).status).toBe(422)
  })
})
