import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind, type TrashKind, trashDays } from '../../../contract/constants'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain, pictureFile } from '../../test/domain'
import { openTemplateSeller } from '../../test/template-studio'
import { assetHandlers } from '../assets/handlers'
import { catalogueHandlers } from '../catalogue/handlers'
import { sweepUnused } from '../files/unused'
import { templateHandlers } from '../templates/handlers'
import { sweepTrash } from './deletion'
import { trashHandlers } from './handlers'
import { trashTables } from './tables'

const { phoneBrands, phoneModels, phoneCaseMaterials, materialColors, phoneCaseSkus, wireframes } = catalogueHandlers
const { designAssetCollections, designAssets } = assetHandlers
const { templates, templateCollections } = templateHandlers
const { trash } = trashHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const restore = (ctx: Ctx, kind: TrashKind, ...ids: number[]) => trash.restore({ body: { kind, ids } }, ctx)
const later = (ctx: Ctx, days: number): Ctx => {
  const at = new Date(ctx.clock.now().getTime() + days * 24 * 60 * 60 * 1000)
  return { ...ctx, clock: { now: () => at } }
}

/** A brand with two models, a material with two colours, and a SKU with its own wireframe for each pair. */
async function catalogue() {
  const ctx = await domain.seller()
  const brand = await phoneBrands.create({ body: { name: '苹果' } }, ctx)
  const model = (name: string) => phoneModels.create({ params: { brandId: brand.id }, body: { name } }, ctx)
  const models = [await model('iPhone 15'), await model('iPhone 16')] as const
  const material = await phoneCaseMaterials.create({ body: { name: '硅胶' } }, ctx)
  const color = (name: string) => materialColors.create({ params: { materialId: material.id }, body: { name } }, ctx)
  const colors = [await color('黑'), await color('白')] as const
  for (const { id: phoneModelId } of models) {
    for (const { id: materialColorId } of colors) {
      const foregroundImageFileId = await pictureFile(ctx)
      const wireframe = await wireframes.create({ body: { width: 500, height: 1044, foregroundImageFileId } }, ctx)
      const ids = { phoneBrandId: brand.id, phoneModelId, materialId: material.id, materialColorId, wireframeId: wireframe.id }
      await phoneCaseSkus.create({ body: { ...ids, enabled: true } }, ctx)
    }
  }
  return { ctx, brand, models, material, colors }
}

/** Everything of the catalogue that a seller sees. */
async function seen(ctx: Ctx): Promise<unknown> {
  const brands = await phoneBrands.list({}, ctx)
  const models = await Promise.all(brands.map(({ id }) => phoneModels.list({ params: { brandId: id } }, ctx)))
  const skus = await phoneCaseSkus.list({ query: { phoneModelIds: models.flat().map(({ id }) => id) } }, ctx)
  const ids = skus.flatMap(({ wireframeId }) => wireframeId ?? [])
  const shown = await wireframes.list({ query: { ids } }, ctx)
  return { brands, models, materials: await phoneCaseMaterials.list({}, ctx), skus, shown }
}

test('the tables of the trash are those that the database itself deletes or clears', async () => {
  const { rows } = await sql<{ child: string; parent: string; action: string; columns: string[] }>`
    select child.relname as child, parent.relname as parent, confdeltype as action,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey) and attname <> 'account_id') as columns
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and child.relnamespace = current_schema()::regnamespace`.execute(domain.deps.db)
  const tables = new Map(trashTables.map((one) => [one.table, one]))
  const found = new Map(trashTables.map(({ table }) => [table, { requires: {}, clears: {}, files: [] as string[] }]))
  for (const { child, parent, action, columns } of rows) {
    const [column = ''] = columns
    if (parent === 'account') continue
    if (tables.has(parent)) expect(tables.has(child), `${child} refers to ${parent}`).toBe(true)
    const own = found.get(child)
    if (!own) continue
    if (parent === 'file') own.files.push(column)
    else Object.assign(action === 'c' ? own.requires : own.clears, { [column]: parent })
  }
  const expected = trashTables.map(({ table, requires, clears = {}, files = [] }) => [
    table,
    { requires, clears, files: [...files].sort() },
  ])
  expect([...found].map(([table, { requires, clears, files }]) => [table, { requires, clears, files: files.sort() }])).toEqual(
    expected,
  )
})

describe('what was deleted comes back as it was', () => {
  test.each(['brand', 'model', 'material', 'color'] as const)('a %s is restored with its children', async (kind) => {
    const { ctx, brand, models, material, colors } = await catalogue()
    const before = await seen(ctx)
    const remove = {
      brand: () => phoneBrands.remove({ params: brand }, ctx),
      model: () => phoneModels.remove({ params: { brandId: brand.id }, body: { ids: models.map(({ id }) => id) } }, ctx),
      material: () => phoneCaseMaterials.remove({ params: material }, ctx),
      color: () => materialColors.remove({ params: { materialId: material.id, id: colors[0].id } }, ctx),
    }
    await remove[kind]()
    expect(await seen(ctx)).not.toEqual(before)
    const listed = await trash.list({ query: { pageNo: 1, pageSize: 50 } }, ctx)
    expect(listed).toMatchObject({ totalItems: 1, items: [{ kind, deletedBy: ctx.actor.username }] })
    await restore(ctx, kind, listed.items[0]?.id ?? 0)
    expect(await seen(ctx)).toEqual(before)
    expect(await trash.list({ query: { pageNo: 1, pageSize: 50 } }, ctx)).toEqual({ items: [], totalItems: 0 })
    await expectFailure(restore(ctx, kind, listed.items[0]?.id ?? 0), 'not-found')
  })

  test('two deletions that took parts of one another are restored in either order', async () => {
    for (const first of ['color', 'model'] as const) {
      const { ctx, brand, models, material, colors } = await catalogue()
      const before = await seen(ctx)
      await materialColors.remove({ params: { materialId: material.id, id: colors[0].id } }, ctx)
      await phoneModels.remove({ params: { brandId: brand.id }, body: { ids: [models[0].id] } }, ctx)
      const back = [() => restore(ctx, 'color', colors[0].id), () => restore(ctx, 'model', models[0].id)]
      for (const put of first === 'color' ? back : back.reverse()) await put()
      expect(await seen(ctx)).toEqual(before)
    }
  })

  test('a wireframe that two models shared is restored with whichever is restored first', async () => {
    const { ctx, brand, models, colors } = await catalogue()
    const key = (model: { id: number }) => `${model.id}-${colors[0].id}`
    const { wireframeId } = await phoneCaseSkus.get({ params: { key: key(models[0]) } }, ctx)
    await phoneCaseSkus.update({ params: { key: key(models[1]) }, body: { wireframeId } }, ctx)
    const before = await seen(ctx)
    for (const { id } of models) await phoneModels.remove({ params: { brandId: brand.id }, body: { ids: [id] } }, ctx)
    await restore(ctx, 'model', models[0].id)
    expect(await phoneCaseSkus.get({ params: { key: key(models[0]) } }, ctx)).toMatchObject({ wireframeId })
    await restore(ctx, 'model', models[1].id)
    expect(await seen(ctx)).toEqual(before)
  })

  test('a template is restored with its layers, its collection, and the model of its preview', async () => {
    const { ctx, collection, create } = await openTemplateSeller(domain)
    const brand = await phoneBrands.create({ body: { name: '苹果' } }, ctx)
    const model = await phoneModels.create({ params: { brandId: brand.id }, body: { name: 'iPhone 15' } }, ctx)
    const stickers = await designAssetCollections.create({ body: { type: 2, name: '可爱' } }, ctx)
    const settings = { previewPhoneModelId: model.id, boundDesignAssetCollectionIds: [stickers.id] }
    const made = await create(undefined, { name: '甲', ...settings })
    const before = await templates.get({ params: made }, ctx)
    const shown = () => templates.get({ params: made }, ctx)

    await phoneBrands.remove({ params: brand }, ctx)
    await designAssetCollections.remove({ params: stickers }, ctx)
    expect(await shown()).toMatchObject({ previewPhoneModelId: null, boundDesignAssetCollectionIds: [] })
    await restore(ctx, 'brand', brand.id)
    await restore(ctx, 'assetCollection', stickers.id)
    expect(await shown()).toEqual(before)

    await templates.remove({ params: made }, ctx)
    await designAssetCollections.remove({ params: stickers }, ctx)
    await templateCollections.remove({ params: collection }, ctx)
    await expectFailure(restore(ctx, 'template', made.id), 'conflict', undefined, '先恢复分组')
    await restore(ctx, 'templateCollection', collection.id)
    await restore(ctx, 'template', made.id)
    expect(await shown()).toEqual({ ...before, boundDesignAssetCollectionIds: [] })
  })

  test('many pictures are restored at once to their positions, and the sweep keeps their files', async () => {
    const ctx = await domain.seller()
    const { id: collectionId } = await designAssetCollections.create({ body: { type: 1, name: '夏日' } }, ctx)
    const put = async () => {
      const fileId = await pictureFile(ctx, { kind: fileKind.designAsset })
      return designAssets.create({ body: { type: 1, collectionId, fileId } }, ctx)
    }
    const assets = [await put(), await put(), await put(), await put()]
    const query = { collectionId, pageNo: 1, pageSize: 50 }
    const before = await designAssets.list({ query }, ctx)
    const gone = assets.slice(1).map(({ id }) => id)
    for (const id of gone) await designAssets.remove({ params: { id } }, ctx)
    await sweepUnused(ctx)
    await sweepUnused(later(ctx, trashDays - 0.01))
    await restore(later(ctx, trashDays - 0.01), 'asset', ...gone)
    expect(await designAssets.list({ query }, ctx)).toEqual(before)
    await sweepUnused(later(ctx, 3 * trashDays))
    expect(await designAssets.list({ query }, ctx)).toEqual(before)
  })
})

describe('what changed meanwhile', () => {
  test('an item whose position was taken is restored directly after the one that took it', async () => {
    const { ctx, brand } = await catalogue()
    const add = (name: string) => phoneModels.create({ params: { brandId: brand.id }, body: { name } }, ctx)
    const names = async () => (await phoneModels.list({ params: { brandId: brand.id } }, ctx)).map(({ name }) => name)
    const [a, b] = [await add('a'), await add('b')]
    await phoneModels.remove({ params: { brandId: brand.id }, body: { ids: [a.id, b.id] } }, ctx)
    await add('c')
    await add('d')
    await restore(ctx, 'model', a.id, b.id)
    expect(await names()).toEqual(['iPhone 15', 'iPhone 16', 'c', 'a', 'd', 'b'])
  })

  test('restoring is refused for a name that was given again, and for a background that is required now', async () => {
    const { ctx, brand, models, material, colors } = await catalogue()
    await phoneModels.remove({ params: { brandId: brand.id }, body: { ids: [models[0].id] } }, ctx)
    await phoneModels.create({ params: { brandId: brand.id }, body: { name: 'iPhone 15' } }, ctx)
    await expectFailure(restore(ctx, 'model', models[0].id), 'conflict', undefined, '已有同名的型号“iPhone 15”')
    for (const { id } of colors) await materialColors.remove({ params: { materialId: material.id, id } }, ctx)
    await phoneCaseMaterials.update({ params: material, body: { needBackground: true } }, ctx)
    await expectFailure(restore(ctx, 'color', colors[0].id), 'conflict', undefined, '需要背景色')
    await phoneCaseMaterials.update({ params: material, body: { needBackground: false } }, ctx)
    await restore(ctx, 'color', colors[0].id)
  })

  test('an item whose list was deleted can be restored only after the list', async () => {
    const { ctx, brand, models } = await catalogue()
    const before = await seen(ctx)
    await phoneModels.remove({ params: { brandId: brand.id }, body: { ids: [models[0].id] } }, ctx)
    await phoneBrands.remove({ params: brand }, ctx)
    await expectFailure(restore(ctx, 'model', models[0].id), 'conflict', undefined, '请先恢复品牌')
    // A model deleted with its brand has no entry of its own.
    await expectFailure(restore(ctx, 'model', models[1].id), 'not-found')
    await restore(ctx, 'brand', brand.id)
    await restore(ctx, 'model', models[0].id)
    expect(await seen(ctx)).toEqual(before)
  })

  test('after a week a deletion can no longer be restored', async () => {
    const { ctx, brand } = await catalogue()
    await phoneBrands.remove({ params: brand }, ctx)
    await expectFailure(restore(later(ctx, trashDays), 'brand', brand.id), 'not-found')
    await sweepTrash(ctx)
    expect((await trash.list({ query: { pageNo: 1, pageSize: 50 } }, ctx)).totalItems).toBe(1)
    await sweepTrash(later(ctx, trashDays))
    expect(await ctx.db.selectFrom('trash_row').select('source').where('account_id', '=', ctx.actor.accountId).execute()).toEqual(
      [],
    )
  })
})

test('other accounts neither see nor restore a deletion, and a colleague only what they may delete', async () => {
  const { ctx, brand } = await catalogue()
  await phoneBrands.remove({ params: brand }, ctx)
  const stranger = await domain.seller()
  await expectFailure(restore(stranger, 'brand', brand.id), 'not-found')
  expect(await trash.list({ query: { pageNo: 1, pageSize: 50 } }, stranger)).toEqual({ items: [], totalItems: 0 })
  const colleague = { ...ctx, actor: { ...ctx.actor, mainUsername: 'main', permissions: ['assets'] as const } }
  await expectFailure(restore(colleague, 'brand', brand.id), 'subuser.has-no-permission')
  expect(await trash.list({ query: { pageNo: 1, pageSize: 50 } }, colleague)).toEqual({ items: [], totalItems: 0 })
  await restore(ctx, 'brand', brand.id)
})

test('of two simultaneous restorations of one deletion, one succeeds', async () => {
  const { ctx, brand } = await catalogue()
  const before = await seen(ctx)
  await phoneBrands.remove({ params: brand }, ctx)
  const results = await Promise.allSettled([restore(ctx, 'brand', brand.id), restore(ctx, 'brand', brand.id)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await seen(ctx)).toEqual(before)
})
