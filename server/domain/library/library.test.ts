/** Adding phones of the library and of a factory to a catalogue, on a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { libraryBrands } from '../../../contract/library/library'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { withFactories } from '../../test/factories'
import { createBrand, listBrands } from '../catalogue/brands'
import { createColor } from '../catalogue/colors'
import { createMaterial, listMaterials } from '../catalogue/materials'
import { createModel, listModels } from '../catalogue/models'
import { listSkus } from '../catalogue/skus'
import { copyWireframe, getWireframe, listWireframes, updateWireframe } from '../catalogue/wireframes'
import { listModelBindings } from '../erp/model-bindings'
import { addFromFactory } from '../erp/to-catalogue'
import { addFromLibrary } from './add'

let domain: Domain
let ctx: Ctx
beforeAll(async () => {
  domain = await openDomain()
})
beforeEach(async () => {
  ctx = await domain.seller()
})
afterAll(() => domain.close())

const clear = { name: '透明软壳', colors: [{ name: '透明', defaultBackgroundColor: '#e9edf1' }] }
const bare = { colorIds: [], materials: [], wireframes: false, enabled: true }
const framed = { colorIds: [], materials: [clear], wireframes: true, enabled: true }

async function catalogue() {
  const brands = await listBrands(ctx)
  const models = await Promise.all(brands.map(({ id }) => listModels(ctx, id)))
  return brands.map(({ name }, at) => [name, (models[at] ?? []).map((model) => model.name)])
}

describe('adding phones of the library', () => {
  test('a call makes brand, model, material, wireframe and SKU in one call, and the same call again changes nothing', async () => {
    const body = { ...framed, phones: ['苹果 iPhone 15 Pro', '华为 Mate 60 Pro'] }
    const first = await addFromLibrary(ctx, body)
    expect(first.phones.map(({ created, made, kept }) => [created, made, kept])).toEqual([
      [true, 1, 0],
      [true, 1, 0],
    ])
    expect(await catalogue()).toEqual([
      ['苹果', ['iPhone 15 Pro']],
      ['华为', ['Mate 60 Pro']],
    ])
    const skus = await listSkus(ctx, [first.phones[0]?.modelId ?? 0])
    expect(skus).toMatchObject([{ enabled: true, materialColorId: first.colorIds[0] }])
    const wireframe = await getWireframe(ctx, skus[0]?.wireframeId ?? 0)
    expect(wireframe).toMatchObject({ widthMm: 75, heightMm: 151, width: 886, height: 1783, standard: 'library' })
    expect(wireframe.printArea).toEqual({ left: 12, right: 12, top: 12, bottom: 12 })
    expect(wireframe.layers.map(({ index }) => index)).toEqual([-1, 1])

    const again = await addFromLibrary(ctx, body)
    expect(again.phones.map(({ created, made, kept }) => [created, made, kept])).toEqual([
      [false, 0, 1],
      [false, 0, 1],
    ])
    expect(again.colorIds).toEqual(first.colorIds)
    expect((await listMaterials(ctx)).map(({ name, colors }) => [name, colors.map((color) => color.name)])).toEqual([
      ['透明软壳', ['透明']],
    ])
    expect(await listSkus(ctx, [first.phones[0]?.modelId ?? 0])).toEqual(skus)
  })

  test('brands and models that are there under other names are taken, and a sub-brand that is listed under its maker', async () => {
    const apple = await createBrand(ctx, { name: 'Apple/苹果' })
    const known = await createModel(ctx, apple.id, { name: '15promax' })
    const xiaomi = await createBrand(ctx, { name: '小米' })
    await createModel(ctx, xiaomi.id, { name: 'Redmi K60' })
    const phones = ['苹果 iPhone 15 Pro Max', '苹果 iPhone 16', '红米 Redmi K70', '小米 14']
    const added = await addFromLibrary(ctx, { ...bare, phones })
    expect(added.phones.map(({ created }) => created)).toEqual([false, true, true, true])
    expect(added.phones[0]?.modelId).toBe(known.id)
    expect(await catalogue()).toEqual([
      ['Apple/苹果', ['15promax', 'iPhone 16']],
      ['小米', ['Redmi K60', 'Redmi K70', '小米 14']],
    ])
  })

  test('only ticked colours without a wireframe get one', async () => {
    const { id: materialId } = await createMaterial(ctx, { name: '磨砂硬壳' })
    const black = await createColor(ctx, materialId, { name: '曜石黑' })
    const white = await createColor(ctx, materialId, { name: '云雾白', defaultBackgroundColor: '#f4f3ef' })
    const body = { ...bare, phones: ['苹果 iPhone 15'], wireframes: true, enabled: false }
    const first = await addFromLibrary(ctx, { ...body, colorIds: [black.id] })
    expect(first.phones).toMatchObject([{ made: 1, kept: 0 }])
    const second = await addFromLibrary(ctx, { ...body, colorIds: [black.id, white.id] })
    expect(second.phones).toMatchObject([{ made: 1, kept: 1 }])
    const skus = await listSkus(ctx, [first.phones[0]?.modelId ?? 0])
    const frames = await listWireframes(
      ctx,
      skus.flatMap(({ wireframeId }) => wireframeId ?? []),
    )
    const backs = frames.map(({ layers }) => layers.find(({ index }) => index < 0)?.sha256)
    expect(new Set(backs).size).toBe(2)
    expect(skus.every(({ enabled }) => !enabled)).toBe(true)
  })

  test('the note of a standard wireframe goes with a copy, and ends with the seller’s check or another picture', async () => {
    const { phones } = await addFromLibrary(ctx, { ...framed, phones: ['苹果 iPhone 15'] })
    const [sku] = await listSkus(ctx, [phones[0]?.modelId ?? 0])
    const id = sku?.wireframeId ?? 0
    const copy = await copyWireframe(ctx, id)
    expect(await getWireframe(ctx, copy.id)).toMatchObject({ standard: 'library' })
    expect(await updateWireframe(ctx, id, { widthMm: 74 })).toMatchObject({ standard: 'library', widthMm: 74 })
    expect(await updateWireframe(ctx, copy.id, { backgroundImageFileId: null })).toMatchObject({ standard: null })
    const marks = async () => (await listSkus(ctx, [phones[0]?.modelId ?? 0])).map(({ standard }) => standard)
    expect(await marks()).toEqual(['library'])
    const marked = async () => (await listSkus(ctx, null, true)).map((one) => one.id)
    expect(await marked()).toContain(sku?.id)
    expect(await updateWireframe(ctx, id, { standard: null })).toMatchObject({ standard: null })
    expect(await marks()).toEqual([null])
    expect(await marked()).not.toContain(sku?.id)
    expect(await updateWireframe(ctx, id, { standard: 'library' })).toMatchObject({ standard: 'library' })
  })

  test('all phones without wireframes are one call, in the order of the library', async () => {
    const phones = libraryBrands.flatMap((brand) => brand.phones)
    const names = phones.map(({ brand, name }) => (name.startsWith(brand) ? name : `${brand} ${name}`))
    const { phones: added } = await addFromLibrary(ctx, { ...bare, phones: names })
    expect(added.every(({ created }) => created)).toBe(true)
    expect(await catalogue()).toEqual(libraryBrands.map((brand) => [brand.name, brand.phones.map(({ name }) => name)]))
  })

  test('a phone that the library does not have, and a colour of another account, are named', async () => {
    await expectFailure(
      addFromLibrary(ctx, { ...bare, phones: ['诺基亚 3310'] }),
      'invalid',
      'phones.0',
      '常用机型里没有“诺基亚 3310”',
    )
    const stranger = await domain.seller()
    const { id } = await createMaterial(stranger, { name: '硅胶' })
    const color = await createColor(stranger, id, { name: '黑' })
    const body = { ...framed, materials: [], phones: ['苹果 iPhone 15'], colorIds: [color.id] }
    await expectFailure(addFromLibrary(ctx, body), 'invalid', 'colorIds.0')
    expect(await catalogue()).toEqual([])
  })
})

describe('making models of a factory’s list', () => {
  const add = (factoryId: number, codes: readonly string[], more = framed) =>
    addFromFactory(ctx, { factoryId, codes: [...codes], ...more })

  test('each is bound to its own code, and its wireframe is drawn for the mould', async () => {
    const { dongguan } = await withFactories(ctx)
    const { models } = await add(dongguan, ['IP15P', 'MI14', 'RM-K70'])
    expect(models.map(({ code, created, bound, made, note }) => [code, created, bound, made, note])).toEqual([
      ['IP15P', true, true, 1, null],
      ['MI14', true, true, 1, null],
      ['RM-K70', true, true, 1, null],
    ])
    expect(await catalogue()).toEqual([
      ['苹果', ['iPhone 15 Pro']],
      ['小米', ['小米 14']],
      ['红米', ['Redmi K70']],
    ])
    const bindings = await listModelBindings(ctx, { factoryId: dongguan })
    expect(bindings.map(({ erpPhoneModelCode, automatic }) => [erpPhoneModelCode, automatic])).toEqual([
      ['IP15P', false],
      ['MI14', false],
      ['RM-K70', false],
    ])
    const [sku] = await listSkus(ctx, [models[0]?.modelId ?? 0])
    expect(await getWireframe(ctx, sku?.wireframeId ?? 0)).toMatchObject({ widthMm: 70.6, heightMm: 146.6, standard: 'factory' })
    const again = await add(dongguan, ['IP15P', 'MI14', 'RM-K70'])
    expect(again.models.map(({ created, bound, made, kept }) => [created, bound, made, kept])).toEqual([
      [false, true, 0, 1],
      [false, true, 0, 1],
      [false, true, 0, 1],
    ])
  })

  test('a mould that several phones share keeps its own name, is bound, and has no wireframe, which is said', async () => {
    const { dongguan } = await withFactories(ctx)
    const { models } = await add(dongguan, ['IP12-12P', 'IP7-8-SE2'])
    expect(await catalogue()).toEqual([['苹果', ['苹果 12/12Pro', '苹果 7/8/SE2']]])
    expect(models.map(({ bound, made, note }) => [bound, made, note])).toEqual([
      [true, 0, '常用机型里没有它，摄像头位置未知，请自己上传线框图'],
      [true, 0, '常用机型里没有它，摄像头位置未知，请自己上传线框图'],
    ])
  })

  test('a model that is bound to another code keeps its binding, and no wireframe is drawn for the other mould', async () => {
    const { dongguan } = await withFactories(ctx)
    await add(dongguan, ['IP15'], bare)
    await domain.deps.db
      .updateTable('factory_model_binding')
      .set({ code: 'IP14' })
      .where('account_id', '=', ctx.actor.accountId)
      .execute()
    const { models } = await add(dongguan, ['IP15'])
    expect(models).toMatchObject([{ bound: false, made: 0, note: '这个机型已绑定工厂的“IP14”，没有改动' }])
  })

  test('a code that is not listed, a factory of another account, and a user without the catalogue are refused', async () => {
    const { dongguan } = await withFactories(ctx)
    await expectFailure(add(dongguan, ['NO-SUCH']), 'invalid', 'codes.0')
    const stranger = await domain.seller()
    await expectFailure(addFromFactory(stranger, { factoryId: dongguan, codes: ['IP15'], ...framed }), 'not-found')
    const limited: Ctx = { ...ctx, actor: { ...ctx.actor, mainUsername: 'main', permissions: ['factory'] } }
    await expectFailure(addFromFactory(limited, { factoryId: dongguan, codes: ['IP15'], ...framed }), 'subuser.has-no-permission')
  })
})
