import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assetType, maxLayers, productMode } from '../../../contract/constants'
import { templateCreate, templateSave } from '../../../contract/schemas/templates'
import type { Template, TemplateLayerWrite } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain, pictureFile } from '../../test/domain'
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

const layer = (imageFileId: number, change: Partial<TemplateLayerWrite> = {}): TemplateLayerWrite => ({
  id: null,
  uuid: 'a',
  type: 'IMAGE',
  imageUrl: '/whatever/the/client/says.png',
  imageFileId,
  rotation: 12.34,
  width: 90,
  height: 90,
  originalWidth: 256,
  originalHeight: 256,
  left: 10.5,
  top: -20,
  index: 0,
  locked: false,
  isBackground: false,
  isUserUploadImage: true,
  horizontalFlip: false,
  verticalFlip: true,
  ...change,
})

/** A seller with one group, one uploaded layer picture and one thumbnail. */
async function studio() {
  const ctx = await domain.seller()
  const group = await templateCollections.create({ body: { name: '可爱' } }, ctx)
  const image = await pictureFile(ctx, { kind: 3, width: 256, height: 256 })
  const thumbnail = await pictureFile(ctx, { kind: 2, width: 287, height: 600 })
  const content = { width: 500, height: 1044, thumbnailFileId: thumbnail }
  const create = (layers: TemplateLayerWrite[] = [layer(image)], change: object = {}) =>
    templates.create({ body: { collectionId: group.id, ...content, layers, ...change } }, ctx)
  const save = (id: number, revision: number, layers: TemplateLayerWrite[], change: object = {}) =>
    templates.save({ params: { id }, body: { revision, ...content, layers, ...change } }, ctx)
  return { ctx, group, image, thumbnail, content, create, save }
}

/** A collection of stickers in the asset library. */
const stickers = async (ctx: Ctx, name: string): Promise<number> =>
  (await designAssetCollections.create({ body: { type: assetType.sticker, name } }, ctx)).id

const listed = async (ctx: Ctx, collectionId: number, pageNo = 1, pageSize = 50) =>
  templates.list({ query: { collectionId, pageNo, pageSize } }, ctx)

describe('groups', () => {
  test('a seller adds, renames, orders and deletes groups', async () => {
    const { ctx, group, create } = await studio()
    await create()
    const second = await templateCollections.create({ body: { name: '国潮' } }, ctx)
    await templateCollections.order({ params: second, body: { next: group.id } }, ctx)
    expect(await templateCollections.update({ params: second, body: { name: '国风' } }, ctx)).toMatchObject({ next: group.id })
    expect(await templateCollections.list({}, ctx)).toEqual([
      { id: second.id, name: '国风', next: group.id },
      { id: group.id, name: '可爱', next: null },
    ])
    await templateCollections.remove({ params: group }, ctx)
    expect(await templateCollections.list({}, ctx)).toEqual([{ id: second.id, name: '国风', next: null }])
    await expectFailure(listed(ctx, group.id), 'not-found')
    const rest = await ctx.db.selectFrom('template_layer').select('id').where('account_id', '=', ctx.actor.accountId).execute()
    expect(rest).toEqual([])
  })
})

describe('a template', () => {
  test('comes back as it was saved, with ids and the address of its picture', async () => {
    const { ctx, group, image, create } = await studio()
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
      collectionId: group.id,
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

  test('lists show no layers but their number', async () => {
    const { ctx, group, image, create } = await studio()
    const made = await create([layer(image), layer(image, { uuid: 'b', index: 1 })])
    const { items, totalItems } = await listed(ctx, group.id)
    const { layers, ...row } = made
    expect(items).toEqual([{ ...row, layerCount: layers.length }])
    expect(totalItems).toBe(1)
  })

  test('pages tell the next of their last row', async () => {
    const { ctx, group, create } = await studio()
    const ids: number[] = []
    for (let n = 0; n < 5; n++) ids.push((await create()).id)
    const next = async (page: number) =>
      (await listed(ctx, group.id, page, 2)).items.map((row) => [ids.indexOf(row.id), row.next && ids.indexOf(row.next)])
    expect(await next(1)).toEqual([
      [0, 1],
      [1, 2],
    ])
    expect(await next(2)).toEqual([
      [2, 3],
      [3, 4],
    ])
    expect(await next(3)).toEqual([[4, null]])
    expect(await listed(ctx, group.id, 9, 2)).toEqual({ items: [], totalItems: 5 })
  })

  test('a save grows the revision; layers keep their ids by uuid, new ones get theirs', async () => {
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

  test('a layer brought back by undo after a save is accepted with its old id', async () => {
    const { image, create, save } = await studio()
    const first = await create([layer(image), layer(image, { uuid: 'b', index: 1 })])
    const gone = first.layers[1]
    await save(first.id, 1, [layer(image)])
    const back = await save(first.id, 2, [layer(image), layer(image, { uuid: 'b', index: 1, id: gone?.id ?? null })])
    expect(back.layers.map((row) => row.uuid)).toEqual(['a', 'b'])
  })

  test('a layer marked as cutout is a new layer', async () => {
    const { image, create, save } = await studio()
    const first = await create()
    const marked = await save(first.id, 1, [layer(image, { type: 'AI_CUTOUT', aiCutoutType: 'head' })])
    expect(marked.layers[0]).toMatchObject({ type: 'AI_CUTOUT', aiCutoutType: 'head' })
    expect(marked.layers[0]?.id).not.toBe(first.layers[0]?.id)
  })

  test('fields a save leaves out keep their value; null empties the preview', async () => {
    const { ctx, image, create, save } = await studio()
    const brand = await catalogueHandlers.phoneBrands.create({ body: { name: '苹果' } }, ctx)
    const model = await catalogueHandlers.phoneModels.create({ params: { brandId: brand.id }, body: { name: 'iPhone' } }, ctx)
    const [a, b] = [await stickers(ctx, '甲'), await stickers(ctx, '乙')]
    const made = await create(undefined, { name: '甲', boundDesignAssetCollectionIds: [b, a, b], previewPhoneModelId: model.id })
    const kept = await save(made.id, 1, [layer(image)])
    expect(kept).toMatchObject({ name: '甲', boundDesignAssetCollectionIds: [b, a], previewPhoneModelId: model.id })
    const emptied = await save(made.id, 2, [layer(image)], { previewPhoneModelId: null, name: '' })
    expect(emptied).toMatchObject({ name: '', previewPhoneModelId: null })
    await save(made.id, 3, [layer(image)], { previewPhoneModelId: model.id })
    await catalogueHandlers.phoneBrands.remove({ params: brand }, ctx)
    expect(await templates.get({ params: made }, ctx)).toMatchObject({ previewPhoneModelId: null })
  })
})

describe('bound groups of assets', () => {
  test('are only those of the account: others, unknown and deleted ones are left out', async () => {
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

  test('leave every template they are bound to when they are deleted, and no revision moves', async () => {
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

  test('of many saves of one revision at once exactly one wins, whole', async () => {
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

  test('settings change without touching the revision, so an open designer can still save', async () => {
    const { ctx, image, create, save } = await studio()
    const made = await create()
    const row = await templates.settings({ params: made, body: { enabled: false, name: '停用' } }, ctx)
    expect(row).toMatchObject({ enabled: false, name: '停用', revision: 1, layerCount: 1, updatedAt: made.updatedAt })
    expect(await templates.settings({ params: made, body: {} }, ctx)).toEqual(row)
    expect(await save(made.id, 1, [layer(image)])).toMatchObject({ enabled: false, name: '停用', revision: 2 })
  })

  test('a product mode stays until another is set, through saves and settings that do not name it', async () => {
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

describe('rules of the layers', () => {
  test(`${maxLayers} are let in; one more is refused, of a new template and of a save`, async () => {
    const { group, image, content } = await studio()
    const stack = (count: number) => Array.from({ length: count }, (_, index) => layer(image, { uuid: `u${index}`, index }))
    const asked = (count: number) => [
      templateCreate.safeParse({ collectionId: group.id, ...content, layers: stack(count) }),
      templateSave.safeParse({ revision: 1, ...content, layers: stack(count) }),
    ]
    for (const { success } of asked(maxLayers)) expect(success).toBe(true)
    for (const { error } of asked(maxLayers + 1)) {
      const message = `一个模板最多 ${maxLayers} 个图层，请先删除一些图层`
      expect(error?.issues.filter(({ path }) => path.length === 1)).toMatchObject([{ path: ['layers'], message }])
    }
  })

  test('indexes are renumbered from the bottom in the order they were sent', async () => {
    const { image, create } = await studio()
    const made = await create([
      layer(image, { uuid: 'top', index: 9 }),
      layer(image, { uuid: 'middle', index: 4 }),
      layer(image, { uuid: 'also middle', index: 4 }),
      layer(image, { uuid: 'bottom', index: 2, isBackground: true }),
    ])
    expect(made.layers.map((row) => [row.uuid, row.index])).toEqual([
      ['bottom', 0],
      ['middle', 1],
      ['also middle', 2],
      ['top', 3],
    ])
  })

  test.each<[string, Partial<TemplateLayerWrite>[], string, string]>([
    ['two with one uuid', [{}, {}], 'layers.1.uuid', '图层编号重复'],
    [
      'two backgrounds',
      [{ isBackground: true }, { uuid: 'b', index: 1, isBackground: true }],
      'layers.0.isBackground',
      '只能有一个背景图层',
    ],
    ['a background above another layer', [{}, { uuid: 'b', index: 1, isBackground: true }], 'layers.1.isBackground', '最底层'],
    ['a text as background', [{ type: 'TEXT', text: '字', fontId: 1, isBackground: true }], 'layers.0.isBackground', '只有图片'],
    ['a text without words', [{ type: 'TEXT', text: '  ', fontId: 1 }], 'layers.0.text', '请输入文字'],
    ['a text without a font', [{ type: 'TEXT', text: '字' }], 'layers.0.fontId', '字体不存在'],
    ['a cutout without a type', [{ type: 'AI_CUTOUT' }], 'layers.0.aiCutoutType', '抠图类型'],
  ])('%s: refused', async (_, changes, field, text) => {
    const { image, create } = await studio()
    await expectFailure(create(changes.map((change) => layer(image, change))), 'invalid', field, text)
  })

  test('pictures must be uploaded ones of this account, of the right kind', async () => {
    const { ctx, image, create, save } = await studio()
    const stranger = await studio()
    const asset = await pictureFile(ctx, { kind: 1 })
    const made = await create([layer(asset)])
    const wireframe = await pictureFile(ctx, { kind: 4 })
    const pending = await pictureFile(ctx, { kind: 3, status: 'pending' })
    for (const wrong of [wireframe, pending, stranger.image, 999_999]) {
      const layers = [layer(image), layer(wrong, { uuid: 'b', index: 1 })]
      await expectFailure(save(made.id, 1, layers), 'invalid', 'layers.1.imageFileId', '请重新上传')
    }
    await expectFailure(create(undefined, { thumbnailFileId: image }), 'invalid', 'thumbnailFileId')
    await expectFailure(create(undefined, { thumbnailFileId: stranger.thumbnail }), 'invalid', 'thumbnailFileId')
    expect((await create(undefined, { thumbnailFileId: null })).thumbnail).toBeNull()
  })

  test('group and preview must be of this account', async () => {
    const { ctx, create } = await studio()
    const stranger = await studio()
    const material = await catalogueHandlers.phoneCaseMaterials.create({ body: { name: '硅胶' } }, stranger.ctx)
    const color = await catalogueHandlers.materialColors.create(
      { params: { materialId: material.id }, body: { name: '黑' } },
      stranger.ctx,
    )
    await expectFailure(create(undefined, { collectionId: stranger.group.id }), 'invalid', 'collectionId')
    await expectFailure(create(undefined, { previewMaterialColorId: color.id }), 'invalid', 'previewMaterialColorId')
    await expectFailure(create(undefined, { previewPhoneModelId: 999_999 }), 'invalid', 'previewPhoneModelId')
    const made = await create()
    const body = { previewMaterialColorId: color.id }
    await expectFailure(templates.settings({ params: made, body }, ctx), 'invalid', 'previewMaterialColorId')
  })

  test('two hundred layers are saved and read at once', async () => {
    const { ctx, image, create, save } = await studio()
    const many = Array.from({ length: 200 }, (_, index) => layer(image, { uuid: `u${index}`, index }))
    const start = performance.now()
    const made = await create(many)
    const saved = await save(
      made.id,
      1,
      many.reverse().map((row, index) => ({ ...row, index })),
    )
    await templates.get({ params: made }, ctx)
    console.log(`create, save and read 200 layers: ${Math.round(performance.now() - start)} ms`)
    expect(saved.layers.map((row) => row.uuid)).toEqual(Array.from({ length: 200 }, (_, n) => `u${199 - n}`))
  })
})

describe('copy, order, delete', () => {
  const names = async (ctx: Ctx, group: number) => (await listed(ctx, group)).items.map((row) => row.name)

  test('a copy stands directly after its original, with the same uuids and ids of its own', async () => {
    const { ctx, group, create } = await studio()
    const first = await create(undefined, { name: '甲' })
    await create(undefined, { name: '乙' })
    await templates.settings({ params: first, body: { enabled: false, productMode: productMode.diy } }, ctx)
    const copy = await templates.copy({ params: first, body: {} }, ctx)
    expect(copy).toMatchObject({ name: '甲 副本', revision: 1, layerCount: 1, thumbnail: first.thumbnail })
    expect(copy).toMatchObject({ enabled: false, productMode: productMode.diy })
    expect(await names(ctx, group.id)).toEqual(['甲', '甲 副本', '乙'])
    const whole = await templates.get({ params: copy }, ctx)
    expect(whole.layers[0]).toEqual({ ...first.layers[0], id: expect.any(Number) })
    expect(whole.layers[0]?.id).not.toBe(first.layers[0]?.id)
    await templates.remove({ params: first }, ctx)
    expect(await templates.get({ params: copy }, ctx)).toEqual(whole)
  })

  test('a copy into another group goes last there', async () => {
    const { ctx, group, content, image, create } = await studio()
    const other = await templateCollections.create({ body: { name: '情侣' } }, ctx)
    await templates.create({ body: { collectionId: other.id, ...content, layers: [layer(image)], name: '已有' } }, ctx)
    const made = await create(undefined, { name: '甲' })
    await templates.copy({ params: made, body: { collectionId: other.id } }, ctx)
    expect(await names(ctx, other.id)).toEqual(['已有', '甲 副本'])
    expect(await names(ctx, group.id)).toEqual(['甲'])
    const body = { collectionId: 999_999 }
    await expectFailure(templates.copy({ params: made, body }, ctx), 'invalid', 'collectionId')
  })

  test('templates are ordered within their group only', async () => {
    const { ctx, group, content, image, create } = await studio()
    const a = await create(undefined, { name: 'a' })
    await create(undefined, { name: 'b' })
    const c = await create(undefined, { name: 'c' })
    await templates.order({ params: c, body: { next: a.id } }, ctx)
    expect(await names(ctx, group.id)).toEqual(['c', 'a', 'b'])
    const other = await templateCollections.create({ body: { name: '情侣' } }, ctx)
    const far = await templates.create({ body: { collectionId: other.id, ...content, layers: [layer(image)] } }, ctx)
    await expectFailure(templates.order({ params: a, body: { next: far.id } }, ctx), 'invalid', 'next')
    await templates.remove({ params: a }, ctx)
    expect((await listed(ctx, group.id)).items.map((row) => row.next)).toEqual([expect.any(Number), null])
  })

  test('copies, moves, saves and deletions at once leave a whole list', async () => {
    const { ctx, group, image, create, save } = await studio()
    const made: Template[] = []
    for (let n = 0; n < 6; n++) made.push(await create(undefined, { name: `${n}` }))
    const at = (n: number) => made[n % made.length] ?? made[0]
    const doomed = made[5]
    const work = made
      .slice(0, 5)
      .flatMap((row, n) => [
        templates.copy({ params: row, body: {} }, ctx),
        templates.order({ params: row, body: { next: at(n + 2)?.id ?? null } }, ctx),
        save(row.id, 1, [layer(image, { left: n })]),
      ])
    if (doomed) work.push(templates.remove({ params: doomed }, ctx))
    const results = await Promise.allSettled(work)
    for (const result of results) {
      // Only a move before the template that is being deleted may fail, and then it says so.
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid' })
    }
    const { items, totalItems } = await listed(ctx, group.id)
    expect(totalItems).toBe(10)
    expect(new Set(items.map((row) => row.id)).size).toBe(10)
    expect(items.map((row) => row.next)).toEqual([...items.slice(1).map((row) => row.id), null])
  })
})

test('nothing of another account can be read or changed', async () => {
  const mine = await studio()
  const made = await mine.create()
  const { ctx, content, image, group } = await studio()
  const layers = [layer(image)]
  const attempts: (() => Promise<unknown>)[] = [
    () => templateCollections.update({ params: mine.group, body: { name: 'x' } }, ctx),
    () => templateCollections.remove({ params: mine.group }, ctx),
    () => templateCollections.order({ params: mine.group, body: { next: null } }, ctx),
    () => listed(ctx, mine.group.id),
    () => templates.get({ params: made }, ctx),
    () => templates.save({ params: made, body: { revision: 1, ...content, layers } }, ctx),
    () => templates.settings({ params: made, body: { enabled: false } }, ctx),
    () => templates.copy({ params: made, body: { collectionId: group.id } }, ctx),
    () => templates.copy({ params: made, body: {} }, ctx),
    () => templates.remove({ params: made }, ctx),
    () => templates.order({ params: made, body: { next: null } }, ctx),
  ]
  for (const attempt of attempts) await expectFailure(attempt(), 'not-found')
  expect((await listed(ctx, group.id)).items).toEqual([])
  expect(await templates.get({ params: made }, mine.ctx)).toEqual(made)
})
