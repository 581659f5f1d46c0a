import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assetType, productMode } from '../../../contract/constants'
import type { Template } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { layer, listed, openTemplateSeller } from '../../test/template-studio'
import { assetHandlers } from '../assets/handlers'
import { catalogueHandlers } from '../catalogue/handlers'
import { templateHandlers } from './handlers'

const { templateCollections, templates } = templateHandlers
const { designAssetCollections } = assetHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const studio = () => openTemplateSeller(domain)

/** A collection of stickers in the asset library. */
const stickers = async (ctx: Ctx, name: string): Promise<number> =>
  (await designAssetCollections.create({ body: { type: assetType.sticker, name } }, ctx)).id

describe('collections', () => {
  test('a seller adds, renames, orders and deletes template collections', async () => {
    const { ctx, collection, create } = await studio()
    await create()
    const second = await templateCollections.create({ body: { name: '国潮' } }, ctx)
    await templateCollections.order({ params: second, body: { next: collection.id } }, ctx)
    expect(await templateCollections.update({ params: second, body: { name: '国风' } }, ctx)).toMatchObject({
      next: collection.id,
    })
    expect(await templateCollections.list({}, ctx)).toEqual([
      { id: second.id, name: '国风', next: collection.id },
      { id: collection.id, name: '可爱', next: null },
    ])
    await templateCollections.remove({ params: collection }, ctx)
    expect(await templateCollections.list({}, ctx)).toEqual([{ id: second.id, name: '国风', next: null }])
    await expectFailure(listed(ctx, collection.id), 'not-found')
    const rest = await ctx.db.selectFrom('template_layer').select('id').where('account_id', '=', ctx.actor.accountId).execute()
    expect(rest).toEqual([])
  })
})

describe('a template', () => {
  test('a template is returned as it was saved, with ids and the address of its picture', async () => {
    const { ctx, collection, image, create } = await studio()
    const stroke = {
      color: '#fff',
      width: 10,
      style: 'DOUBLE_SOLID' as const,
      opacity: 100,
      offset: 0,
      color2: '#000',
      width2: 10,
    }
    const made = await create([layer(image, { name: '猫', hidden: true, stroke, strokeSvgData: '<svg/>' })], { name: '我的模板' })
    expect(made).toMatchObject({
      collectionId: collection.id,
      name: '我的模板',
      revision: 1,
      enabled: true,
      productMode: productMode.default,
      layerCount: 1,
      updatedAt: Date.parse('2026-03-01T08:00:00Z'),
      boundDesignAssetCollectionIds: [],
      previewPhoneModelId: null,
      next: null,
      thumbnail: { url: expect.stringMatching(/^\/files\/test\//), width: 287, height: 600 },
    })
    const { imageUrl, id, ...rest } = layer(image, { name: '猫', hidden: true, stroke, strokeSvgData: '<svg/>' })
    expect(made.layers).toEqual([
      { ...rest, id: expect.any(Number), imageUrl: expect.stringMatching(/^\/files\/test\/\d+\.png$/) },
    ])
    expect(await templates.get({ params: made }, ctx)).toEqual(made)
  })

  test('a template that its first save leaves off the shelf stays there with every later save', async () => {
    const { create, image, save } = await studio()
    const made = await create([layer(image)], { enabled: false })
    expect(made.enabled).toBe(false)
    expect(await save(made.id, 1, [layer(image)])).toMatchObject({ enabled: false, revision: 2 })
  })

  test('lists of templates contain the number of layers instead of the layers', async () => {
    const { ctx, collection, image, create } = await studio()
    const made = await create([layer(image), layer(image, { uuid: 'b', index: 1 })])
    const { items, totalItems } = await listed(ctx, collection.id)
    const { layers, guides: _guides, ...row } = made
    expect(items).toEqual([{ ...row, layerCount: layers.length }])
    expect(totalItems).toBe(1)
  })

  test('pages of templates include the next of their last row', async () => {
    const { ctx, collection, create } = await studio()
    const ids: number[] = []
    for (let n = 0; n < 5; n++) ids.push((await create()).id)
    const next = async (page: number) =>
      (await listed(ctx, collection.id, page, 2)).items.map((row) => [ids.indexOf(row.id), row.next && ids.indexOf(row.next)])
    expect(await next(1)).toEqual([
      [0, 1],
      [1, 2],
    ])
    expect(await next(2)).toEqual([
      [2, 3],
      [3, 4],
    ])
    expect(await next(3)).toEqual([[4, null]])
    expect(await listed(ctx, collection.id, 9, 2)).toEqual({ items: [], totalItems: 5 })
  })

  test('a save increments the revision, and layers keep their ids by uuid', async () => {
    const { image, create, save } = await studio()
    const first = await create([
      layer(image, { uuid: 'a' }),
      layer(image, { uuid: 'b', index: 1 }),
      layer(image, { uuid: 'c', index: 2 }),
    ])
    const idOf = new Map(first.layers.map((row) => [row.uuid, row.id]))
    const second = await save(first.id, 1, [
      layer(image, { uuid: 'c', index: 0, left: 77 }),
      layer(image, { uuid: 'new', index: 1 }),
      layer(image, { uuid: 'a', index: 2, id: 999_999 }),
    ])
    expect(second).toMatchObject({ revision: 2, layerCount: 3 })
    expect(second.layers.map((row) => [row.uuid, row.index])).toEqual([
      ['c', 0],
      ['new', 1],
      ['a', 2],
    ])
    expect(second.layers[0]).toMatchObject({ id: idOf.get('c'), left: 77 })
    expect(second.layers[2]?.id).toBe(idOf.get('a'))
    expect([...idOf.values()]).not.toContain(second.layers[1]?.id)
  })

  test('a layer restored by undo after a save is accepted with its old id', async () => {
    const { image, create, save } = await studio()
    const first = await create([layer(image), layer(image, { uuid: 'b', index: 1 })])
    const gone = first.layers[1]
    await save(first.id, 1, [layer(image)])
    const back = await save(first.id, 2, [layer(image), layer(image, { uuid: 'b', index: 1, id: gone?.id ?? null })])
    expect(back.layers.map((row) => row.uuid)).toEqual(['a', 'b'])
  })

  test('a layer marked as cutout becomes a new layer', async () => {
    const { image, create, save } = await studio()
    const first = await create()
    const marked = await save(first.id, 1, [layer(image, { type: 'AI_CUTOUT', aiCutoutType: 'head' })])
    expect(marked.layers[0]).toMatchObject({ type: 'AI_CUTOUT', aiCutoutType: 'head' })
    expect(marked.layers[0]?.id).not.toBe(first.layers[0]?.id)
  })

  test('fields that a save omits keep their value, and null clears the preview', async () => {
    const { ctx, image, create, save } = await studio()
    const brand = await catalogueHandlers.phoneBrands.create({ body: { name: '苹果' } }, ctx)
    const model = await catalogueHandlers.phoneModels.create({ params: { brandId: brand.id }, body: { name: 'iPhone' } }, ctx)
    const [a, b] = [await stickers(ctx, '甲'), await stickers(ctx, '乙')]
    const made = await create(undefined, { name: '甲', boundDesignAssetCollectionIds: [b, a, b], previewPhoneModelId: model.id })
    const guides = { x: [120.5], y: [] }
    await save(made.id, 1, [layer(image)], { guides })
    const kept = await save(made.id, 2, [layer(image)])
    expect(kept).toMatchObject({ name: '甲', boundDesignAssetCollectionIds: [b, a], previewPhoneModelId: model.id, guides })
    const copy = await templates.copy({ params: made, body: {} }, ctx)
    expect(await templates.get({ params: copy }, ctx)).toMatchObject({ guides })
    const emptied = await save(made.id, 3, [layer(image)], { previewPhoneModelId: null, name: '', guides: null })
    expect(emptied).toMatchObject({ name: '', previewPhoneModelId: null, guides: null })
    await save(made.id, 4, [layer(image)], { previewPhoneModelId: model.id })
    await catalogueHandlers.phoneBrands.remove({ params: brand }, ctx)
    expect(await templates.get({ params: made }, ctx)).toMatchObject({ previewPhoneModelId: null })
  })
})

describe('bound collections of assets', () => {
  test('bound asset collections are only the account’s, without unknown and deleted ones', async () => {
    const { ctx, create } = await studio()
    const stranger = await domain.seller()
    const [mine, gone] = [await stickers(ctx, '我的'), await stickers(ctx, '删掉的')]
    await designAssetCollections.remove({ params: { id: gone } }, ctx)
    const ids = [await stickers(stranger, '别人的'), gone, mine, 999_999]
    const made = await create(undefined, { boundDesignAssetCollectionIds: ids })
    expect(made.boundDesignAssetCollectionIds).toEqual([mine])
    const body = { boundDesignAssetCollectionIds: [...ids].reverse() }
    expect(await templates.settings({ params: made, body }, ctx)).toMatchObject({ boundDesignAssetCollectionIds: [mine] })
  })

  test('a deleted asset collection is removed from all templates that bind it, without a new revision', async () => {
    const { ctx, create } = await studio()
    const [a, b, c] = [await stickers(ctx, '甲'), await stickers(ctx, '乙'), await stickers(ctx, '丙')]
    const both = await create(undefined, { boundDesignAssetCollectionIds: [c, b, a] })
    const one = await create(undefined, { boundDesignAssetCollectionIds: [b] })
    const none = await create(undefined, { boundDesignAssetCollectionIds: [a] })
    await designAssetCollections.remove({ params: { id: b } }, ctx)
    const now = async (template: Template) => {
      const { boundDesignAssetCollectionIds, revision } = await templates.get({ params: template }, ctx)
      return [boundDesignAssetCollectionIds, revision]
    }
    expect(await Promise.all([both, one, none].map(now))).toEqual([
      [[c, a], 1],
      [[], 1],
      [[a], 1],
    ])
  })
})

describe('revisions', () => {
  test('a stale save is refused with advice, and changes nothing', async () => {
    const { ctx, image, create, save } = await studio()
    const made = await create()
    await save(made.id, 1, [layer(image, { left: 1 })])
    await expectFailure(save(made.id, 1, [layer(image, { left: 2 })]), 'stale-revision', undefined, '重新打开模板')
    await expectFailure(save(made.id, 3, [layer(image, { left: 2 })]), 'stale-revision')
    const now = await templates.get({ params: made }, ctx)
    expect(now).toMatchObject({ revision: 2, layers: [{ left: 1 }] })
  })

  test('exactly one of many simultaneous saves of one revision wins, completely', async () => {
    const { ctx, image, create, save } = await studio()
    const made = await create()
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        save(made.id, 1, [layer(image, { left: n }), layer(image, { uuid: `u${n}`, index: 1 })]),
      ),
    )
    const won = results.findIndex((result) => result.status === 'fulfilled')
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    const now = await templates.get({ params: made }, ctx)
    expect(now).toMatchObject({ revision: 2, layers: [{ left: won }, { uuid: `u${won}` }] })
  })

  test('settings change without a new revision, so an open designer can still save', async () => {
    const { ctx, image, create, save } = await studio()
    const made = await create()
    const row = await templates.settings({ params: made, body: { enabled: false, name: '停用' } }, ctx)
    expect(row).toMatchObject({ enabled: false, name: '停用', revision: 1, layerCount: 1, updatedAt: made.updatedAt })
    expect(await templates.settings({ params: made, body: {} }, ctx)).toEqual(row)
    expect(await save(made.id, 1, [layer(image)])).toMatchObject({ enabled: false, name: '停用', revision: 2 })
  })

  test('a product mode stays through saves and settings that do not contain it', async () => {
    const { ctx, image, create, save } = await studio()
    const made = await create()
    for (const mode of Object.values(productMode)) {
      const row = await templates.settings({ params: made, body: { productMode: mode } }, ctx)
      expect(row.productMode).toBe(mode)
    }
    await templates.settings({ params: made, body: { name: '改名' } }, ctx)
    expect(await save(made.id, 1, [layer(image)])).toMatchObject({ productMode: productMode.templateCollectionsAndDiy })
  })
})

test('another account’s templates can neither be read nor changed', async () => {
  const mine = await studio()
  const made = await mine.create()
  const { ctx, content, image, collection } = await studio()
  const layers = [layer(image)]
  const attempts: (() => Promise<unknown>)[] = [
    () => templateCollections.update({ params: mine.collection, body: { name: 'x' } }, ctx),
    () => templateCollections.remove({ params: mine.collection }, ctx),
    () => templateCollections.order({ params: mine.collection, body: { next: null } }, ctx),
    () => listed(ctx, mine.collection.id),
    () => templates.get({ params: made }, ctx),
    () => templates.save({ params: made, body: { revision: 1, ...content, layers } }, ctx),
    () => templates.settings({ params: made, body: { enabled: false } }, ctx),
    () => templates.copy({ params: made, body: { collectionId: collection.id } }, ctx),
    () => templates.copy({ params: made, body: {} }, ctx),
    () => templates.remove({ params: made }, ctx),
    () => templates.order({ params: made, body: { next: null } }, ctx),
  ]
  for (const attempt of attempts) await expectFailure(attempt(), 'not-found')
  expect((await listed(ctx, collection.id)).items).toEqual([])
  expect(await templates.get({ params: made }, mine.ctx)).toEqual(made)
})
