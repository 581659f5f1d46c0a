/** Tests bindings to a factory's codes, on a real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { type Catalogue, withCatalogue, withFactories } from '../../test/factories'
import { removeMaterial } from '../catalogue/materials'
import { removeModels } from '../catalogue/models'
import { readBindings } from './bindings'
import { listFactories, readFactory } from './factories'
import {
  listColorBindings,
  listMaterialBindings,
  putColorBinding,
  putMaterialBinding,
  removeColorBinding,
  removeMaterialBinding,
} from './material-bindings'
import { listModelBindings, putMatchedBindings, putModelBinding, removeModelBinding } from './model-bindings'

let domain: Domain
let ctx: Ctx
let own: Catalogue
let factoryId: number
let other: number
beforeAll(async () => {
  domain = await openDomain()
})
beforeEach(async () => {
  ctx = await domain.seller()
  own = await withCatalogue(ctx)
  const ids = await withFactories(ctx)
  factoryId = ids.dongguan
  other = ids.yiwu
})
afterAll(() => domain.close())

const models = () => listModelBindings(ctx, { factoryId })
const put = (phoneModelId: number, erpPhoneModelCode: string) =>
  putModelBinding(ctx, { factoryId, phoneModelId, erpPhoneModelCode })

describe('a model', () => {
  test('a model is bound by hand, bound to another code, and unbound', async () => {
    const [iphone15] = own.models
    const bound = { factoryId, phoneModelId: iphone15, erpPhoneModelCode: 'IP15', automatic: false, gone: false }
    expect(await put(iphone15, 'IP15')).toEqual(bound)
    expect(await models()).toEqual([bound])
    await put(iphone15, 'IP15PLUS')
    expect(await models()).toEqual([{ ...bound, erpPhoneModelCode: 'IP15PLUS' }])
    expect(await listModelBindings(ctx, { factoryId: other })).toEqual([])
    await removeModelBinding(ctx, { factoryId, phoneModelId: iphone15 })
    expect(await models()).toEqual([])
    await expectFailure(removeModelBinding(ctx, { factoryId, phoneModelId: iphone15 }), 'not-found')
  })

  test('a model binding is listed with its brand', async () => {
    await put(own.models[0], 'IP15')
    expect(await listModelBindings(ctx, { factoryId, phoneBrandId: own.brand })).toHaveLength(1)
    const elsewhere = await withCatalogue(await domain.seller())
    await expectFailure(listModelBindings(ctx, { factoryId, phoneBrandId: elsewhere.brand }), 'not-found')
  })

  test('a model is never bound to a code that the factory does not list', async () => {
    await expectFailure(put(own.models[0], 'IP99'), 'invalid', 'erpPhoneModelCode', '“IP99”')
    await expectFailure(put(own.models[0], 'ip15'), 'invalid', 'erpPhoneModelCode')
    // Codes of another factory do not count.
    await expectFailure(put(own.models[0], '8f3a0c17'), 'invalid', 'erpPhoneModelCode')
    await ctx.db.updateTable('factory_phone_model').set({ gone_since: ctx.clock.now() }).where('code', '=', 'IP16').execute()
    await expectFailure(put(own.models[2], 'IP16'), 'invalid', 'erpPhoneModelCode')
    await ctx.db.updateTable('factory_phone_model').set({ gone_since: null }).where('code', '=', 'IP16').execute()
    expect(await models()).toEqual([])
  })

  test('deleting a model deletes its bindings', async () => {
    await put(own.models[0], 'IP15')
    await removeModels(ctx, own.brand, [own.models[0]])
    expect(await models()).toEqual([])
  })
})

describe('what the matcher found', () => {
  const matched = (...bindings: [phoneModelId: number, erpPhoneModelCode: string][]) =>
    putMatchedBindings(ctx, {
      factoryId,
      bindings: bindings.map(([phoneModelId, erpPhoneModelCode]) => ({ phoneModelId, erpPhoneModelCode })),
    })

  test('the matcher’s bindings are saved all at once and marked as automatic, and two models may share a mould', async () => {
    const [a, b, c] = own.models
    expect(await matched([b, 'IP15P'], [a, 'IP15'], [c, 'IP15'])).toMatchObject({
      bound: [
        { phoneModelId: a, erpPhoneModelCode: 'IP15', automatic: true, gone: false },
        { phoneModelId: b, erpPhoneModelCode: 'IP15P', automatic: true },
        { phoneModelId: c, erpPhoneModelCode: 'IP15', automatic: true },
      ],
      kept: [],
    })
  })

  test('the matcher never replaces a binding, whoever made it', async () => {
    const [a, b, c] = own.models
    await put(a, 'IP14')
    await matched([b, 'IP15P'])
    const { bound, kept } = await matched([a, 'IP15'], [b, 'IP15PM'], [c, 'IP16'])
    expect(bound).toMatchObject([{ phoneModelId: c, erpPhoneModelCode: 'IP16' }])
    expect(kept).toMatchObject([
      { phoneModelId: a, erpPhoneModelCode: 'IP14', automatic: false },
      { phoneModelId: b, erpPhoneModelCode: 'IP15P', automatic: true },
    ])
    // Binding by hand does replace it.
    await put(b, 'IP15')
    expect((await models()).find(({ phoneModelId }) => phoneModelId === b)).toMatchObject({ automatic: false })
  })

  test('the matcher does not replace a binding whose code is no longer listed', async () => {
    const [a] = own.models
    await put(a, 'IP14')
    await ctx.db.updateTable('factory_phone_model').set({ gone_since: ctx.clock.now() }).where('code', '=', 'IP14').execute()
    expect((await matched([a, 'IP15'])).kept).toMatchObject([{ erpPhoneModelCode: 'IP14', gone: true }])
  })

  test('the matcher’s bindings are refused completely for one invalid entry', async () => {
    const [a, b] = own.models
    const elsewhere = await withCatalogue(await domain.seller())
    await expectFailure(matched([a, 'IP15'], [b, 'IP99']), 'invalid', 'bindings.1.erpPhoneModelCode')
    await expectFailure(matched([a, 'IP15'], [elsewhere.models[0], 'IP15']), 'invalid', 'bindings.1.phoneModelId', '不存在')
    await expectFailure(matched([a, 'IP15'], [a, 'IP15P']), 'invalid', 'bindings.1.phoneModelId', '同一个型号')
    expect(await models()).toEqual([])
  })

  test('the matcher’s bindings are saved once when they are sent twice at the same time', async () => {
    const [a, b] = own.models
    const both = await Promise.all([matched([a, 'IP15'], [b, 'IP15P']), matched([b, 'IP15P'], [a, 'IP15'])])
    expect(both.flatMap(({ bound }) => bound)).toHaveLength(2)
    expect(both.flatMap(({ kept }) => kept)).toHaveLength(2)
  })
})

const bindMaterial = (erpMaterialId = '101', erpMaterialCode = 'PC-MS', materialId = own.material) =>
  putMaterialBinding(ctx, { factoryId, materialId, erpMaterialId, erpMaterialCode })
const bindColor = (erpMaterialColorId: string, erpMaterialColorCode: string, materialColorId = own.colors[0]) =>
  putColorBinding(ctx, { factoryId, materialColorId, erpMaterialColorId, erpMaterialColorCode })

describe('a material', () => {
  test('a material is bound, and unbound with its colours', async () => {
    expect(await bindMaterial()).toEqual({
      factoryId,
      materialId: own.material,
      erpMaterialId: '101',
      erpMaterialCode: 'PC-MS',
      gone: false,
    })
    await bindColor('1011', 'WH')
    await removeMaterialBinding(ctx, { factoryId, materialId: own.material })
    expect(await listMaterialBindings(ctx, factoryId)).toEqual([])
    expect(await listColorBindings(ctx, factoryId)).toEqual([])
    await expectFailure(removeMaterialBinding(ctx, { factoryId, materialId: own.material }), 'not-found')
  })

  test('a material is bound only to what the factory lists, id and code together', async () => {
    await expectFailure(bindMaterial('999', 'PC-MS'), 'invalid', 'erpMaterialId', '没有列出这个材质')
    await expectFailure(bindMaterial('101', 'TPU-TM'), 'invalid', 'erpMaterialId')
    expect(await listMaterialBindings(ctx, factoryId)).toEqual([])
  })

  test('a material loses its colour bindings when bound to another material, and keeps them when bound to the same', async () => {
    await bindMaterial()
    await bindColor('1011', 'WH')
    await bindColor('1012', 'BK', own.colors[1])
    await bindMaterial()
    expect(await listColorBindings(ctx, factoryId)).toHaveLength(2)
    await bindMaterial('103', 'GL-JM')
    expect(await listColorBindings(ctx, factoryId)).toEqual([])
  })

  test('deleting a material deletes its bindings', async () => {
    await bindMaterial()
    await bindColor('1011', 'WH')
    await removeMaterial(ctx, own.material)
    expect(await listMaterialBindings(ctx, factoryId)).toEqual([])
    expect(await listColorBindings(ctx, factoryId)).toEqual([])
  })
})

describe('a colour', () => {
  test('a colour can be bound only after its material', async () => {
    await expectFailure(bindColor('1011', 'WH'), 'invalid', 'materialColorId', '请先绑定颜色所属的材质')
    // Another material's binding does not count.
    await bindMaterial('101', 'PC-MS', own.otherMaterial)
    await expectFailure(bindColor('1011', 'WH'), 'invalid', 'materialColorId')
  })

  test('a colour is bound to a colour of the factory material that its own material is bound to', async () => {
    await bindMaterial()
    await expectFailure(bindColor('1031', 'WH'), 'invalid', 'erpMaterialColorId', '“磨砂PC硬壳”没有这个颜色')
    await expectFailure(bindColor('1011', 'BK'), 'invalid', 'erpMaterialColorId')
    const bound = {
      factoryId,
      materialColorId: own.colors[0],
      erpMaterialColorId: '1012',
      erpMaterialColorCode: 'BK',
      gone: false,
    }
    await bindColor('1011', 'WH')
    expect(await bindColor('1012', 'BK')).toEqual(bound)
    expect(await listColorBindings(ctx, factoryId)).toEqual([bound])
    await removeColorBinding(ctx, { factoryId, materialColorId: own.colors[0] })
    expect(await listColorBindings(ctx, factoryId)).toEqual([])
    await expectFailure(removeColorBinding(ctx, { factoryId, materialColorId: own.colors[0] }), 'not-found')
  })

  test('a colour binding counts as gone with its material, or when the material no longer lists it', async () => {
    await bindMaterial()
    await bindColor('1011', 'WH')
    const set = (change: { gone_since?: Date | null; colors?: string }) =>
      ctx.db.updateTable('factory_material').set(change).where('factory_id', '=', factoryId).where('code', '=', 'PC-MS').execute()
    await set({ gone_since: ctx.clock.now() })
    expect(await listColorBindings(ctx, factoryId)).toMatchObject([{ gone: true }])
    await expectFailure(bindColor('1012', 'BK'), 'invalid', 'materialColorId', '已下架')
    await set({ gone_since: null })
    expect(await listColorBindings(ctx, factoryId)).toMatchObject([{ gone: false }])
    await set({ colors: JSON.stringify([{ originalId: '1012', code: 'BK', name: '黑色' }]) })
    expect(await listColorBindings(ctx, factoryId)).toMatchObject([{ gone: true }])
  })
})

test('all bindings of a factory are read by our ids', async () => {
  await put(own.models[0], 'IP15')
  await bindMaterial()
  await bindColor('1011', 'WH')
  const { models: boundModels, materials, colors } = await readBindings(ctx, await readFactory(ctx, factoryId))
  expect(boundModels.get(own.models[0])).toMatchObject({ erpPhoneModelCode: 'IP15', gone: false })
  expect(materials.get(own.material)).toMatchObject({ erpMaterialCode: 'PC-MS', gone: false })
  expect(colors.get(own.colors[0])).toMatchObject({ erpMaterialColorCode: 'WH', gone: false })
})

test('nothing can be bound at a factory that is no longer listed, and existing bindings can be removed', async () => {
  await put(own.models[0], 'IP15')
  await ctx.db.updateTable('factory').set({ gone_since: ctx.clock.now() }).where('id', '=', factoryId).execute()
  await expectFailure(put(own.models[1], 'IP15P'), 'invalid', undefined, '已不在工厂程序的列表中')
  await expectFailure(bindMaterial(), 'invalid')
  expect(await models()).toHaveLength(1)
  await removeModelBinding(ctx, { factoryId, phoneModelId: own.models[0] })
})

test("another account's rows are not found, on either side of a binding", async () => {
  await put(own.models[0], 'IP15')
  await bindMaterial()
  await bindColor('1011', 'WH')
  const stranger = await domain.seller()
  const theirs = await withCatalogue(stranger)
  const [phoneModelId, materialColorId] = [own.models[0], own.colors[0]]
  const ask = [
    () => listModelBindings(stranger, { factoryId }),
    () => listMaterialBindings(stranger, factoryId),
    () => listColorBindings(stranger, factoryId),
    () => putModelBinding(stranger, { factoryId, phoneModelId: theirs.models[0], erpPhoneModelCode: 'IP15' }),
    () => putMatchedBindings(stranger, { factoryId, bindings: [{ phoneModelId: theirs.models[0], erpPhoneModelCode: 'IP15' }] }),
    () =>
      putMaterialBinding(stranger, { factoryId, materialId: theirs.material, erpMaterialId: '101', erpMaterialCode: 'PC-MS' }),
    () => removeModelBinding(stranger, { factoryId, phoneModelId }),
    () => removeMaterialBinding(stranger, { factoryId, materialId: own.material }),
    () => removeColorBinding(stranger, { factoryId, materialColorId }),
    () => put(theirs.models[0], 'IP15'),
    () => bindMaterial('101', 'PC-MS', theirs.material),
    () => bindColor('1011', 'WH', theirs.colors[0]),
  ]
  for (const work of ask) await expectFailure(work(), 'not-found')
  expect(await models()).toHaveLength(1)
  expect(await listMaterialBindings(ctx, factoryId)).toHaveLength(1)
  expect(await listColorBindings(ctx, factoryId)).toHaveLength(1)
})

test('a factory tells how many models, materials and colours on sale are not bound, and counts nothing that is off shelf', async () => {
  const [iphone15, iphone15Pro] = own.models
  const [white, black] = own.colors
  const sell = (phoneModelId: number, colorId: number, enabled = true) =>
    ctx.db
      .insertInto('sku')
      .values({
        ...{ account_id: ctx.actor.accountId, phone_brand_id: own.brand, phone_model_id: phoneModelId },
        ...{ material_id: own.material, material_color_id: colorId, enabled },
      })
      .execute()
  const unbound = async () => (await listFactories(ctx)).find(({ id }) => id === factoryId)?.unbound
  expect(await unbound()).toEqual({ models: 0, materials: 0, colors: 0 })
  await sell(iphone15, white)
  await sell(iphone15Pro, black)
  await sell(own.models[2], white, false)
  expect(await unbound()).toEqual({ models: 2, materials: 1, colors: 0 })
  await put(iphone15, 'IP15')
  // The colours of a factory material are known once a material is bound to it.
  await bindMaterial()
  expect(await unbound()).toEqual({ models: 1, materials: 0, colors: 2 })
  await bindColor('1011', 'WH')
  await bindColor('1012', 'BK', black)
  await put(iphone15Pro, 'IP15P')
  expect(await unbound()).toEqual({ models: 0, materials: 0, colors: 0 })
  // A code that the factory no longer lists is as good as none.
  await ctx.db.updateTable('factory_phone_model').set({ gone_since: ctx.clock.now() }).where('code', '=', 'IP15P').execute()
  expect(await unbound()).toEqual({ models: 1, materials: 0, colors: 0 })
})
