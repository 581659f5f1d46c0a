/** Setting products up from the words of their SKUs, and undoing it, on a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/context'
import { scopeToShops } from '../../kernel/shop-scope'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { listBrands } from '../catalogue/brands'
import { listMaterials } from '../catalogue/materials'
import { listModels, updateModel } from '../catalogue/models'
import { listSkus, updateSku } from '../catalogue/skus'
import { getWireframe, updateWireframe } from '../catalogue/wireframes'
import { addFromLibrary } from '../library/add'
import { shopHandlers } from '../shops/handlers'
import { skuWordsHandlers } from './handlers'

const { shops, products, customizationSettings } = shopHandlers
const { apply, undo } = skuWordsHandlers.skuWords

let domain: Domain
let ctx: Ctx
let shopId: number
beforeAll(async () => {
  domain = await openDomain()
})
beforeEach(async () => {
  ctx = await domain.seller()
  ;({ id: shopId } = await shops.create({ body: { type: 'DOUDIAN', name: '抖店' } }, ctx))
  const skus = ['s1', 's2', 's3'].map((originalId) => ({ originalId, propertiesName: originalId }))
  await products.create({ body: { shopId, originalId: 'p1', title: '手机壳', skus } }, ctx)
})
afterAll(() => domain.close())

type Body = Parameters<typeof apply>[0]['body']

const phone = (name: string) => ({ phoneModelId: null, phone: name })
const caseOf = (materialName: string, colorName: string | null) => ({
  ...{ materialId: null, materialName, materialColorId: null, colorName },
})
const sku = (skuOriginalId: string, models: number[], at: number | null = 0) => ({
  ...{ productOriginalId: 'p1', skuOriginalId, models, case: at },
})
/** Two SKUs of two phones in one colour of one material. */
const bodyOf = (change: Partial<Body> = {}): Body => ({
  ...{ shopId, runKey: 'run-00000001', wireframes: true, enabled: true },
  models: [phone('苹果 iPhone 15 Pro'), phone('华为 Mate 60 Pro')],
  cases: [caseOf('磨砂', '黑')],
  skus: [sku('s1', [0]), sku('s2', [1])],
  ...change,
})
const run = (change: Partial<Body> = {}) => apply({ body: bodyOf(change) }, ctx)
const back = (runKey = 'run-00000001') => undo({ body: { shopId, runKey } }, ctx)
const settings = () => customizationSettings.list({ query: { shopId, productOriginalIds: ['p1'] } }, ctx)

/** Everything of the account's catalogue, by name. */
async function catalogue() {
  const brands = await listBrands(ctx)
  const models = (await Promise.all(brands.map(({ id }) => listModels(ctx, id)))).flat()
  const materials = await listMaterials(ctx)
  const skus = await listSkus(
    ctx,
    models.map(({ id }) => id),
  )
  return {
    brands: brands.map(({ name }) => name),
    models: models.map(({ name }) => name),
    materials: materials.map(({ name, colors }) => [name, colors.map((color) => color.name)]),
    skus: skus.length,
  }
}
const nothing = { brands: [], models: [], materials: [], skus: 0 }
const none = { brands: 0, models: 0, materials: 0, colors: 0, wireframes: 0, settings: 0, kept: 0 }

describe('setting products up from the words of their SKUs', () => {
  test('brands, models, a material, its colour and wireframes are created, and each SKU is bound to its own', async () => {
    expect(await run()).toEqual({ brands: 2, models: 2, materials: 1, colors: 1, wireframes: 2, settings: 2, kept: 0 })
    expect(await catalogue()).toEqual({
      ...{ brands: ['苹果', '华为'], models: ['iPhone 15 Pro', 'Mate 60 Pro'], materials: [['磨砂', ['黑']]], skus: 2 },
    })
    const [apple] = await listBrands(ctx)
    const [model] = await listModels(ctx, apple?.id ?? 0)
    const [material] = await listMaterials(ctx)
    const stored = await settings()
    expect(stored.map(({ skuOriginalId }) => skuOriginalId)).toEqual(['s1', 's2'])
    expect(stored[0]).toMatchObject({
      ...{ mode: 1, bindingMaterialIds: [material?.id], textEnabled: true },
      bindingPhoneBrands: [{ id: apple?.id, modelIds: [model?.id] }],
    })
    const [listed] = await listSkus(ctx, [model?.id ?? 0])
    expect(await getWireframe(ctx, listed?.wireframeId ?? 0)).toMatchObject({ standard: 'library', widthMm: 75 })
  })

  test('a call takes the model, the material and the colour that the catalogue has, with or without 色 in its name', async () => {
    await addFromLibrary(ctx, {
      ...{ phones: ['苹果 iPhone 15 Pro'], colorIds: [], wireframes: true, enabled: true },
      materials: [{ name: '磨砂', colors: [{ name: '黑色' }] }],
    })
    expect(await run({ models: [phone('苹果 iPhone 15 Pro')], skus: [sku('s1', [0])] })).toEqual({ ...none, settings: 1 })
  })

  test('the same call again returns the same answer, and another one finds everything there', async () => {
    const first = await run()
    expect(await run()).toEqual(first)
    expect(await run({ runKey: 'run-00000002' })).toEqual({ ...none, kept: 2 })
    expect(await settings()).toHaveLength(2)
  })

  test('a SKU for several phones is bound to all of them, one without a material to any, and a setting of the seller stays', async () => {
    const own = { shopId, productOriginalId: 'p1', skuOriginalId: 's3', mode: 2 as const }
    const fields = { imageUploadEnabled: true, stickerAssetEnabled: true, imageAssetEnabled: true, textEnabled: true }
    const empty = { bindingMaterialIds: [], bindingPhoneBrands: [], bindingTemplateCollectionIds: [], bindingTemplateId: null }
    await customizationSettings.put({ body: { ...own, ...fields, ...empty, backgroundEnabled: true } }, ctx)
    const skus = [sku('s1', [0, 1]), sku('s2', [0], null), sku('s3', [0])]
    expect(await run({ skus })).toMatchObject({ settings: 2, kept: 1 })
    const stored = new Map((await settings()).map((setting) => [setting.skuOriginalId, setting]))
    expect(stored.get('s1')?.bindingPhoneBrands.map(({ modelIds }) => modelIds.length)).toEqual([1, 1])
    expect(stored.get('s2')?.bindingMaterialIds).toEqual([])
    expect(stored.get('s3')?.mode).toBe(2)
  })

  test('without wireframes, and for materials without a colour, nothing is drawn', async () => {
    expect(await run({ wireframes: false })).toMatchObject({ wireframes: 0, colors: 1 })
    expect(await run({ runKey: 'run-00000002', cases: [caseOf('硅胶', null)], skus: [sku('s3', [0])] })).toMatchObject({
      ...{ materials: 1, colors: 0, wireframes: 0, settings: 1 },
    })
  })

  test('a call with anything unknown is refused and leaves nothing', async () => {
    const foreign = await domain.seller()
    const other = await shops.create({ body: { type: 'DOUDIAN', name: '别人的' } }, foreign)
    const refused: readonly (readonly [Partial<Body>, string])[] = [
      [{ models: [phone('诺基亚 3310'), phone('华为 Mate 60 Pro')] }, 'invalid'],
      [{ models: [{ phoneModelId: 9_000_000_001, phone: null }], skus: [sku('s1', [0])] }, 'invalid'],
      [{ cases: [{ ...caseOf('磨砂', '黑'), materialId: 9_000_000_001 }] }, 'invalid'],
      [{ cases: [{ ...caseOf('磨砂', null), materialColorId: 9_000_000_001 }] }, 'invalid'],
      [{ skus: [sku('s9', [0])] }, 'invalid'],
      [{ skus: [sku('s1', [7])] }, 'invalid'],
      [{ skus: [sku('s1', [0], 3)] }, 'invalid'],
      [{ shopId: other.id }, 'not-found'],
    ]
    for (const [change, code] of refused) await expectFailure(run(change), code as never)
    expect(await catalogue()).toEqual(nothing)
    expect(await settings()).toEqual([])
  })

  test('a sub-account without the catalogue’s permission may not', async () => {
    const limited = { ...ctx, actor: { ...ctx.actor, mainUsername: 'main', permissions: ['shops' as const] } }
    await expectFailure(apply({ body: bodyOf() }, limited), 'subuser.has-no-permission')
    await expectFailure(undo({ body: { shopId, runKey: 'run-00000001' } }, limited), 'subuser.has-no-permission')
  })
})

describe('undoing it', () => {
  test('exactly what the call created is gone, and it can be undone once', async () => {
    await addFromLibrary(ctx, { ...{ phones: ['小米 14'], colorIds: [], materials: [], wireframes: false, enabled: true } })
    await run()
    // 2 settings, 2 SKUs with their wireframes, a colour, a material, 2 models and 2 brands
    expect(await back()).toEqual({ removed: 12, kept: [] })
    expect(await catalogue()).toEqual({ ...nothing, brands: ['小米'], models: ['小米 14'] })
    expect(await settings()).toEqual([])
    await expectFailure(back(), 'not-found')
    expect(await run()).toMatchObject({ models: 2, settings: 2 })
  })

  test('an undo keeps a row that was changed or used since, with all that the row needs, and names it', async () => {
    await run()
    const [apple] = await listBrands(ctx)
    const [model] = await listModels(ctx, apple?.id ?? 0)
    await updateModel(ctx, apple?.id ?? 0, model?.id ?? 0, { favorited: true })
    const [first] = await settings()
    if (!first) throw new Error('no setting')
    await customizationSettings.put({ body: { ...first, textEnabled: false } }, ctx)
    const [huawei] = (await listBrands(ctx)).slice(1)
    const [mate] = await listModels(ctx, huawei?.id ?? 0)
    const [listed] = await listSkus(ctx, [mate?.id ?? 0])
    await updateSku(ctx, `${mate?.id}-${listed?.materialColorId}`, { enabled: false })
    const { removed, kept } = await back()
    expect(kept).toEqual(['商品 p1 的配置', 'Mate 60 Pro 的线框图', '黑', '磨砂', 'iPhone 15 Pro', 'Mate 60 Pro', '苹果', '华为'])
    expect(removed).toBe(3)
    expect(await settings()).toHaveLength(1)
  })

  test('a wireframe that the seller has adjusted stays with its SKU', async () => {
    await run({ models: [phone('苹果 iPhone 15 Pro')], skus: [sku('s1', [0])] })
    const [apple] = await listBrands(ctx)
    const [model] = await listModels(ctx, apple?.id ?? 0)
    const [listed] = await listSkus(ctx, [model?.id ?? 0])
    await updateWireframe(ctx, listed?.wireframeId ?? 0, { printAreaLeft: 20 })
    expect(await back()).toEqual({ removed: 1, kept: ['iPhone 15 Pro 的线框图', '黑', '磨砂', 'iPhone 15 Pro', '苹果'] })
    expect(await catalogue()).toMatchObject({ skus: 1 })
  })

  test('a sub-account with chosen shops sets up its shop and undoes it, and does not reach another shop', async () => {
    const other = await shops.create({ body: { type: 'DOUDIAN', name: '二店' } }, ctx)
    const scope = (ids: readonly number[]): Ctx => ({
      ...{ ...ctx, db: scopeToShops(ctx.db, ids) },
      actor: { ...ctx.actor, mainUsername: 'main', permissions: ['shops', 'catalogue'], shopIds: ids },
    })
    await expectFailure(apply({ body: bodyOf() }, scope([other.id])), 'not-found')
    expect(await apply({ body: bodyOf() }, scope([shopId]))).toMatchObject({ models: 2, settings: 2 })
    await expectFailure(undo({ body: { shopId, runKey: 'run-00000001' } }, scope([other.id])), 'not-found')
    expect(await undo({ body: { shopId, runKey: 'run-00000001' } }, scope([shopId]))).toEqual({ removed: 12, kept: [] })
  })

  test('a run of another account, and of another shop, is not found', async () => {
    await run()
    const stranger = await domain.seller()
    await expectFailure(undo({ body: { shopId, runKey: 'run-00000001' } }, stranger), 'not-found')
    const other = await shops.create({ body: { type: 'DOUDIAN', name: '二店' } }, ctx)
    await expectFailure(undo({ body: { shopId: other.id, runKey: 'run-00000001' } }, ctx), 'not-found')
  })
})
