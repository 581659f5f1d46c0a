import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productMode } from '../../../contract/constants'
import { openSetting } from '../../../contract/open-setting'
import type { Ctx } from '../../kernel/context'
import { createCatalogueShop } from '../../test/catalogue-shop'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { insertTemplate } from '../../test/rows'
import { removeMaterial } from '../catalogue/materials'
import { removeModels } from '../catalogue/models'
import { createCollection, removeCollection } from '../templates/collections'
import { shopHandlers } from './handlers'
import type { SettingData } from './setting-data'

const { shops, products, customizationSettings, customizationUrls, shopCustomizationSettings } = shopHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const addTemplate = ({ db, actor }: Ctx, collectionId: number) => insertTemplate(db, actor.accountId, collectionId)

/**
 * A shop with one product with two SKUs and one without, a brand with two models, a material, and two template collections with a
 * template each.
 */
async function open() {
  const stocked = await createCatalogueShop(domain)
  const { ctx } = stocked
  const { id: shopId } = await shops.create({ body: { type: 'DOUDIAN', name: '抖店' } }, ctx)
  const skus = ['s1', 's2', 's3'].map((originalId) => ({ originalId, propertiesName: originalId }))
  await products.create({ body: { shopId, originalId: 'p1', title: '壳', skus } }, ctx)
  await ctx.db
    .insertInto('product')
    .values({ account_id: ctx.actor.accountId, shop_id: shopId, original_id: 'bare', title: '无规格' })
    .execute()
  const collection = (await createCollection(ctx, { name: '春季' })).id
  const otherCollection = (await createCollection(ctx, { name: '夏季' })).id
  const template = await addTemplate(ctx, collection)
  const otherTemplate = await addTemplate(ctx, otherCollection)
  const target = { shopId, productOriginalId: 'p1', skuOriginalId: 's1' }
  const put = (change: Partial<SettingData>, at: object = {}) =>
    customizationSettings.put({ body: { ...target, ...openSetting, ...change, ...at } as never }, ctx)
  const list = (ids: string[] = ['p1', 'bare']) => customizationSettings.list({ query: { shopId, productOriginalIds: ids } }, ctx)
  const link = (change: Partial<SettingData> & { isDefault?: boolean } = {}) =>
    shopCustomizationSettings.create(
      { body: { shopId, isDefault: false, customizationTiming: 1, ...openSetting, ...change } as never },
      ctx,
    )
  return { ...stocked, shopId, collection, otherCollection, template, otherTemplate, target, put, list, link }
}

describe('the configuration of a SKU', () => {
  test('a SKU’s setting is stored, and replaced by the next', async () => {
    const { put, list, material, brand, model } = await open()
    expect(await list()).toEqual([])
    const bound = { bindingMaterialIds: [material.id, material.id], bindingPhoneBrands: [{ id: brand.id, modelIds: [model.id] }] }
    const first = await put({ ...bound, textEnabled: false })
    expect(first).toMatchObject({
      productOriginalId: 'p1',
      skuOriginalId: 's1',
      mode: 1,
      bindingMaterialIds: [material.id],
      bindingPhoneBrands: [{ id: brand.id, modelIds: [model.id] }],
      textEnabled: false,
      backgroundEnabled: true,
    })
    const second = await put({ mode: productMode.diy })
    expect(second).toMatchObject({ id: first.id, mode: 2, bindingMaterialIds: [], textEnabled: true })
    expect(await list()).toEqual([second])
    expect(await list(['bare'])).toEqual([])
    expect(await list([])).toEqual([])
  })

  test('a product has a setting of its own only when it has no SKUs', async () => {
    const { put } = await open()
    expect(await put({}, { productOriginalId: 'bare', skuOriginalId: null })).toMatchObject({ skuOriginalId: null })
    for (const at of [{ skuOriginalId: null }, { skuOriginalId: 'none' }, { productOriginalId: 'none' }]) {
      await expectFailure(put({}, at), 'invalid', 'productOriginalId', '商品或规格不存在')
    }
  })

  test('a setting outlives its product, and applies again when the product is added again', async () => {
    const { put, list, ctx, shopId } = await open()
    const setting = await put({ mode: productMode.diy })
    const { items } = await products.list({ query: { shopId, pageNo: 1, pageSize: 20 } }, ctx)
    const product = items.find(({ originalId }) => originalId === 'p1')
    await products.remove({ params: { id: product?.id ?? 0 } }, ctx)
    const skus = [{ originalId: 's1', propertiesName: 's1' }]
    await products.create({ body: { shopId, originalId: 'p1', title: '壳', skus } }, ctx)
    expect(await list()).toEqual([setting])
  })
})

describe('the rules of a mode', () => {
  const { templateCollections, templateCollectionsAndDiy, singleTemplate, diy } = productMode

  test.each([templateCollections, templateCollectionsAndDiy])(
    'mode %i needs template collections and keeps no template',
    async (mode) => {
      const { put, collection, otherCollection, template } = await open()
      await expectFailure(put({ mode }), 'invalid', 'bindingTemplateCollectionIds', '请选择模板分组')
      const setting = await put({
        mode,
        bindingTemplateCollectionIds: [otherCollection, collection, otherCollection],
        bindingTemplateId: template,
      })
      expect(setting).toMatchObject({ bindingTemplateCollectionIds: [otherCollection, collection], bindingTemplateId: null })
    },
  )

  test('the single-template mode requires one collection, then a template of that collection', async () => {
    const { put, collection, otherCollection, template, otherTemplate } = await open()
    const single = (bindingTemplateCollectionIds: number[], bindingTemplateId: number | null) =>
      put({ mode: singleTemplate, bindingTemplateCollectionIds, bindingTemplateId })
    await expectFailure(single([], template), 'invalid', 'bindingTemplateCollectionIds', '请选择模板分组')
    await expectFailure(
      single([collection, otherCollection], template),
      'invalid',
      'bindingTemplateCollectionIds',
      '请只选择一个',
    )
    await expectFailure(single([collection], null), 'invalid', 'bindingTemplateId', '请选择一个定制模板')
    await expectFailure(single([collection], otherTemplate), 'invalid', 'bindingTemplateId', '请选择一个定制模板')
    expect(await single([collection], template)).toMatchObject({
      bindingTemplateCollectionIds: [collection],
      bindingTemplateId: template,
    })
  })

  test('the default and DIY modes store neither collections nor template', async () => {
    const { put, collection, template } = await open()
    for (const mode of [productMode.default, diy]) {
      const setting = await put({ mode, bindingTemplateCollectionIds: [collection], bindingTemplateId: template })
      expect(setting).toMatchObject({ bindingTemplateCollectionIds: [], bindingTemplateId: null })
    }
  })
})

describe('what a setting names', () => {
  test('a setting must refer to the account’s own rows', async () => {
    const mine = await open()
    const theirs = await open()
    const { put } = mine
    await expectFailure(put({ bindingMaterialIds: [theirs.material.id] }), 'invalid', 'bindingMaterialIds', '所选材质不存在')
    const rows = (id: number, modelIds: number[] = []) => put({ bindingPhoneBrands: [{ id, modelIds }] })
    await expectFailure(rows(theirs.brand.id), 'invalid', 'bindingPhoneBrands', '所选品牌不存在')
    await expectFailure(rows(mine.brand.id, [theirs.model.id]), 'invalid', 'bindingPhoneBrands.0.modelIds', '所选型号不存在')
    const mode = productMode.templateCollections
    await expectFailure(
      put({ mode, bindingTemplateCollectionIds: [theirs.collection] }),
      'invalid',
      'bindingTemplateCollectionIds',
      '模板分组',
    )
    const single = {
      mode: productMode.singleTemplate,
      bindingTemplateCollectionIds: [mine.collection],
      bindingTemplateId: theirs.template,
    }
    await expectFailure(put(single), 'invalid', 'bindingTemplateId', '请选择一个定制模板')
  })

  test('the models of a setting must belong to their brand, each brand listed once', async () => {
    const { put, brand, model } = await open()
    const twice = [brand.id, brand.id].map((id) => ({ id, modelIds: [] }))
    await expectFailure(put({ bindingPhoneBrands: twice }), 'invalid', 'bindingPhoneBrands.1.id', '同一个品牌只能添加一行')
    const stranger = await open()
    await expectFailure(
      stranger.put({ bindingPhoneBrands: [{ id: stranger.brand.id, modelIds: [model.id] }] }),
      'invalid',
      'bindingPhoneBrands.0.modelIds',
    )
  })

  test('a deleted row stays in a setting until the seller removes it, and cannot be added again', async () => {
    const { ctx, put, target, brand, model, model2, material, otherCollection } = await open()
    const chosen = {
      mode: productMode.templateCollections,
      bindingMaterialIds: [material.id],
      bindingPhoneBrands: [{ id: brand.id, modelIds: [model.id, model2.id] }],
      bindingTemplateCollectionIds: [otherCollection],
    }
    await put(chosen)
    await removeMaterial(ctx, material.id)
    await removeModels(ctx, brand.id, [model2.id])
    await removeCollection(ctx, otherCollection)
    expect(await put({ ...chosen, textEnabled: false })).toMatchObject({ ...chosen, textEnabled: false })
    const other = { ...target, skuOriginalId: 's2' }
    await expectFailure(put({ bindingMaterialIds: [material.id] }, other), 'invalid', 'bindingMaterialIds')
    await put({})
    await expectFailure(put({ bindingMaterialIds: [material.id] }), 'invalid', 'bindingMaterialIds')
  })
})

describe('a configuration copied', () => {
  const at = (skuOriginalId: string | null, productOriginalId = 'p1') => ({ productOriginalId, skuOriginalId })

  test('copying a setting sets it for all targets, including deleted references', async () => {
    const { ctx, put, list, shopId, material } = await open()
    const setting = await put({ mode: productMode.diy, bindingMaterialIds: [material.id] })
    await removeMaterial(ctx, material.id)
    const to = [at('s2'), at('s3'), at(null, 'bare'), at('s2')]
    const { settings } = await customizationSettings.copy({ body: { shopId, from: at('s1'), to } }, ctx)
    expect(settings.map(({ skuOriginalId }) => skuOriginalId)).toEqual(['s2', 's3', null])
    for (const copy of settings) expect(copy).toMatchObject({ mode: 2, bindingMaterialIds: setting.bindingMaterialIds })
    expect(await list()).toHaveLength(4)
  })

  test('copying a setting to a SKU that is not sold sets it for none of the targets', async () => {
    const { ctx, put, list, shopId } = await open()
    await put({})
    const copy = (from: ReturnType<typeof at>, to: ReturnType<typeof at>[]) =>
      customizationSettings.copy({ body: { shopId, from, to } }, ctx)
    await expectFailure(copy(at('s1'), [at('s2'), at('none')]), 'invalid', 'to.1')
    expect(await list()).toHaveLength(1)
    await expectFailure(copy(at('s3'), [at('s2')]), 'not-found', undefined, '还没有保存过配置')
  })
})

describe('links', () => {
  const urlsOf = async (ctx: Ctx, shopId: number) => {
    const found = (await customizationUrls.list({}, ctx)).find(({ shop }) => shop.id === shopId)
    return found?.customizationUrls.map(({ url }) => url) ?? []
  }

  test('the first link of a shop is the default one, and later ones have their own setting', async () => {
    const { ctx, shopId, link } = await open()
    expect(await urlsOf(ctx, shopId)).toEqual([])
    expect((await link()).isDefault).toBe(true)
    const second = await link({ mode: productMode.diy })
    expect(second).toMatchObject({ isDefault: false, mode: 2, customizationTiming: 1 })
    const seen = { ...ctx, origin: 'http://127.0.0.1:4600' }
    const urls = await urlsOf(seen, shopId)
    // The addresses cannot be guessed, and each is another one.
    for (const url of urls) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4600\/customize\/[0-9a-f]{32}$/)
    expect(new Set(urls).size).toBe(2)
    expect((await urlsOf({ ...seen, publicUrl: 'https://shop.example' }, shopId))[0]).toBe(
      urls[0]?.replace('http://127.0.0.1:4600', 'https://shop.example'),
    )
    expect((await urlsOf({ ...seen, buyerUrl: 'https://buy.example/case' }, shopId))[1]).toBe(
      `https://buy.example/case/${shopId}?s=${second.id}`,
    )
  })

  test('links are switched off and on, and deleted, the default one last', async () => {
    const { ctx, shopId, link } = await open()
    const [plain, other] = [await link(), await link()]
    const update = (id: number, change: object) =>
      shopCustomizationSettings.update(
        { params: { id }, body: { customizationTiming: 1, ...openSetting, ...change } as never },
        ctx,
      )
    expect(plain.enabled).toBe(true)
    expect(await update(other.id, { enabled: false })).toMatchObject({ enabled: false })
    // Another change leaves it switched off.
    expect(await update(other.id, { mode: 2 })).toMatchObject({ enabled: false, mode: 2 })
    expect(await update(other.id, { enabled: true })).toMatchObject({ enabled: true, mode: 1 })
    const remove = (id: number, as = ctx) => shopCustomizationSettings.remove({ params: { id } }, as)
    await expectFailure(remove(plain.id), 'conflict', undefined, '请先把另一条链接设为默认')
    await expectFailure(remove(other.id, (await open()).ctx), 'not-found')
    await remove(other.id)
    await remove(plain.id)
    await expectFailure(remove(plain.id), 'not-found')
    expect(await urlsOf(ctx, shopId)).toEqual([])
    expect((await link()).isDefault).toBe(true)
  })

  test('one link of a shop is always the default, however many windows change it at once', async () => {
    const { ctx, shopId, link } = await open()
    const made = await Promise.all([link(), link({ isDefault: true }), link({ isDefault: true }), link()])
    const defaults = async () => {
      const rows = await ctx.db.selectFrom('shop_customization_setting').selectAll().where('shop_id', '=', shopId).execute()
      return rows.filter((row) => row.is_default).map(({ id }) => id)
    }
    expect(await defaults()).toHaveLength(1)
    const make = (id: number) =>
      shopCustomizationSettings.update(
        { params: { id }, body: { isDefault: true, customizationTiming: 1, ...openSetting } as never },
        ctx,
      )
    await Promise.all(made.map(({ id }) => make(id)))
    expect(await defaults()).toHaveLength(1)
    const [last = 0] = await defaults()
    const unset = { params: { id: last }, body: { isDefault: false, customizationTiming: 1, ...openSetting } as never }
    await expectFailure(shopCustomizationSettings.update(unset, ctx), 'invalid', 'isDefault', '每个店铺要有一个默认链接')
    const kept = { params: { id: last }, body: { customizationTiming: 1, ...openSetting, mode: 2 } as never }
    expect(await shopCustomizationSettings.update(kept, ctx)).toMatchObject({ id: last, isDefault: true, mode: 2 })
  })

  test('links follow the same rules as a SKU’s setting, and keep deleted references', async () => {
    const { ctx, link, material } = await open()
    await expectFailure(
      link({ mode: productMode.templateCollections }),
      'invalid',
      'bindingTemplateCollectionIds',
      '请选择模板分组',
    )
    const made = await link({ bindingMaterialIds: [material.id] })
    await removeMaterial(ctx, material.id)
    const body = { customizationTiming: 1, ...openSetting, bindingMaterialIds: [material.id], textEnabled: false } as never
    expect(await shopCustomizationSettings.update({ params: { id: made.id }, body }, ctx)).toMatchObject({
      bindingMaterialIds: [material.id],
      textEnabled: false,
    })
    const stranger = await domain.seller()
    await expectFailure(shopCustomizationSettings.update({ params: { id: made.id }, body }, stranger), 'not-found')
  })
})
