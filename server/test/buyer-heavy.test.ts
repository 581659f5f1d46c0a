/** A buyer saves whatever a template may hold: outlines of megabytes, and as many layers as fit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxLayers } from '../../contract/constants'
import { sentLayers } from '../../contract/rules/buyer-layers'
import type { BuyerDesign, TemplateLayerWrite } from '../../contract/types'
import { templateHandlers } from '../domain/templates/handlers'
import { designBody } from '../http/body'
import { type BuyerShop, openBuyerShop, toWrite } from './buyer-shop'
import { type Domain, domainOn } from './domain'
import { startTestServer, type TestServer } from './server'
import { layer } from './template-studio'

let server: TestServer
let domain: Domain
let shop: BuyerShop
beforeAll(async () => {
  server = await startTestServer()
  domain = await domainOn(server.deps)
  shop = await openBuyerShop(domain)
})
afterAll(async () => {
  await domain.close()
  await server.close()
})

const stroke = { color: '#ffffff', width: 8, style: 'DOUBLE_SOLID', opacity: 100, offset: 2 } as const
const outline = (length: number) => 'M10 10L20 20'.repeat(Math.ceil(length / 12)).slice(0, length)

/** A template of a free picture with an outline a layer. */
async function heavyTemplate(count: number, outlineLength: number) {
  const picture = await shop.picture('#ff0000')
  const layers = Array.from({ length: count }, (_, index) =>
    layer(picture, {
      uuid: `sticker-${index}`,
      name: `贴纸${index}`,
      index,
      isUserUploadImage: false,
      stroke,
      strokeSvgData: outline(outlineLength),
    }),
  )
  const content = { width: 200, height: 400, thumbnailFileId: null, layers }
  const { id } = await templateHandlers.templates.create(
    { body: { collectionId: shop.template.collectionId, ...content } },
    shop.ctx,
  )
  return id
}

const moved = (layers: readonly TemplateLayerWrite[]) => layers.map((one, at) => (at === 0 ? { ...one, left: 77 } : one))

async function save(design: BuyerDesign, secret: string, layers: unknown, declared = true) {
  const body = JSON.stringify({ ...shop.chosen, revision: design.revision, layers })
  const headers = { 'content-type': 'application/json', ...(declared && { 'content-length': `${Buffer.byteLength(body)}` }) }
  const reply = await server.call('PUT', `/api/buyer/designs/${design.id}`, { token: secret, body, headers })
  return { status: reply.status, saved: reply.body as BuyerDesign & { message?: string }, bytes: body.length }
}

describe.each([
  ['eight cut-outs with the outline of hair', 8, 163_000],
  ['twenty of them', 20, 163_000],
  ['one outline as long as a template takes', 1, 2_000_000],
  ['as many layers as a template takes', maxLayers, 5_000],
])('a template of %s', (_, count, length) => {
  test('a large template is saved by what the buyer changed', async () => {
    const { design, secret } = await shop.begin(await heavyTemplate(count, length))
    const layers = moved(toWrite(design.layers))
    const { status, saved, bytes } = await save(design, secret, sentLayers(design.base, layers))
    expect([status, saved.message]).toEqual([200, undefined])
    expect(bytes).toBeLessThan(100 * maxLayers)
    expect(saved.layers.map(({ left }) => left)).toEqual(layers.map(({ left }) => left))
    expect(saved.layers.every(({ strokeSvgData }) => strokeSvgData?.length === length)).toBe(true)
    const again = await save(saved, secret, sentLayers(saved.base, toWrite(saved.layers)))
    expect([again.status, again.saved.layers.length]).toEqual([200, count])
  })
})

describe('what is left out', () => {
  test('a layer that is left out stays as the design began with it when the seller changes the template meanwhile', async () => {
    const templateId = await heavyTemplate(2, 500)
    const { design, secret } = await shop.begin(templateId)
    const picture = await shop.picture('#0000ff')
    await templateHandlers.templates.save(
      {
        params: { id: templateId },
        body: { revision: 1, width: 200, height: 400, thumbnailFileId: null, layers: [layer(picture, { uuid: 'sticker-0' })] },
      },
      shop.ctx,
    )
    const { saved } = await save(design, secret, sentLayers(design.base, moved(toWrite(design.layers))))
    expect(saved.layers.map(({ strokeSvgData }) => strokeSvgData?.length)).toEqual([500, 500])
  })

  test('a removed layer that comes back gets the fields that are left out, and is judged by the rights like any other', async () => {
    const { design, secret } = await shop.begin(await heavyTemplate(2, 500))
    const all = sentLayers(design.base, toWrite(design.layers))
    const { saved } = await save(design, secret, all.slice(1))
    expect(saved.layers.map(({ uuid }) => uuid)).toEqual(['sticker-1'])
    const back = await save(saved, secret, all)
    expect(back.saved.layers.map(({ strokeSvgData }) => strokeSvgData?.length)).toEqual([500, 500])
    const forged = all.map((one, at) => (at === 0 ? { ...one, strokeSvgData: 'M0 0' } : one))
    const refused = await save(back.saved, secret, forged)
    expect([refused.status, refused.saved.message]).toEqual([422, '「贴纸0」：这个图层不能修改'])
  })

  test('a layer with fields left out is refused in words if the design did not begin with it', async () => {
    const { design, secret } = await shop.begin()
    const refused = await save(design, secret, [{ base: true, uuid: 'else', index: 0 }])
    expect([refused.status, refused.saved.message]).toEqual([422, '这个图层不在设计里，请刷新页面后重试'])
  })
})

test('a body of megabytes is refused, whether its length is declared or not', async () => {
  const { design, secret } = await shop.begin()
  for (const declared of [true, false]) {
    const { status, saved } = await save(design, secret, 'x'.repeat(designBody.maxBytes), declared)
    expect([status, saved.message]).toEqual([413, '请求内容超过 1 MB 的上限'])
  }
})
