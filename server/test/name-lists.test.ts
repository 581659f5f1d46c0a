/** Name lists on the server: what is checked is what is made, once, of the account alone, and charged like every other print file. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualOrderCreate, manualOrderUpdate } from '../../contract/schemas/order-entries'
import { layerWrite } from '../../contract/schemas/templates'
import type { TemplateLayerWrite } from '../../contract/types'
import { charge } from '../domain/credits/charge'
import { readDesign } from '../domain/orders/design/stored-design'
import { getOrder } from '../domain/orders/detail'
import { createManualOrder, updateManualOrder } from '../domain/orders/manual-orders'
import { checkNames, drawNamePicture, listNameTemplates } from '../domain/orders/names/look'
import { drawNameLine } from '../domain/orders/names/make'
import { readStored } from '../domain/orders/picture-bytes'
import { templateHandlers } from '../domain/templates/handlers'
import { addFont, type BuyerShop, openBuyerShop } from './buyer-shop'
import { type Domain, expectFailure, openDomain } from './domain'
import { buyCredits, imageOf } from './order-shop'
import { layer } from './template-studio'

let domain: Domain
let shop: BuyerShop
let fontId: number
beforeAll(async () => {
  domain = await openDomain()
  shop = await openBuyerShop(domain)
  fontId = await addFont(shop)
})
afterAll(() => domain.close())

/** A text layer on a canvas of 200 × 400 px. */
async function textOf(change: Partial<TemplateLayerWrite>): Promise<TemplateLayerWrite> {
  return layer(await shop.picture('#00000000', 200, 100), {
    ...{ uuid: 'name', name: '名字', type: 'TEXT', text: '名字', fontId, fontColor: '#ff0000', isUserUploadImage: false },
    ...{ originalWidth: 200, originalHeight: 100, left: 50, top: 100, width: 100, height: 50, rotation: 0 },
    ...{ verticalText: false, textAlign: 'center', letterSpacing: 0, lineHeight: 1.2, verticalFlip: false },
    ...change,
  })
}

async function newTemplate(layers?: readonly TemplateLayerWrite[]) {
  const number = { uuid: 'number', name: '号码', text: '10', top: 250, index: 1 }
  return templateHandlers.templates.create(
    {
      body: {
        collectionId: shop.template.collectionId,
        name: '球衣',
        width: 200,
        height: 400,
        thumbnailFileId: null,
        layers: [...(layers ?? [await textOf({}), await textOf(number)])].map((one) => layerWrite.parse(one)),
      },
    },
    shop.ctx,
  )
}

const rowOf = (name: string, number = '7') => ({
  ...shop.chosen,
  texts: [
    { uuid: 'name', text: name },
    { uuid: 'number', text: number },
  ],
})
const newOrder = (lines = 1, ctx = shop.ctx) =>
  createManualOrder(
    ctx,
    manualOrderCreate.parse({
      shopId: shop.shopId,
      originalId: null,
      sellerMemo: '名单：三班',
      lines: Array.from({ length: lines }, () => ({ ...shop.chosen, quantity: 1, design: { kind: 'later' } })),
    }),
  )
const madeIn = async (orderId: number, line = 1) => (await getOrder(shop.ctx, orderId)).orderItems[line - 1]?.customizations ?? []

const countsOf = async () => {
  const { files } = await shop.ctx.db
    .selectFrom('file')
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow()
  return Number(files)
}

describe('before anything is made', () => {
  test('templates with texts are listed, and one without is named with the reason when it is asked for', async () => {
    const made = await newTemplate()
    const [first] = await listNameTemplates(shop.ctx, {})
    expect(first).toMatchObject({ id: made.id, name: '球衣', problem: null })
    expect(first?.layers.map(({ uuid, text }) => [uuid, text])).toEqual([
      ['number', '10'],
      ['name', '名字'],
    ])
    expect(await listNameTemplates(shop.ctx, { keyword: '没有这个' })).toEqual([])
    expect(await listNameTemplates(shop.ctx, { id: shop.template.id })).toMatchObject([{ problem: /没有文字图层/ }])
  })

  test('a place for a cut-out is refused, because its silhouette would be printed', async () => {
    const cutout = { type: 'AI_CUTOUT', uuid: 'cut', name: '人像', index: 1 } as const
    const made = await newTemplate([
      await textOf({}),
      layer(await shop.picture('#123456'), { ...cutout, aiCutoutType: 'head', aiCutoutPlaceholderImageType: null }),
    ])
    await expectFailure(checkNames(shop.ctx, { templateId: made.id, rows: [rowOf('王小明')] }), 'conflict', undefined, '人像')
  })

  test('a name that fits keeps its size, a longer one gets smaller, and characters that the font lacks are named', async () => {
    const made = await newTemplate()
    const rows = [rowOf('王明'), rowOf('阿卜杜拉赫曼伊本艾哈迈德穆罕默德'), rowOf('𪚥龍😀'), rowOf('王明', '')]
    const { revision, rows: checked } = await checkNames(shop.ctx, { templateId: made.id, rows })
    expect(revision).toBe(1)
    expect(checked.map(({ texts }) => texts.map(({ uuid }) => uuid))).toEqual([
      ['name', 'number'],
      ['name', 'number'],
      ['name', 'number'],
      ['name'],
    ])
    const [fits, long, odd] = checked.map(({ texts }) => texts[0])
    expect(fits).toMatchObject({ missing: [], scale: 1, isCut: false })
    expect(long?.scale).toBeLessThan(0.5)
    expect(long?.isCut).toBe(false)
    expect(odd?.missing).toEqual(expect.arrayContaining(['😀']))
  })

  test('a row is shown drawn, and nothing is stored for it', async () => {
    const made = await newTemplate()
    const before = await countsOf()
    const pictures = await Promise.all(
      ['王明', '李雷'].map((name) => drawNamePicture(shop.ctx, { templateId: made.id, row: rowOf(name) })),
    )
    expect(pictures[0]?.picture).toMatch(/^data:image\/(?:webp|png);base64,/)
    expect(pictures[0]?.picture).not.toBe(pictures[1]?.picture)
    expect(await countsOf()).toBe(before)
  })
})

describe('a row that is made', () => {
  test('a row becomes the design of its line, with its texts in the layers and a print file that is paid for as usual', async () => {
    const template = await newTemplate()
    const { orderId } = await newOrder(2)
    const draw = { templateId: template.id, revision: 1, row: rowOf('小满', '9') }
    await drawNameLine(shop.ctx, { orderId, line: 2 }, draw)
    expect(await madeIn(orderId, 1)).toEqual([])
    const [made] = await madeIn(orderId, 2)
    expect(made).toMatchObject({ phoneModelId: shop.model.id, creditDeducted: false, designLock: null, hasDesign: true })
    const design = await readDesign(shop.ctx, made?.id ?? 0)
    expect(design.layers.map(({ text }) => text)).toEqual(['小满', '9'])
    expect(design.layers.map(({ name }) => name)).toEqual(['小满', '号码'])
    const print = await readStored(shop.ctx, design.storageKey ?? '')
    const { data, info } = await sharp(print).raw().toBuffer({ resolveWithObject: true })
    const pixels = Array.from({ length: info.width * info.height }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)].join())
    expect(pixels.filter((pixel) => pixel === '255,0,0,255').length).toBeGreaterThan(100)
    await buyCredits(shop.ctx, 100)
    expect(await charge(shop.ctx, [made?.id ?? 0])).toMatchObject({ charged: [made?.id] })
    await expectFailure(drawNameLine(shop.ctx, { orderId, line: 2 }, { ...draw, row: rowOf('小雪') }), 'conflict')
    // The same row again is the one that is there, paid for or not.
    await drawNameLine(shop.ctx, { orderId, line: 2 }, draw)
    expect(await madeIn(orderId, 2)).toHaveLength(1)
  })

  test('a row that was made already draws nothing again, and another one takes its place', async () => {
    const template = await newTemplate()
    const { orderId } = await newOrder()
    const draw = (name: string) =>
      drawNameLine(shop.ctx, { orderId, line: 1 }, { templateId: template.id, revision: 1, row: rowOf(name) })
    await draw('韩梅')
    const [first] = await madeIn(orderId)
    const [url, files] = [await imageOf(shop.ctx, first), await countsOf()]
    await draw('韩梅')
    expect([await imageOf(shop.ctx, first), await countsOf()]).toEqual([url, files])
    await draw('韩梅梅')
    const [second, ...others] = await madeIn(orderId)
    expect([second?.id, others]).toEqual([first?.id, []])
    expect((await readDesign(shop.ctx, first?.id ?? 0)).layers[0]?.text).toBe('韩梅梅')
  })

  test('an empty text leaves its layer out of this print alone', async () => {
    const template = await newTemplate()
    const { orderId } = await newOrder()
    await drawNameLine(shop.ctx, { orderId, line: 1 }, { templateId: template.id, revision: 1, row: rowOf('小满', ' ') })
    const [made] = await madeIn(orderId)
    expect((await readDesign(shop.ctx, made?.id ?? 0)).layers.map(({ uuid }) => uuid)).toEqual(['name'])
  })

  test('a template that was saved since the check is refused, and so are characters that its font lacks', async () => {
    const template = await newTemplate()
    const { orderId } = await newOrder()
    const draw = (revision: number, name: string) =>
      drawNameLine(shop.ctx, { orderId, line: 1 }, { templateId: template.id, revision, row: rowOf(name) })
    await expectFailure(draw(2, '小满'), 'stale-revision')
    await expectFailure(draw(1, '小满😀'), 'conflict', undefined, '😀')
    await expectFailure(
      drawNameLine(shop.ctx, { orderId, line: 2 }, { templateId: template.id, revision: 1, row: rowOf('a') }),
      'not-found',
    )
    expect(await madeIn(orderId)).toEqual([])
  })

  test('a line whose title or quantity changes keeps its design, and one for another case loses only its effect image', async () => {
    const template = await newTemplate()
    const { orderId } = await newOrder()
    await drawNameLine(shop.ctx, { orderId, line: 1 }, { templateId: template.id, revision: 1, row: rowOf('小满') })
    const [item] = (await getOrder(shop.ctx, orderId)).orderItems
    const update = (line: object) =>
      updateManualOrder(
        shop.ctx,
        orderId,
        manualOrderUpdate.parse({
          lines: [{ itemId: item?.id, ...shop.chosen, quantity: 3, design: { kind: 'later' }, title: '新名字', ...line }],
        }),
      )
    const [before] = await madeIn(orderId)
    const url = await imageOf(shop.ctx, before)
    await update({})
    const [after] = await madeIn(orderId)
    expect([after?.id, after?.hasDesign, await imageOf(shop.ctx, after)]).toEqual([before?.id, true, url])
    await update({ phoneModelId: shop.model2.id })
    const [moved] = await madeIn(orderId)
    expect(moved).toMatchObject({ phoneModelId: shop.model2.id, hasDesign: true, previewImageUrl: null })
    expect(await imageOf(shop.ctx, moved)).toBe(url)
  })

  test('rows that are made at once each go into their own line', async () => {
    const template = await newTemplate()
    const { orderId } = await newOrder(6)
    const names = ['甲', '乙', '丙', '丁', '戊', '己']
    await Promise.all(
      names.map((name, at) =>
        drawNameLine(shop.ctx, { orderId, line: at + 1 }, { templateId: template.id, revision: 1, row: rowOf(name) }),
      ),
    )
    const made = await Promise.all(names.map(async (_, at) => (await madeIn(orderId, at + 1))[0]?.id ?? 0))
    const texts = await Promise.all(made.map(async (id) => (await readDesign(shop.ctx, id)).layers[0]?.text))
    expect(texts).toEqual(names)
  })
})
