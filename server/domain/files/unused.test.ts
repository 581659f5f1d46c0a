/** Unused pictures are removed after a week; pictures in use, or about to be used, never. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FileKind, fileKind } from '../../../contract/constants'
import type { StoredFile } from '../../../contract/types'
import { openShop, png, type Shop } from '../../test/security/shop'
import { startTestServer, type TestServer } from '../../test/server'
import { sweepUnused, unusedLifeMs, unusedOrderLifeMs } from './unused'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await sweepUnused(server.deps)
})

const hour = 60 * 60 * 1000
const upload = (kind: FileKind = fileKind.templateLayer, size = 20): Promise<StoredFile> =>
  server.upload(shop.token, kind, 'picture.png', png(size, size))
const isServed = async (file: StoredFile): Promise<boolean> => (await server.call('GET', file.url)).status === 200
const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token: shop.token, body })

interface Design {
  readonly id: number
  readonly revision: number
}
/** Creates a template with these pictures, or saves them into an existing one. */
async function save(pictures: readonly StoredFile[], into?: Design, thumbnail?: StoredFile) {
  const whole = shop.bodies['templates.create'] as { layers: [object]; width: number; height: number }
  const layers = pictures.map((file, index) => ({
    ...whole.layers[0],
    uuid: `layer-${file.id}`,
    index,
    imageFileId: file.id,
    imageUrl: file.url,
  }))
  const design = { ...whole, layers, thumbnailFileId: thumbnail?.id ?? null }
  return into
    ? call('PUT', `/api/design_templates/${into.id}`, { ...design, revision: into.revision })
    : call('POST', '/api/design_templates', design)
}
/** Advances the clock; the seller stays signed in. */
async function pass(ms: number): Promise<void> {
  server.clock.advance(ms)
  const now = server.clock.now()
  const session = { last_used_at: now, expires_at: new Date(now.getTime() + hour) }
  await server.deps.db.updateTable('session').set(session).execute()
}
/** Advances the clock with a sweep every day and one at the end. */
async function roundsFor(ms: number): Promise<void> {
  for (const end = server.clock.now().getTime() + ms; server.clock.now().getTime() < end; ) {
    await pass(Math.min(24 * hour, end - server.clock.now().getTime()))
    await sweepUnused(server.deps)
  }
}

describe('a picture', () => {
  test('a picture stays as long as a layer, a thumbnail, a wireframe or the asset library uses it, and a week longer', async () => {
    const [layer, thumbnail, under, asset] = [
      await upload(),
      await upload(fileKind.templateThumbnail),
      await upload(fileKind.wireframe, 50),
      await upload(fileKind.designAsset),
    ]
    const pictures = [layer, thumbnail, under, asset]
    const { body: design } = await save([layer], undefined, thumbnail)
    const bound = await call('POST', '/api/phone_case_wireframes', { width: 50, height: 50, backgroundImageFileId: under.id })
    expect(bound.status).toBe(200)
    const { body: collection } = await call('POST', '/api/design_asset_collections', { type: 1, name: '一周' })
    const placed = await call('POST', '/api/design_assets', { type: 1, collectionId: collection.id, fileId: asset.id })
    expect(placed.status).toBe(200)
    await roundsFor(3 * unusedLifeMs)
    expect(await Promise.all(pictures.map(isServed))).toEqual([true, true, true, true])

    await call('DELETE', `/api/design_templates/${design.id}`)
    await server.deps.db.deleteFrom('wireframe').where('id', '=', bound.body.id).execute()
    await call('DELETE', `/api/design_asset_collections/${collection.id}`)
    await sweepUnused(server.deps)
    await roundsFor(unusedLifeMs - hour)
    expect(await Promise.all(pictures.map(isServed))).toEqual([true, true, true, true])
    await roundsFor(hour)
    expect(await Promise.all(pictures.map(isServed))).toEqual([false, false, false, false])
    const rows = await server.deps.db
      .selectFrom('file')
      .select('id')
      .where(
        'id',
        'in',
        pictures.map(({ id }) => id),
      )
      .execute()
    expect(rows).toEqual([])
  })

  test('a picture removed from the asset library stays while a template or another collection uses it', async () => {
    const [shown, shared] = [await upload(fileKind.designAsset), await upload(fileKind.designAsset)]
    const collection = async (name: string) => (await call('POST', '/api/design_asset_collections', { type: 2, name })).body.id
    const place = async (collectionId: number, file: StoredFile) =>
      (await call('POST', '/api/design_assets', { type: 2, collectionId, fileId: file.id })).body.id
    const [first, second] = [await collection('第一组'), await collection('第二组')]
    const assets = [await place(first, shown), await place(first, shared)]
    await place(second, shared)
    await save([shown])
    for (const id of assets) expect((await call('DELETE', `/api/design_assets/${id}`)).status).toBe(200)
    await sweepUnused(server.deps)
    await roundsFor(2 * unusedLifeMs)
    expect(await Promise.all([shown, shared].map(isServed))).toEqual([true, true])
  })

  test('a picture of an order stays as long as the order, also those of its snapshot', async () => {
    const caseFront = () => server.upload(shop.token, fileKind.wireframe, 'case.png', png(50, 104))
    const [print, effect, layer, under] = [
      await upload(fileKind.order),
      await upload(fileKind.order),
      await upload(),
      await caseFront(),
    ]
    const pictures = [print, effect, layer, under]
    const { phoneModels, materialColors } = shop.params
    const { body: sku } = await call('GET', `/api/phone_case_skus?phoneModelIds=${phoneModels?.id}`)
    const frame = { width: 50, height: 104, backgroundImageFileId: under.id }
    expect((await call('PATCH', `/api/phone_case_wireframes/${sku[0].wireframeId}`, frame)).status).toBe(200)
    const info = {
      id: 'swept',
      phoneModelId: phoneModels?.id,
      phoneCaseMaterialColorId: materialColors?.id,
      customizedImageUrl: `https://shop.example.com${print.url}`,
      previewImageUrl: effect.url,
      design: { layers: [{ uuid: 'l', imageFileId: layer.id }] },
    }
    const put = (infos: readonly object[]) => {
      const customizationInfo = { content: JSON.stringify({ v: 1, phoneCaseCustomizationInfos: infos }) }
      const item = { originalId: '1', title: '壳', propertiesName: '', quantity: 1, customizationInfo }
      const order = { originalId: 'swept', createdAt: server.clock.now().getTime(), orderItems: [item] }
      return call('POST', '/api/orders/import', { shopId: shop.params.shops?.id, orders: [order] })
    }
    expect((await put([info])).body).toMatchObject({ created: 1 })
    // The wireframe changes later; the snapshot keeps its pictures.
    const other = await caseFront()
    await call('PATCH', `/api/phone_case_wireframes/${sku[0].wireframeId}`, { ...frame, backgroundImageFileId: other.id })
    await roundsFor(unusedOrderLifeMs + 2 * unusedLifeMs)
    expect(await Promise.all(pictures.map(isServed))).toEqual([true, true, true, true])

    expect((await put([])).body).toMatchObject({ updated: 1 })
    await sweepUnused(server.deps)
    await roundsFor(unusedLifeMs)
    expect(await Promise.all(pictures.map(isServed))).toEqual([true, true, false, false])
    await roundsFor(unusedOrderLifeMs - unusedLifeMs)
    expect(await Promise.all(pictures.map(isServed))).toEqual([false, false, false, false])
  })

  test('a picture restored by an undo in time has a whole week again when it is removed again', async () => {
    const [kept, undone] = [await upload(), await upload()]
    const { body: first } = await save([kept, undone])
    const { body: without } = await save([kept], first)
    await sweepUnused(server.deps)
    await roundsFor(unusedLifeMs - hour)
    // Restored, and removed once more before a sweep could see it.
    const { body: again } = await save([kept, undone], without)
    expect(again.revision).toBe(3)
    await save([kept], again)
    await sweepUnused(server.deps)
    await roundsFor(unusedLifeMs - hour)
    expect(await isServed(undone)).toBe(true)
    await roundsFor(2 * hour)
    expect(await isServed(undone)).toBe(false)
  })

  test('a layer with a deleted picture is refused', async () => {
    const [kept, lost] = [await upload(), await upload()]
    await sweepUnused(server.deps)
    await roundsFor(unusedLifeMs)
    const fresh = await upload()
    const reply = await save([fresh, lost])
    expect([reply.status, reply.body.issues?.[0]?.path]).toEqual([422, 'body.layers.1.imageFileId'])
    expect(await isServed(kept)).toBe(false)
  })
})

test('a save concurrent with the sweep keeps its picture or is refused, and never leaves a layer without its picture', async () => {
  const pictures = await Promise.all(Array.from({ length: 8 }, () => upload()))
  await sweepUnused(server.deps)
  await pass(unusedLifeMs)
  // The sweep processes ids in ascending order, the saves in descending order.
  const savesDown = async () => {
    const replies: number[] = []
    for (const picture of pictures.toReversed()) replies.unshift((await save([picture])).status)
    return replies
  }
  const [, statuses] = await Promise.all([sweepUnused(server.deps), savesDown()])
  expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([])
  expect(await Promise.all(pictures.map(isServed))).toEqual(statuses.map((status) => status === 200))
  const { rows } = await sql`
    select template_layer.id from template_layer left join file on file.id = image_file_id where file.id is null`.execute(
    server.deps.db,
  )
  expect(rows).toEqual([])
})
