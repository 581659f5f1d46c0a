import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain, pictureFile } from '../../test/domain'
import { catalogueHandlers } from './handlers'
import { sweepWireframes, unboundLifeMs } from './unbound'

const { phoneBrands, phoneModels, phoneCaseMaterials, materialColors, phoneCaseSkus, wireframes } = catalogueHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

/** A seller with one brand of two models, one material of two colours, a wireframe, and a SKU of the first pair. */
async function shop() {
  const ctx = await domain.seller()
  const brand = await phoneBrands.create({ body: { name: '苹果' } }, ctx)
  const params = { brandId: brand.id }
  const model = await phoneModels.create({ params, body: { name: 'iPhone 15' } }, ctx)
  const model2 = await phoneModels.create({ params, body: { name: 'iPhone 16' } }, ctx)
  const material = await phoneCaseMaterials.create({ body: { name: '硅胶' } }, ctx)
  const inMaterial = { materialId: material.id }
  const color = await materialColors.create({ params: inMaterial, body: { name: '黑' } }, ctx)
  const color2 = await materialColors.create({ params: inMaterial, body: { name: '白', defaultBackgroundColor: '#fff' } }, ctx)
  const fileId = await pictureFile(ctx)
  const wireframe = await wireframes.create({ body: { width: 500, height: 1044, foregroundImageFileId: fileId } }, ctx)
  const ids = { phoneBrandId: brand.id, phoneModelId: model.id, materialId: material.id, materialColorId: color.id }
  const sku = await phoneCaseSkus.create({ body: { ...ids, wireframeId: wireframe.id, enabled: true } }, ctx)
  return { ctx, brand, model, model2, material, color, color2, fileId, wireframe, ids, sku }
}

describe('brands and models', () => {
  test('a seller adds, renames and lists them', async () => {
    const { ctx, brand, model, model2 } = await shop()
    const second = await phoneBrands.create({ body: { name: '华为' } }, ctx)
    expect(await phoneBrands.update({ params: { id: brand.id }, body: { name: 'Apple' } }, ctx)).toEqual({
      id: brand.id,
      name: 'Apple',
      next: second.id,
    })
    expect(await phoneBrands.list({}, ctx)).toEqual([
      { id: brand.id, name: 'Apple', next: second.id },
      { id: second.id, name: '华为', next: null },
    ])
    const params = { brandId: brand.id, id: model.id }
    expect(await phoneModels.update({ params, body: { favorited: true } }, ctx)).toEqual({
      ...model,
      favorited: true,
      next: model2.id,
    })
    expect(await phoneModels.update({ params, body: {} }, ctx)).toMatchObject({ name: 'iPhone 15', favorited: true })
    expect(await phoneModels.list({ params: { brandId: second.id } }, ctx)).toEqual([])
  })

  test('a model is found only under its own brand', async () => {
    const { ctx, model } = await shop()
    const other = await phoneBrands.create({ body: { name: '小米' } }, ctx)
    const params = { brandId: other.id, id: model.id }
    await expectFailure(phoneModels.update({ params, body: { name: 'x' } }, ctx), 'not-found')
    await expectFailure(phoneModels.order({ params, body: { next: null } }, ctx), 'not-found')
    await expectFailure(phoneModels.remove({ params: { brandId: other.id }, body: { ids: [model.id] } }, ctx), 'not-found')
    await expectFailure(phoneModels.list({ params: { brandId: 999_999 } }, ctx), 'not-found')
  })

  test('a batch deletion with one unknown model deletes none', async () => {
    const { ctx, brand, model, model2 } = await shop()
    const params = { brandId: brand.id }
    await expectFailure(
      phoneModels.remove({ params, body: { ids: [model.id, 999_999] } }, ctx),
      'not-found',
      undefined,
      '部分型号',
    )
    expect(await phoneModels.list({ params }, ctx)).toHaveLength(2)
    await phoneModels.remove({ params, body: { ids: [model.id, model2.id, model.id] } }, ctx)
    expect(await phoneModels.list({ params }, ctx)).toEqual([])
  })

  test('a move answers with the new order', async () => {
    const { ctx, brand, model, model2 } = await shop()
    const params = { brandId: brand.id, id: model2.id }
    expect(await phoneModels.order({ params, body: { next: model.id } }, ctx)).toEqual({ ok: true })
    expect((await phoneModels.list({ params }, ctx)).map((row) => [row.id, row.next])).toEqual([
      [model2.id, model.id],
      [model.id, null],
    ])
  })

  test('10,000 models come in one list', async () => {
    const { ctx, brand } = await shop()
    const values = Array.from({ length: 10_000 }, (_, n) => ({
      account_id: ctx.actor.accountId,
      phone_brand_id: brand.id,
      name: `型号 ${n}`,
      position: 2 ** 30 + n,
    }))
    while (values.length > 0) await ctx.db.insertInto('phone_model').values(values.splice(0, 2000)).execute()
    const start = performance.now()
    const models = await phoneModels.list({ params: { brandId: brand.id } }, ctx)
    console.log(`list of ${models.length} models: ${Math.round(performance.now() - start)} ms`)
    expect(models).toHaveLength(10_002)
    expect(models.every((model, n) => model.next === (models[n + 1]?.id ?? null))).toBe(true)
    const removal = performance.now()
    const ids = models.slice(0, 1000).map((model) => model.id)
    await phoneModels.remove({ params: { brandId: brand.id }, body: { ids } }, ctx)
    console.log(`batch deletion of 1000 models: ${Math.round(performance.now() - removal)} ms`)
    const brandRemoval = performance.now()
    await phoneBrands.remove({ params: { id: brand.id } }, ctx)
    console.log(`deletion of a brand of 9002 models: ${Math.round(performance.now() - brandRemoval)} ms`)
  })
})

describe('a name', () => {
  /** The four kinds of things the import finds by name: one called 甲 and one called 乙, and how to make and rename another. */
  const kinds = {
    品牌: async () => {
      const { ctx } = await shop()
      const create = (name: string) => phoneBrands.create({ body: { name } }, ctx)
      const rename = (id: number, name: string) => phoneBrands.update({ params: { id }, body: { name } }, ctx)
      return {
        create,
        rename,
        elsewhere: (name: string) => domain.seller().then((it) => phoneBrands.create({ body: { name } }, it)),
      }
    },
    型号: async () => {
      const { ctx, brand } = await shop()
      const params = { brandId: brand.id }
      const other = await phoneBrands.create({ body: { name: '另一个' } }, ctx)
      const create = (name: string) => phoneModels.create({ params, body: { name } }, ctx)
      const rename = (id: number, name: string) => phoneModels.update({ params: { ...params, id }, body: { name } }, ctx)
      return {
        create,
        rename,
        elsewhere: (name: string) => phoneModels.create({ params: { brandId: other.id }, body: { name } }, ctx),
      }
    },
    材质: async () => {
      const { ctx } = await shop()
      const create = (name: string) => phoneCaseMaterials.create({ body: { name } }, ctx)
      const rename = (id: number, name: string) => phoneCaseMaterials.update({ params: { id }, body: { name } }, ctx)
      const elsewhere = (name: string) => domain.seller().then((it) => phoneCaseMaterials.create({ body: { name } }, it))
      return { create, rename, elsewhere }
    },
    颜色: async () => {
      const { ctx, material } = await shop()
      const params = { materialId: material.id }
      const other = await phoneCaseMaterials.create({ body: { name: '另一个' } }, ctx)
      const create = (name: string) => materialColors.create({ params, body: { name } }, ctx)
      const rename = (id: number, name: string) => materialColors.update({ params: { ...params, id }, body: { name } }, ctx)
      return {
        create,
        rename,
        elsewhere: (name: string) => materialColors.create({ params: { materialId: other.id }, body: { name } }, ctx),
      }
    },
  }

  describe.each(Object.entries(kinds))('of a %s', (kind, open) => {
    test('is borne once in its list, to the letter', async () => {
      const { create, rename, elsewhere } = await open()
      const first = await create('Case 甲')
      const second = await create('case 甲')
      const refused = `${kind}“Case 甲”已存在，请换一个名称`
      await expectFailure(create('Case 甲'), 'invalid', 'name', refused)
      await expectFailure(rename(second.id, 'Case 甲'), 'invalid', 'name', refused)
      await elsewhere('Case 甲')
      expect(await rename(first.id, 'Case 甲')).toMatchObject({ id: first.id, name: 'Case 甲' })
      await rename(first.id, '乙')
      expect(await rename(second.id, 'Case 甲')).toMatchObject({ name: 'Case 甲' })
    })

    test('wanted by eight callers at once goes to one', async () => {
      const { create } = await open()
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => create('同名')))
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.issues[0].code] : []))
      expect(refused).toEqual(Array(7).fill('duplicate'))
    })
  })

  test('doubled before names were unique stays, and can be kept or changed', async () => {
    const { ctx, brand } = await shop()
    const values = { account_id: ctx.actor.accountId, name: '苹果', position: 1 }
    const old = await ctx.db.insertInto('phone_brand').values(values).returning('id').executeTakeFirstOrThrow()
    for (const id of [old.id, brand.id]) await phoneBrands.update({ params: { id }, body: { name: '苹果' } }, ctx)
    await phoneBrands.update({ params: { id: old.id }, body: { name: 'Apple' } }, ctx)
    expect((await phoneBrands.list({}, ctx)).map((row) => row.name)).toEqual(['Apple', '苹果'])
  })
})

describe('materials and colours', () => {
  test('colours come with their material, in order', async () => {
    const { ctx, material, color, color2 } = await shop()
    const params = { materialId: material.id, id: color2.id }
    await materialColors.order({ params, body: { next: color.id } }, ctx)
    expect(await phoneCaseMaterials.list({}, ctx)).toEqual([
      {
        id: material.id,
        name: '硅胶',
        needBackground: false,
        next: null,
        colors: [
          { id: color2.id, name: '白', defaultBackgroundColor: '#fff', enabled: true, next: color.id },
          { id: color.id, name: '黑', defaultBackgroundColor: null, enabled: true, next: null },
        ],
      },
    ])
  })

  test('a material that needs a background demands one of each colour', async () => {
    const { ctx, material, color } = await shop()
    const own = { params: { id: material.id } }
    const need = { ...own, body: { needBackground: true, name: '玻璃' } }
    await expectFailure(phoneCaseMaterials.update(need, ctx), 'invalid', 'needBackground', '背景色设置必填：请先为颜色“黑”')
    expect(await phoneCaseMaterials.list({}, ctx)).toMatchObject([{ name: '硅胶', needBackground: false }])

    const params = { materialId: material.id, id: color.id }
    await materialColors.update({ params, body: { defaultBackgroundColor: '#000' } }, ctx)
    expect(await phoneCaseMaterials.update(need, ctx)).toMatchObject({ name: '玻璃', needBackground: true })
    await expectFailure(
      materialColors.update({ params, body: { defaultBackgroundColor: null } }, ctx),
      'invalid',
      'defaultBackgroundColor',
      '背景色设置必填',
    )
    await expectFailure(
      materialColors.create({ params, body: { name: '蓝' } }, ctx),
      'invalid',
      'defaultBackgroundColor',
      '背景色设置必填',
    )
    expect(await materialColors.update({ params, body: { enabled: false } }, ctx)).toMatchObject({
      enabled: false,
      defaultBackgroundColor: '#000',
      next: expect.any(Number),
    })
  })

  test('a colour added at the same time as needBackground is turned on never ends without a background', async () => {
    const { ctx, material, color } = await shop()
    const params = { materialId: material.id, id: color.id }
    await materialColors.update({ params, body: { defaultBackgroundColor: '#000' } }, ctx)
    await Promise.allSettled([
      phoneCaseMaterials.update({ params: { id: material.id }, body: { needBackground: true } }, ctx),
      ...Array.from({ length: 5 }, (_, n) => materialColors.create({ params, body: { name: `颜色${n}` } }, ctx)),
    ])
    const [row] = await phoneCaseMaterials.list({}, ctx)
    expect(row?.needBackground && row.colors.some((entry) => entry.defaultBackgroundColor === null)).toBe(false)
  })
})

describe('wireframes', () => {
  const size = { width: 500, height: 1044 }

  test('background under, foreground over; empty margins become 0 once one is set', async () => {
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

  test('all margins empty is no print area', async () => {
    const { ctx, wireframe } = await shop()
    expect((await wireframes.get({ params: wireframe }, ctx)).printArea).toBeNull()
  })

  test('margins may meet, not cross', async () => {
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

  test('pictures: at least one, ready, of this kind and account, of equal size, and as large as the form says', async () => {
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

  test('an update keeps what it does not name, checks the whole, and never takes the foreground away', async () => {
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

describe("the sum of the seller's own file", () => {
  const size = { width: 500, height: 1044 }
  const sum = (character: string): string => character.repeat(64)

  /** A file whose stored bytes have a sum of their own. */
  async function stored(ctx: Ctx, sha256: string): Promise<number> {
    const id = await pictureFile(ctx)
    await ctx.db.updateTable('file').set({ sha256 }).where('id', '=', id).execute()
    return id
  }
  const sums = async (ctx: Ctx, id: number) =>
    (await wireframes.get({ params: { id } }, ctx)).layers.map((layer) => [layer.index, layer.sha256])

  test('is the one the write named, else the stored file’s', async () => {
    const { ctx } = await shop()
    const [under, over] = [await stored(ctx, sum('a')), await stored(ctx, sum('b'))]
    const files = { backgroundImageFileId: under, foregroundImageFileId: over }
    const { id } = await wireframes.create({ body: { ...size, ...files, foregroundImageSha256: sum('c') } }, ctx)
    expect(await sums(ctx, id)).toEqual([
      [-1, sum('a')],
      [1, sum('c')],
    ])
  })

  test('stays while its file stays, and is forgotten with it', async () => {
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
  test('a SKU answers to {modelId}-{colorId} and goes on and off shelf', async () => {
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

  test('one SKU per model and colour, also when two are created at once', async () => {
    const { ctx, ids, color2 } = await shop()
    const body = { ...ids, wireframeId: null, enabled: false }
    await expectFailure(phoneCaseSkus.create({ body }, ctx), 'conflict')
    const twice = { body: { ...body, materialColorId: color2.id } }
    const results = await Promise.allSettled([phoneCaseSkus.create(twice, ctx), phoneCaseSkus.create(twice, ctx)])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('its parts must fit together', async () => {
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

describe('deletions', () => {
  /** What is left of the shop: its SKUs and the wireframes. */
  async function left({ ctx, model, model2, wireframe }: Awaited<ReturnType<typeof shop>>) {
    const skus = await phoneCaseSkus.list({ query: { phoneModelIds: [model.id, model2.id] } }, ctx)
    const frames = await wireframes.list({ query: { ids: [wireframe.id] } }, ctx)
    return { skus: skus.length, wireframes: frames.length }
  }

  test.each(['brand', 'model', 'material', 'color'] as const)('a %s takes its SKUs and their wireframe', async (what) => {
    const it = await shop()
    const { ctx, brand, model, material, color } = it
    expect(await left(it)).toEqual({ skus: 1, wireframes: 1 })
    if (what === 'brand') await phoneBrands.remove({ params: brand }, ctx)
    if (what === 'model') await phoneModels.remove({ params: { brandId: brand.id }, body: { ids: [model.id] } }, ctx)
    if (what === 'material') await phoneCaseMaterials.remove({ params: material }, ctx)
    if (what === 'color') await materialColors.remove({ params: { materialId: material.id, id: color.id } }, ctx)
    expect(await left(it)).toEqual({ skus: 0, wireframes: 0 })
  })

  test('a wireframe that another SKU shows stays', async () => {
    const it = await shop()
    const { ctx, ids, model2, brand, model, wireframe } = it
    await phoneCaseSkus.create({ body: { ...ids, phoneModelId: model2.id, wireframeId: wireframe.id, enabled: true } }, ctx)
    await phoneModels.remove({ params: { brandId: brand.id }, body: { ids: [model.id] } }, ctx)
    expect(await left(it)).toEqual({ skus: 1, wireframes: 1 })
  })

  test('a SKU created while its colour is deleted: either refused, or gone with the colour', async () => {
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

  /** A round of the sweep this long after the shop was made. */
  const sweepAt = (ctx: Ctx, ms: number) =>
    sweepWireframes({ db: ctx.db, clock: { now: () => new Date(ctx.clock.now().getTime() + ms) } })

  test('is kept for a week from when it was noticed, then swept; one that a SKU shows never', async () => {
    const { ctx, wireframe, fileId } = await shop()
    const forgotten = await wireframes.create({ body: { width: 500, height: 1044, foregroundImageFileId: fileId } }, ctx)
    await sweepAt(ctx, 0)
    await sweepAt(ctx, unboundLifeMs - 1)
    expect(await exists(ctx, forgotten.id)).toBe(true)
    await sweepAt(ctx, unboundLifeMs)
    expect([await exists(ctx, forgotten.id), await exists(ctx, wireframe.id)]).toEqual([false, true])
  })

  test('because its SKU took another can be taken back, and starts its week anew when it goes again', async () => {
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

test('nothing of another account can be read or changed', async () => {
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
