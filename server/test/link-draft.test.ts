/** The preview of a link that is not saved, on the buyers' page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function seller() {
  const { token } = await server.newAccount()
  const call = (method: string, path: string, body?: unknown) => server.call(method, `/api/${path}`, { token, body })
  const shopId: number = (await call('POST', 'shops', { type: 'DOUDIAN', name: '晨曦' })).body.id
  const draft = async (fields: object = {}) =>
    call('POST', 'shop_customization_settings/draft', { shopId, customizationTiming: 1, mode: 2, ...fields })
  return { call, shopId, draft }
}

const tokenOf = (url: string): string => /^\/customize\/([0-9a-f]{32})\?preview$/.exec(url)?.[1] ?? ''
const offer = (url: string) => server.call('GET', `/api/buyer/links/${tokenOf(url)}`, {})

test('a link that is not saved is shown as it is filled in, and nobody begins a design behind it', async () => {
  const { call, draft } = await seller()
  const first = (await draft({ stickerAssetEnabled: false })).body.url
  expect((await offer(first)).body).toMatchObject({ shopName: '晨曦', mode: 2, stickerAssetEnabled: false, closedText: null })
  const second = (await draft({ customizationTiming: 2 })).body.url
  expect((await offer(second)).body).toMatchObject({ customizationTiming: 2, stickerAssetEnabled: true })
  // The last draft takes the place of the one before.
  expect((await offer(first)).status).toBe(404)
  const begun = await server.call('POST', `/api/buyer/links/${tokenOf(second)}/designs`, {
    body: { templateId: null, phoneModelId: 1, materialColorId: 1, preview: true },
  })
  expect([begun.status, begun.body.message]).toEqual([409, '这里只是预览，保存链接后才能开始设计'])
  expect((await call('GET', 'shop_customization_urls')).body[0].customizationUrls).toEqual([])
})

test('a draft ends after two hours, and one that refers to things of others is refused', async () => {
  const { draft } = await seller()
  const { url } = (await draft()).body
  server.clock.advance(2 * 3_600_000 + 1)
  expect((await offer(url)).status).toBe(404)
  expect((await draft({ bindingMaterialIds: [9_000_000] })).body.issues[0].path).toBe('body.bindingMaterialIds')
})
