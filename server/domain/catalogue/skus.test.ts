import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/context'
import { createCatalogueShop } from '../../test/catalogue-shop'
import { type Domain, expectFailure, openDomain, pictureFile } from '../../test/domain'
import { catalogueHandlers } from './handlers'
import { sweepWireframes, unboundLifeMs } from './unbound'

const { phoneBrands, phoneModels, phoneCaseMaterials, materialColors, phoneCaseSkus, wireframes } = catalogueHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const shop = () => createCatalogueShop(domain)

describe('wireframes', () => {
  const size = { width: 500, height: 1044 }

  test('a wireframe has a background under and a foreground over the design, and empty margins become 0 once one is set', async () => {
    const { ctx, fileId } = await shop()
    const background = await pictureFile(ctx)
    const body = { ...size, foregroundImageFileId: fileId, backgroundImageFileId: background, printAreaLeft: 12, widthMm: 71.5 }
    const { id } = await wireframes.create({ body }, ctx)
    const got = await wireframes.get({ params: { id } }, ctx)
    expect(got).toMatchObject({ ...size, printArea: { left: 12, right: 0, top: 0, bottom: 0 }, widthMm: 71.5, heightMm: null })
    expect(got.layers.map((layer) => layer.index)).toEqual([-1, 1])
    expect(got.layers[0]?.imageUrl).toMatch(/^\/files\/test\//)
    expect(await wireframes.list({ query: { ids: [id, 999_999] } }, ctx)).toEqual([got])
  })

  test('a wireframe with all margins empty has no print area', async () => {
    const { ctx, wireframe } = await shop()
    expect((await wireframes.get({ params: wireframe }, ctx)).printArea).toBeNull()
  })

  test('margins of a wireframe may meet, not cross', async () => {
    const { ctx, fileId } = await shop()
    const write = (margins: object) => wireframes.create({ body: { ...size, foregroundImageFileId: fileId, ...margins } }, ctx)
    await write({ printAreaLeft: 250, printAreaRight: 250 })
    await expectFailure(
      write({ printAreaLeft: 251, printAreaRight: 250 }),
      'invalid',
      'printAreaRight',
      '打印区域不能超过背景图宽度',
    )
    await expectFailure(write({ printAreaTop: 1045 }), 'invalid', 'printAreaBottom', '打印区域不能超过背景图高度')
  })

  test('pictures of a wireframe are required, ready, of this kind and account, of equal size, and of the size in the form', async () => {
    const { ctx, fileId } = await shop()
    const stranger = await domain.seller()
    const write = (body: object) => wireframes.create({ body: { ...size, ...body } }, ctx)
    await expectFailure(write({}), 'invalid', 'foregroundImageFileId', '请上传背景图或前景图')
    const small = await pictureFile(ctx, { height: 1000 })
    await expectFailure(
      write({ foregroundImageFileId: fileId, backgroundImageFileId: small }),
      'invalid',
      'backgroundImageFileId',
      '背景图宽高和前景图宽高必须相等',
    )
    await expectFailure(write({ backgroundImageFileId: small }), 'invalid', 'width', '500×1000')
    for (const wrong of [
      await pictureFile(ctx, { kind: 1 }),
      await pictureFile(ctx, { status: 'pending' }),
      await pictureFile(stranger),
      999_999,
    ]) {
      await expectFailure(write({ foregroundImageFileId: wrong }), 'invalid', 'foregroundImageFileId')
    }
    const drawing = await pictureFile(ctx, { contentType: 'image/svg+xml', width: 50, height: 104 })
    await expect(write({ backgroundImageFileId: drawing })).resolves.toHaveProperty('id')
  })

  test('an update of a wireframe keeps omitted fields, checks the whole, and never removes the foreground', async () => {
    const { ctx, wireframe } = await shop()
    const background = await pictureFile(ctx)
    const update = (body: object) => wireframes.update({ params: wireframe, body }, ctx)
    await update({ backgroundImageFileId: background, printAreaLeft: 30, printAreaTop: 7 })
    expect(await update({ printAreaRight: 470 })).toMatchObject({
      printArea: { left: 30, right: 470, top: 7, bottom: 0 },
      layers: [{ index: -1 }, { index: 1 }],
    })
    await expectFailure(update({ printAreaRight: 471 }), 'invalid', 'printAreaRight', '打印区域不能超过背景图宽度')
    await expectFailure(update({ foregroundImageFileId: null }), 'invalid', 'foregroundImageFileId', '请上传前景图')
    await expectFailure(update({ width: 499 }), 'invalid', 'width')
    const none = { printAreaLeft: null, printAreaTop: null, printAreaRight: null, printAreaBottom: null }
    expect(await update({ ...none, backgroundImageFileId: null })).toMatchObject({ printArea: null, layers: [{ index: 1 }] })
  })
})

test('a copied wireframe has the same pictures, area and size, and is independent', async () => {
  const { ctx, wireframe } = await shop()
  const margins = { printAreaLeft: 1, printAreaRight: 2, printAreaTop: 3, printAreaBottom: 4 }
  const original = await wireframes.update({ params: wireframe, body: { ...margins, widthMm: 71.5 } }, ctx)
  const { id } = await wireframes.copy({ params: wireframe }, ctx)
  expect(await wireframes.get({ params: { id } }, ctx)).toEqual({ ...original, id })
  await wireframes.update({ params: { id }, body: { printAreaLeft: 9 } }, ctx)
  expect(await wireframes.get({ params: wireframe }, ctx)).toEqual(original)
  await expectFailure(wireframes.copy({ params: wireframe }, await domain.seller()), 'not-found')
})

describe("the sum of the seller's own file", () => {
  const size = { width: 500, height: 1044 }
  const sum = (character: string): string => character.repeat(64)

  /** A file whose stored bytes have a checksum of their own. */
  async function stored(ctx: Ctx, sha256: string): Promise<number> {
    const id = await pictureFile(ctx)
    await ctx.db.updateTable('file').set({ sha256 }).where('id', '=', id).execute()
    return id
  }
  const sums = async (ctx: Ctx, id: number) =>
    (await wireframes.get({ params: { id } }, ctx)).layers.map((layer) => [layer.index, layer.sha256])

  test('a wireframe’s picture has the checksum given in the write, otherwise the stored file’s', async () => {
    const { ctx } = await shop()
    const [under, over] = [await stored(ctx, sum('a')), await stored(ctx, sum('b'))]
    const files = { backgroundImageFileId: under, foregroundImageFileId: over }
    const { id } = await wireframes.create({ body: { ...size, ...files, foregroundImageSha256: sum('c') } }, ctx)
    expect(await sums(ctx, id)).toEqual([
      [-1, sum('a')],
      [1, sum('c')],
    ])
  })

  test('a checksum stays while its file stays, and is cleared with it', async () => {
    const { ctx } = await shop()
    const [first, second] = [await stored(ctx, sum('a')), await stored(ctx, sum('b'))]
    const named = { foregroundImageFileId: first, foregroundImageSha256: sum('c') }
    const { id } = await wireframes.create({ body: { ...size, ...named } }, ctx)
    const update = (body: object) => wireframes.update({ params: { id }, body }, ctx)
    await update({ printAreaLeft: 3, foregroundImageFileId: first })
    expect(await sums(ctx, id)).toEqual([[1, sum('c')]])
    await update({ foregroundImageFileId: second })
    expect(await sums(ctx, id)).toEqual([[1, sum('b')]])
    await update({ foregroundImageFileId: first, foregroundImageSha256: sum('d') })
    expect(await sums(ctx, id)).toEqual([[1, sum('d')]])
  })
})

describe('SKUs', () => {
  test('a SKU is addressed by {modelId}-{colorId} and goes on and off shelf', async () => {
    const { ctx, model, color, sku, wireframe } = await shop()
    const params = { key: `${model.id}-${color.id}` }
    expect(await phoneCaseSkus.get({ params }, ctx)).toEqual(sku)
    expect(await phoneCaseSkus.update({ params, body: { enabled: false } }, ctx)).toEqual({ ...sku, enabled: false })
    expect(await phoneCaseSkus.update({ params, body: { wireframeId: null } }, ctx)).toMatchObject({ wireframeId: null })
    expect(await phoneCaseSkus.update({ params, body: { wireframeId: wireframe.id } }, ctx)).toMatchObject({
      wireframeId: wireframe.id,
      enabled: false,
    })
    expect(await phoneCaseSkus.list({ query: { phoneModelIds: [model.id, 999_999] } }, ctx)).toHaveLength(1)
  })

  test('there is one SKU per model and colour, also when two are created at once', async () => {
    const { ctx, ids, color2 } = await shop()
    const body = { ...ids, wireframeId: null, enabled: false }
    await expectFailure(phoneCaseSkus.create({ body }, ctx), 'conflict')
    const twice = { body: { ...body, materialColorId: color2.id } }
    const results = await Promise.allSettled([phoneCaseSkus.create(twice, ctx), phoneCaseSkus.create(twice, ctx)])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('the ids of a SKU must belong together', async () => {
    const { ctx, ids, model2 } = await shop()
    const foreign = await shop()
    const otherBrand = await phoneBrands.create({ body: { name: 'OPPO' } }, ctx)
    const otherMaterial = await phoneCaseMaterials.create({ body: { name: '玻璃' } }, ctx)
    const create = (change: object) =>
      phoneCaseSkus.create({ body: { ...ids, phoneModelId: model2.id, wireframeId: null, enabled: true, ...change } }, ctx)
    await expectFailure(create({ phoneBrandId: otherBrand.id }), 'invalid', 'phoneModelId', '型号不属于所选的品牌')
    await expectFailure(create({ materialId: otherMaterial.id }), 'invalid', 'materialColorId', '颜色不属于所选的材质')
    await expectFailure(create({ phoneBrandId: foreign.brand.id }), 'invalid', 'phoneBrandId')
    await expectFailure(create({ phoneModelId: foreign.model.id }), 'invalid', 'phoneModelId')
    await expectFailure(create({ materialId: foreign.material.id }), 'invalid', 'materialId')
    await expectFailure(create({ materialColorId: foreign.color.id }), 'invalid', 'materialColorId')
    await expectFailure(create({ wireframeId: foreign.wireframe.id }), 'invalid', 'wireframeId')
  })
})

describe('a SKU that brings its wireframe', () => {
  const size = { width: 500, height: 1044 }
  const countWireframes = async ({ db, actor }: Ctx): Promise<number> =>
    (await db.selectFrom('wireframe').select('id').where('account_id', '=', actor.accountId).execute()).length

  test('a SKU that brings its wireframe is created or changed together with it', async () => {
    const { ctx, ids, color2, wireframe } = await shop()
    const body = { ...ids, materialColorId: color2.id, wireframeId: null, enabled: true }
    const write = { ...size, foregroundImageFileId: await pictureFile(ctx), printAreaLeft: 12 }
    const made = await phoneCaseSkus.create({ body: { ...body, wireframe: write } }, ctx)
    const show = (id: number | null) => wireframes.get({ params: { id: id ?? 0 } }, ctx)
    expect(await show(made.wireframeId)).toMatchObject({ ...size, printArea: { left: 12 } })

    const params = { key: `${ids.phoneModelId}-${color2.id}` }
    const changed = await phoneCaseSkus.update({ params, body: { wireframe: { ...write, printAreaLeft: 30 } } }, ctx)
    expect(changed).toMatchObject({ id: made.id, enabled: true })
    expect([wireframe.id, made.wireframeId]).not.toContain(changed.wireframeId)
    expect(await show(changed.wireframeId)).toMatchObject({ printArea: { left: 30 } })
  })

  test('a SKU that brings its wireframe leaves no wireframe when it is refused', async () => {
    const { ctx, ids, color2, fileId, wireframe } = await shop()
    const stranger = await shop()
    const write = { ...size, foregroundImageFileId: fileId }
    const create = (change: object) =>
      phoneCaseSkus.create({ body: { ...ids, wireframeId: null, wireframe: write, enabled: true, ...change } }, ctx)
    const update = (change: object) =>
      phoneCaseSkus.update({ params: { key: `${ids.phoneModelId}-${ids.materialColorId}` }, body: change }, ctx)
    await expectFailure(create({}), 'conflict')
    const free = { materialColorId: color2.id }
    await expectFailure(create({ ...free, wireframe: { ...write, width: 499 } }), 'invalid', 'wireframe.width')
    const foreign = { ...write, foregroundImageFileId: stranger.fileId }
    await expectFailure(create({ ...free, wireframe: foreign }), 'invalid', 'wireframe.foregroundImageFileId')
    await expectFailure(update({ wireframe: foreign }), 'invalid', 'wireframe.foregroundImageFileId')
    await expectFailure(create({ ...free, materialColorId: stranger.color.id }), 'invalid', 'materialColorId')
    await expectFailure(create({ ...free, wireframeId: wireframe.id }), 'invalid', 'wireframeId', '不能同时')
    await expectFailure(update({ wireframeId: wireframe.id, wireframe: write }), 'invalid', 'wireframeId', '不能同时')
    await expectFailure(
      phoneCaseSkus.update({ params: { key: `${ids.phoneModelId}-${color2.id}` }, body: { wireframe: write } }, ctx),
      'not-found',
    )
    expect(await countWireframes(ctx)).toBe(1)
  })
})

describe('SKUs made together', () => {
  const size = { width: 500, height: 1044 }

  test('each is bound to the wireframe that it brings or names', async () => {
    const { ctx, ids, model2, color2, fileId, wireframe } = await shop()
    const own = (printAreaLeft: number) => ({ ...size, foregroundImageFileId: fileId, printAreaLeft })
    const cases = [
      { ...ids, phoneModelId: model2.id, materialColorId: color2.id, wireframe: own(7) },
      { ...ids, phoneModelId: model2.id, wireframeId: wireframe.id },
      { ...ids, materialColorId: color2.id, wireframe: own(3) },
    ]
    const items = cases.map((one) => ({ wireframeId: null, enabled: true, ...one }))
    const made = await phoneCaseSkus.createMany({ body: { items } }, ctx)
    expect(made.map(({ phoneModelId, materialColorId }) => [phoneModelId, materialColorId])).toEqual(
      cases.map(({ phoneModelId, materialColorId }) => [phoneModelId, materialColorId]),
    )
    const areas = await Promise.all(made.map(({ wireframeId }) => wireframes.get({ params: { id: wireframeId ?? 0 } }, ctx)))
    expect(areas.map(({ printArea }) => printArea?.left)).toEqual([7, undefined, 3])
    expect(made[1]?.wireframeId).toBe(wireframe.id)
  })

  test('a batch with one refused SKU creates none, and the error names the field at fault', async () => {
    const { ctx, ids, model2, color2, fileId } = await shop()
    const stranger = await shop()
    const good = { ...ids, materialColorId: color2.id, wireframeId: null, enabled: true }
    const create = (change: object) =>
      phoneCaseSkus.createMany({ body: { items: [good, { ...good, phoneModelId: model2.id, ...change }] } }, ctx)
    const wireframe = { ...size, foregroundImageFileId: fileId }
    await expectFailure(create({ phoneModelId: stranger.model.id }), 'invalid', 'items.1.phoneModelId', '型号不存在')
    await expectFailure(create({ materialColorId: stranger.color.id }), 'invalid', 'items.1.materialColorId', '颜色不存在')
    await expectFailure(create({ wireframeId: stranger.wireframe.id }), 'invalid', 'items.1.wireframeId', '线框图不存在')
    await expectFailure(create({ wireframe: { ...wireframe, width: 499 } }), 'invalid', 'items.1.wireframe.width')
    await expectFailure(
      create({ wireframe: { ...wireframe, printAreaTop: 1045 } }),
      'invalid',
      'items.1.wireframe.printAreaBottom',
    )
    expect(await phoneCaseSkus.list({ query: { phoneModelIds: [ids.phoneModelId, model2.id] } }, ctx)).toHaveLength(1)
  })
})

describe('deletions', () => {
  /** The remaining SKUs and wireframes of the shop. */
  async function left({ ctx, model, model2, wireframe }: Awaited<ReturnType<typeof shop>>) {
    const skus = await phoneCaseSkus.list({ query: { phoneModelIds: [model.id, model2.id] } }, ctx)
    const frames = await wireframes.list({ query: { ids: [wireframe.id] } }, ctx)
    return { skus: skus.length, wireframes: frames.length }
  }

  test.each(['brand', 'model', 'material', 'color'] as const)('deleting a %s deletes SKUs and wireframe', async (what) => {
    const it = await shop()
    const { ctx, brand, model, material, color } = it
    expect(await left(it)).toEqual({ skus: 1, wireframes: 1 })
    if (what === 'brand') await phoneBrands.remove({ params: brand }, ctx)
    if (what === 'model') await phoneModels.remove({ params: { brandId: brand.id }, body: { ids: [model.id] } }, ctx)
    if (what === 'material') await phoneCaseMaterials.remove({ params: material }, ctx)
    if (what === 'color') await materialColors.remove({ params: { materialId: material.id, id: color.id } }, ctx)
    expect(await left(it)).toEqual({ skus: 0, wireframes: 0 })
  })

  test('a wireframe that another SKU uses is not deleted', async () => {
    const it = await shop()
    const { ctx, ids, model2, brand, model, wireframe } = it
    await phoneCaseSkus.create({ body: { ...ids, phoneModelId: model2.id, wireframeId: wireframe.id, enabled: true } }, ctx)
    await phoneModels.remove({ params: { brandId: brand.id }, body: { ids: [model.id] } }, ctx)
    expect(await left(it)).toEqual({ skus: 1, wireframes: 1 })
  })

  test('a SKU created while its colour is deleted is refused, or deleted with the colour', async () => {
    const it = await shop()
    const { ctx, ids, material, color, model2, wireframe } = it
    const body = { ...ids, phoneModelId: model2.id, wireframeId: wireframe.id, enabled: true }
    const [created] = await Promise.allSettled([
      phoneCaseSkus.create({ body }, ctx),
      materialColors.remove({ params: { materialId: material.id, id: color.id } }, ctx),
    ])
    if (created.status === 'rejected') expect(created.reason).toMatchObject({ code: 'invalid' })
    expect((await left(it)).skus).toBe(0)
  })
})

describe('a wireframe nobody shows', () => {
  const exists = async (ctx: Ctx, id: number): Promise<boolean> =>
    (await wireframes.list({ query: { ids: [id] } }, ctx)).length === 1

  /** Runs a round of the sweep this long after the shop was created. */
  const sweepAt = (ctx: Ctx, ms: number) =>
    sweepWireframes({ db: ctx.db, clock: { now: () => new Date(ctx.clock.now().getTime() + ms) } })

  test('an unused wireframe is swept a week after it was noticed, and a used one never', async () => {
    const { ctx, wireframe, fileId } = await shop()
    const forgotten = await wireframes.create({ body: { width: 500, height: 1044, foregroundImageFileId: fileId } }, ctx)
    await sweepAt(ctx, 0)
    await sweepAt(ctx, unboundLifeMs - 1)
    expect(await exists(ctx, forgotten.id)).toBe(true)
    await sweepAt(ctx, unboundLifeMs)
    expect([await exists(ctx, forgotten.id), await exists(ctx, wireframe.id)]).toEqual([false, true])
  })

  test('an unused wireframe can be used again, and then has a whole week again', async () => {
    const { ctx, ids, wireframe } = await shop()
    const params = { key: `${ids.phoneModelId}-${ids.materialColorId}` }
    const show = (wireframeId: number | null) => phoneCaseSkus.update({ params, body: { wireframeId } }, ctx)
    await show(null)
    await sweepAt(ctx, 0)
    await show(wireframe.id)
    await show(null)
    await sweepAt(ctx, unboundLifeMs)
    expect(await exists(ctx, wireframe.id)).toBe(true)
    await sweepAt(ctx, 2 * unboundLifeMs)
    expect(await exists(ctx, wireframe.id)).toBe(false)
    await expectFailure(show(wireframe.id), 'invalid', 'wireframeId')
  })
})

test('another account’s SKUs and wireframes can neither be read nor changed', async () => {
  const mine = await shop()
  const { ctx } = await shop()
  const { brand, model, material, color, wireframe } = mine
  const name = { name: '改名' }
  const end = { next: null }
  const inBrand = { brandId: brand.id, id: model.id }
  const inMaterial = { materialId: material.id, id: color.id }
  const key = { key: `${model.id}-${color.id}` }
  const attempts: (() => Promise<unknown>)[] = [
    () => phoneBrands.update({ params: brand, body: name }, ctx),
    () => phoneBrands.remove({ params: brand }, ctx),
    () => phoneBrands.order({ params: brand, body: end }, ctx),
    () => phoneModels.list({ params: inBrand }, ctx),
    () => phoneModels.create({ params: inBrand, body: name }, ctx),
    () => phoneModels.update({ params: inBrand, body: name }, ctx),
    () => phoneModels.remove({ params: inBrand, body: { ids: [model.id] } }, ctx),
    () => phoneModels.order({ params: inBrand, body: end }, ctx),
    () => phoneCaseMaterials.update({ params: material, body: name }, ctx),
    () => phoneCaseMaterials.remove({ params: material }, ctx),
    () => phoneCaseMaterials.order({ params: material, body: end }, ctx),
    () => materialColors.create({ params: inMaterial, body: name }, ctx),
    () => materialColors.update({ params: inMaterial, body: name }, ctx),
    () => materialColors.remove({ params: inMaterial }, ctx),
    () => materialColors.order({ params: inMaterial, body: end }, ctx),
    () => phoneCaseSkus.get({ params: key }, ctx),
    () => phoneCaseSkus.update({ params: key, body: { enabled: false } }, ctx),
    () => wireframes.get({ params: wireframe }, ctx),
    () => wireframes.update({ params: wireframe, body: { printAreaLeft: 1 } }, ctx),
  ]
  for (const attempt of attempts) await expectFailure(attempt(), 'not-found')
  expect(await wireframes.list({ query: { ids: [wireframe.id] } }, ctx)).toEqual([])
  expect(await phoneCaseSkus.list({ query: { phoneModelIds: [model.id] } }, ctx)).toEqual([])
  expect(await phoneCaseSkus.get({ params: key }, mine.ctx)).toEqual(mine.sku)
  expect((await phoneBrands.list({}, mine.ctx)).map((row) => row.name)).toEqual(['苹果'])
})
