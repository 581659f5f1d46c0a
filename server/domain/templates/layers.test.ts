import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind, maxLayers } from '../../../contract/constants'
import { templateCreate, templateSave } from '../../../contract/schemas/templates'
import type { TemplateLayerWrite } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { type Domain, expectFailure, openDomain, pictureFile } from '../../test/domain'
import { layer, openTemplateSeller } from '../../test/template-studio'
import { catalogueHandlers } from '../catalogue/handlers'
import { fontHandlers } from '../fonts/handlers'
import { templateHandlers } from './handlers'

const { templates } = templateHandlers

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const studio = () => openTemplateSeller(domain)

describe('rules of the layers', () => {
  test(`a template may have ${maxLayers} layers and no more, when it is created and when it is saved`, async () => {
    const { collection, image, content } = await studio()
    const stack = (count: number) => Array.from({ length: count }, (_, index) => layer(image, { uuid: `u${index}`, index }))
    const asked = (count: number) => [
      templateCreate.safeParse({ collectionId: collection.id, ...content, layers: stack(count) }),
      templateSave.safeParse({ revision: 1, ...content, layers: stack(count) }),
    ]
    for (const { success } of asked(maxLayers)) expect(success).toBe(true)
    for (const { error } of asked(maxLayers + 1)) {
      const message = `一个模板最多 ${maxLayers} 个图层，请先删除一些图层`
      expect(error?.issues.filter(({ path }) => path.length === 1)).toMatchObject([{ path: ['layers'], message }])
    }
  })

  test('layers are renumbered from the bottom in the order they were sent', async () => {
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
  ])('a template is refused for %s', async (_, changes, field, text) => {
    const { image, create } = await studio()
    await expectFailure(create(changes.map((change) => layer(image, change))), 'invalid', field, text)
  })

  test('pictures of layers must be uploaded, of this account and of the right kind', async () => {
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

  test('collection and preview of a template must be of this account', async () => {
    const { ctx, create } = await studio()
    const stranger = await studio()
    const material = await catalogueHandlers.phoneCaseMaterials.create({ body: { name: '硅胶' } }, stranger.ctx)
    const color = await catalogueHandlers.materialColors.create(
      { params: { materialId: material.id }, body: { name: '黑' } },
      stranger.ctx,
    )
    await expectFailure(create(undefined, { collectionId: stranger.collection.id }), 'invalid', 'collectionId')
    await expectFailure(create(undefined, { previewMaterialColorId: color.id }), 'invalid', 'previewMaterialColorId')
    await expectFailure(create(undefined, { previewPhoneModelId: 999_999 }), 'invalid', 'previewPhoneModelId')
    const made = await create()
    const body = { previewMaterialColorId: color.id }
    await expectFailure(templates.settings({ params: made, body }, ctx), 'invalid', 'previewMaterialColorId')
  })

  test('a font must be of this account, and a deleted one stays only with the design that used it', async () => {
    const { ctx, image, create, save } = await studio()
    const stranger = await studio()
    const fontOf = async (owner: Ctx) => {
      const picture = await pictureFile(owner, { kind: fileKind.templateThumbnail })
      const file = await pictureFile(owner, { kind: fileKind.font, contentType: 'font/ttf' })
      const body = { name: '楷体', fontFileId: file, previewImageFileId: picture, activePreviewImageFileId: picture }
      return (await fontHandlers.shopFonts.create({ body }, owner)).id
    }
    const words = (fontId: number, uuid = 'a') => layer(image, { uuid, type: 'TEXT', text: '字', fontId })
    const refused = (saving: Promise<unknown>, field = 'layers.0.fontId') =>
      expectFailure(saving, 'invalid', field, '字体不存在或已被删除')
    const [own, theirs] = [await fontOf(ctx), await fontOf(stranger.ctx)]
    await refused(create([words(theirs)]))
    await refused(create([words(own), words(999_999, 'b')]), 'layers.1.fontId')
    const made = await create([words(own)])
    await refused(save(made.id, 1, [words(own), words(theirs, 'b')]), 'layers.1.fontId')

    await fontHandlers.shopFonts.remove({ params: { id: own } }, ctx)
    const saved = await save(made.id, 1, [words(own), words(own, 'b')])
    expect(saved.layers.map(({ fontId }) => fontId)).toEqual([own, own])
    await refused(create([words(own)]))
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
