/** Pictures of templates on their cases: their addresses, their drawing, and when a template has another one. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { sweepCasePictures } from '../domain/templates/case-pictures'
import { openCaseSeller } from './case-pictures'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let seller: Awaited<ReturnType<typeof openCaseSeller>>
beforeAll(async () => {
  server = await startTestServer()
  seller = await openCaseSeller(server)
})
afterAll(() => server.close())

const open = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await server.app.request(url, { headers })
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}
const shown = async (id: number) => (await seller.list()).find((row: { id: number }) => row.id === id).casePicture

describe('the picture of a template on its case', () => {
  test('anybody with its address gets it, the first request draws it, and the list then says that it is ready', async () => {
    const before = await shown(seller.template.id)
    expect(before).toMatchObject({ width: 480, height: 640, ready: false })
    const { status, headers, bytes } = await open(before.url)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 640 })
    expect(await shown(seller.template.id)).toEqual({ ...before, ready: true })
    expect((await open(before.url)).bytes.equals(bytes)).toBe(true)
    expect((await open(before.url, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
  })

  test('the design lies in the middle of the case, and the ground of the studio around it', async () => {
    const { bytes } = await open((await shown(seller.template.id)).url)
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const px = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
    const [red = 0, green = 0] = px(240, 360)
    expect(red - green).toBeGreaterThan(80)
    const [r = 0, g = 0, b = 0] = px(8, 320)
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(12)
    expect(r).toBeGreaterThan(200)
  })

  test('a save with another thumbnail, another look or pose of the material, gives it another address, and the old one is removed', async () => {
    const { token, template, content, material } = seller
    const addresses = [(await shown(template.id)).url]
    const thumbnail = await server.upload(token, fileKind.templateThumbnail, 't.png', await seller.picture('#0a5', 300, 600))
    const { collectionId, ...saved } = content
    const body = { ...saved, thumbnailFileId: thumbnail.id, revision: 1 }
    await server.call('PUT', `/api/design_templates/${template.id}`, { token, body })
    addresses.push((await shown(template.id)).url)
    for (const change of [{ effectPose: 'standing' }, { look: 'leather' }]) {
      await server.call('PUT', `/api/phone_case_materials/${material.id}`, { token, body: change })
      addresses.push((await shown(template.id)).url)
    }
    expect(new Set(addresses).size).toBe(4)
    const [first = '', , , last = ''] = addresses
    expect((await open(last)).status).toBe(200)
    expect((await open(first)).status).toBe(404)
  })

  test('renaming a template or taking it off the shelf keeps its address', async () => {
    const { token, template } = seller
    const { url } = await shown(template.id)
    await server.call('PATCH', `/api/design_templates/${template.id}`, { token, body: { name: '新名字', enabled: false } })
    expect((await shown(template.id)).url).toBe(url)
    await server.call('PATCH', `/api/design_templates/${template.id}`, { token, body: { enabled: true } })
  })

  test('a template whose phone has no wireframe has none; one without a phone lies on the first case of the shop', async () => {
    const bare = await seller.createTemplate({ previewPhoneModelId: seller.bare.id })
    expect(await shown(bare.id)).toBeNull()
    const free = await seller.createTemplate({ previewPhoneModelId: null })
    expect((await open((await shown(free.id)).url)).status).toBe(200)
  })

  test('a template without a thumbnail is drawn from its layers, and anew when it was saved', async () => {
    const made = await seller.createTemplate({ thumbnailFileId: null })
    const { url } = await shown(made.id)
    const { bytes } = await open(url)
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (360 * info.width + 240) * 3
    expect((data[at] ?? 0) - (data[at + 1] ?? 0)).toBeGreaterThan(80)
    const { collectionId, ...saved } = seller.content
    await server.call('PUT', `/api/design_templates/${made.id}`, {
      token: seller.token,
      body: { ...saved, thumbnailFileId: null, revision: 1 },
    })
    expect((await shown(made.id)).url).not.toBe(url)
  })

  test('a forged address shows nothing, whatever ids it names', async () => {
    const other = await openCaseSeller(server)
    const { url } = await shown(seller.template.id)
    const forged = [
      url.replace(/-[0-9a-f]{32}/, `-${'0'.repeat(32)}`),
      url.replace(/case\/\d+/, `case/${other.template.id}`),
      '/files/case/..%2F..%2Fa.webp',
      '/files/case/999999-00000000000000000000000000000000.webp',
    ]
    for (const address of forged) expect((await open(address)).status, address).toBe(404)
  })

  test('a picture that cannot be drawn is an error that nobody keeps, and the list goes on naming it as not ready', async () => {
    const made = await seller.createTemplate()
    const { url } = await shown(made.id)
    const { renderer } = server.deps
    const failing = { ...renderer, drawMockup: () => Promise.reject(new Error('broken')) }
    Object.assign(server.deps, { renderer: failing })
    const { status, headers } = await open(url)
    Object.assign(server.deps, { renderer })
    expect(status).toBe(500)
    expect(headers.get('cache-control') ?? '').not.toContain('immutable')
    expect(await shown(made.id)).toMatchObject({ ready: false })
  })

  test('the picture of a deleted template is removed from the storage', async () => {
    const made = await seller.createTemplate()
    const { url } = await shown(made.id)
    await open(url)
    await server.call('DELETE', `/api/design_templates/${made.id}`, { token: seller.token })
    await sweepCasePictures(server.deps)
    expect((await open(url)).status).toBe(404)
    expect((await open((await shown(seller.template.id)).url)).status).toBe(200)
  })
})
