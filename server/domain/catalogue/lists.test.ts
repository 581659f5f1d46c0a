import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../contract/contract'
import { createCatalogueShop } from '../../test/catalogue-shop'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { catalogueHandlers } from './handlers'

const { phoneBrands, phoneModels, phoneCaseMaterials, materialColors } = catalogueHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const shop = () => createCatalogueShop(domain)

describe('brands and models', () => {
  test('a seller adds, renames and lists brands and models', async () => {
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

  test('moving a brand or model returns the new order', async () => {
    const { ctx, brand, model, model2 } = await shop()
    const params = { brandId: brand.id, id: model2.id }
    expect(await phoneModels.order({ params, body: { next: model.id } }, ctx)).toEqual({ ok: true })
    expect((await phoneModels.list({ params }, ctx)).map((row) => [row.id, row.next])).toEqual([
      [model2.id, model.id],
      [model.id, null],
    ])
  })

  test('20,000 models are listed at once and deleted at once', async () => {
    const { ctx, brand } = await shop()
    const params = { brandId: brand.id }
    await sql`
      insert into phone_model (account_id, phone_brand_id, name, position)
      select ${ctx.actor.accountId}, ${brand.id}, '型号 ' || n, ${2 ** 30}::bigint + n from generate_series(1, 19998) as n`.execute(
      ctx.db,
    )
    const models = await phoneModels.list({ params }, ctx)
    expect(models).toHaveLength(20_000)
    expect(models.every((model, n) => model.next === (models[n + 1]?.id ?? null))).toBe(true)
    const ids = models.map((model) => model.id)
    // If one of the ids is deleted already, nothing is deleted.
    await expectFailure(phoneModels.remove({ params, body: { ids: [...ids.slice(1), 999_999_999] } }, ctx), 'not-found')
    const body = contract.phoneModels.remove.body.parse({ ids })
    await phoneModels.remove({ params, body }, ctx)
    expect(await phoneModels.list({ params }, ctx)).toEqual([])
    expect(contract.phoneModels.remove.body.safeParse({ ids: [...ids, 1] }).success).toBe(false)
  })
})

describe('a name', () => {
  /**
   * The four kinds of items that the import finds by name: one called 甲 and one called 乙, and how to create and rename another.
   */
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

  describe.each(Object.entries(kinds))('the name of a %s', (kind, open) => {
    test(`the name of a ${kind} is unique in its list, compared exactly`, async () => {
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

    test(`the name of a ${kind} requested by eight callers at once is given to one`, async () => {
      const { create } = await open()
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => create('同名')))
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.issues[0].code] : []))
      expect(refused).toEqual(Array(7).fill('duplicate'))
    })
  })

  test('a name duplicated before names were unique stays, and can be kept or changed', async () => {
    const { ctx, brand } = await shop()
    const values = { account_id: ctx.actor.accountId, name: '苹果', position: 1 }
    const old = await ctx.db.insertInto('phone_brand').values(values).returning('id').executeTakeFirstOrThrow()
    for (const id of [old.id, brand.id]) await phoneBrands.update({ params: { id }, body: { name: '苹果' } }, ctx)
    await phoneBrands.update({ params: { id: old.id }, body: { name: 'Apple' } }, ctx)
    expect((await phoneBrands.list({}, ctx)).map((row) => row.name)).toEqual(['Apple', '苹果'])
  })
})

describe('materials and colours', () => {
  test('colours are listed with their material, in order', async () => {
    const { ctx, material, color, color2 } = await shop()
    const params = { materialId: material.id, id: color2.id }
    await materialColors.order({ params, body: { next: color.id } }, ctx)
    expect(await phoneCaseMaterials.list({}, ctx)).toMatchObject([
      {
        id: material.id,
        name: '硅胶',
        next: null,
        colors: [
          { id: color2.id, name: '白', defaultBackgroundColor: '#fff', enabled: true, next: color.id },
          { id: color.id, name: '黑', defaultBackgroundColor: null, enabled: true, next: null },
        ],
      },
    ])
  })

  test('a material looks as its name suggests until the seller chooses, and then it keeps the choice', async () => {
    const { ctx, material } = await shop()
    const params = { id: material.id }
    const look = async () => (await phoneCaseMaterials.list({}, ctx))[0]?.look
    await phoneCaseMaterials.update({ params, body: { name: '透明软壳' } }, ctx)
    expect(await look()).toBe('clear')
    expect(await phoneCaseMaterials.update({ params, body: { look: 'leather' } }, ctx)).toMatchObject({ look: 'leather' })
    await phoneCaseMaterials.update({ params, body: { name: '镜面玻璃' } }, ctx)
    expect(await look()).toBe('leather')
    expect(await phoneCaseMaterials.create({ body: { name: '新材质', look: 'mirror' } }, ctx)).toMatchObject({ look: 'mirror' })
  })

  test('the pose of effect images and the white ink are chosen for a material, and stay when something else is changed', async () => {
    const { ctx, material } = await shop()
    const params = { id: material.id }
    const pose = async () => (await phoneCaseMaterials.list({}, ctx))[0]?.effectPose
    expect(await phoneCaseMaterials.update({ params, body: { effectPose: 'turned' } }, ctx)).toMatchObject({
      effectPose: 'turned',
    })
    await phoneCaseMaterials.update({ params, body: { look: 'clear' } }, ctx)
    expect(await phoneCaseMaterials.update({ params, body: { whiteInk: 'none' } }, ctx)).toMatchObject({ whiteInk: 'none' })
    expect(await pose()).toBe('turned')
    const created = await phoneCaseMaterials.create({ body: { name: '新材质', effectPose: 'standing' } }, ctx)
    expect(created).toMatchObject({ effectPose: 'standing', whiteInk: 'profile' })
  })

  test('a material that needs a background requires one of each colour', async () => {
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

  test('a colour added while needBackground is enabled never ends without a background', async () => {
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

describe('a change of something that another window has changed since', () => {
  test('a conflicting change of a brand, model, material or colour is refused with the current value', async () => {
    const { ctx, brand, model, material, color2 } = await shop()
    const inBrand = { brandId: brand.id, id: model.id }
    const inMaterial = { materialId: material.id, id: color2.id }
    const white = { name: '白', defaultBackgroundColor: '#fff' }
    await phoneBrands.update({ params: { id: brand.id }, body: { name: 'Apple', was: { name: '苹果' } } }, ctx)
    await phoneModels.update({ params: inBrand, body: { name: '15 Pro', was: { name: 'iPhone 15' } } }, ctx)
    await phoneCaseMaterials.update({ params: { id: material.id }, body: { name: '磨砂', was: { name: '硅胶' } } }, ctx)
    await materialColors.update({ params: inMaterial, body: { defaultBackgroundColor: '#eeeeee' } }, ctx)

    const late = [
      phoneBrands.update({ params: { id: brand.id }, body: { name: '果子', was: { name: '苹果' } } }, ctx),
      phoneModels.update({ params: inBrand, body: { name: '十五', was: { name: 'iPhone 15' } } }, ctx),
      phoneCaseMaterials.update({ params: { id: material.id }, body: { name: '硬壳', was: { name: '硅胶' } } }, ctx),
      materialColors.update({ params: inMaterial, body: { name: '雪白', was: white } }, ctx),
    ]
    const now = ['“苹果”刚在别处改成了“Apple”', '“15 Pro”', '“磨砂”', '“白”，背景色 #eeeeee']
    await Promise.all(late.map((call, at) => expectFailure(call, 'conflict', undefined, now[at])))
    expect(await phoneBrands.list({}, ctx)).toMatchObject([{ name: 'Apple' }])
  })

  test('a change that was made already is no conflict, because only its response was lost', async () => {
    const { ctx, brand, material, color2 } = await shop()
    const rename = { params: { id: brand.id }, body: { name: 'Apple', was: { name: '苹果' } } }
    await phoneBrands.update(rename, ctx)
    expect(await phoneBrands.update(rename, ctx)).toMatchObject({ name: 'Apple' })
    const params = { materialId: material.id, id: color2.id }
    const body = { name: '雪', defaultBackgroundColor: '#fafafa', was: { name: '白', defaultBackgroundColor: '#fff' } }
    await materialColors.update({ params, body }, ctx)
    expect(await materialColors.update({ params, body }, ctx)).toMatchObject({ name: '雪' })
  })

  test('a change without the former value is made unconditionally', async () => {
    const { ctx, brand } = await shop()
    await phoneBrands.update({ params: { id: brand.id }, body: { name: 'Apple' } }, ctx)
    expect(await phoneBrands.update({ params: { id: brand.id }, body: { name: '果子' } }, ctx)).toMatchObject({ name: '果子' })
  })
})
