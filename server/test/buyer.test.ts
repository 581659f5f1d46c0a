/** Buyers' designs from the link to the charged order. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind, productMode } from '../../contract/constants'
import { openSetting } from '../../contract/open-setting'
import { codeText } from '../../contract/rules/design-code'
import type { BuyerDesign, TemplateLayer, TemplateLayerWrite } from '../../contract/types'
import { allTests } from '../../test/setup/size'
import { assetHandlers } from '../domain/assets/handlers'
import { buyerDesignHandlers, buyerHandlers } from '../domain/buyer/handlers'
import { sweepDesigns } from '../domain/buyer/retention'
import { charge } from '../domain/credits/charge'
import { maxPending } from '../domain/files/quota'
import { createUploadForm } from '../domain/files/uploads'
import { storePicture } from '../domain/orders/design/print-file'
import { readStored } from '../domain/orders/picture-bytes'
import { createLink, listUrls, renewLink, updateLink } from '../domain/shops/links'
import { templateHandlers } from '../domain/templates/handlers'
import type { PublicCtx } from '../kernel/context'
import { type Domain, openDomain } from './domain'
import { buyCredits, imageOf, itemOf, openOrderShop, orderOf } from './order-shop'
import { layer } from './template-studio'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const { buyer } = buyerHandlers
const { buyerDesigns } = buyerDesignHandlers
let addresses = 0

/** A shop with a template (a place for a photo over a locked frame) and a link to it. */
async function openBuyerShop(change: object = {}) {
  const shop = await openOrderShop(domain)
  const { ctx, shopId } = shop
  const picture = async (color: string) => {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 4, background: color } })
      .png()
      .toBuffer()
    const { fileId } = await storePicture(ctx, 'p.png', bytes)
    await ctx.db.updateTable('file').set({ kind: fileKind.templateLayer }).where('id', '=', fileId).execute()
    return fileId
  }
  const collection = await templateHandlers.templateCollections.create({ body: { name: '可爱' } }, ctx)
  const box = {
    rotation: 0,
    left: 0,
    top: 0,
    width: 200,
    height: 200,
    originalWidth: 40,
    originalHeight: 40,
    verticalFlip: false,
  }
  const template = await templateHandlers.templates.create(
    {
      body: {
        collectionId: collection.id,
        width: 200,
        height: 400,
        thumbnailFileId: null,
        layers: [
          layer(await picture('#dddddd'), { ...box, uuid: 'photo', name: '照片', isUserUploadImage: true, locked: true }),
          layer(await picture('#00ff00'), {
            ...box,
            uuid: 'frame',
            name: '边框',
            index: 1,
            top: 200,
            isUserUploadImage: false,
            locked: true,
          }),
        ],
      },
    },
    ctx,
  )
  const link = await createLink(ctx, {
    ...openSetting,
    shopId,
    isDefault: true,
    customizationTiming: 1,
    mode: productMode.templateCollections,
    bindingTemplateCollectionIds: [collection.id],
    ...change,
  })
  const urls = await listUrls(ctx)
  const token =
    urls
      .find((one) => one.shop.id === shopId)
      ?.customizationUrls[0]?.url.split('/')
      .pop() ?? ''
  const { actor: _, ...deps } = ctx
  const visitor = (bearer: string | null = null): PublicCtx => ({
    ...deps,
    traceId: 'test',
    address: `10.0.0.${++addresses}`,
    bearer,
  })
  const chosen = { phoneModelId: shop.model.id, materialColorId: shop.color.id }
  const begin = (templateId: number | null = template.id) =>
    buyer.begin({ params: { token }, body: { ...chosen, templateId } }, visitor())
  return { ...shop, template, link, token, visitor, begin, chosen, picture }
}
type BuyerShop = Awaited<ReturnType<typeof openBuyerShop>>

const toWrite = (layers: readonly TemplateLayer[]): TemplateLayerWrite[] => layers.map((one) => ({ ...one, id: null }))

async function photoFor({ ctx }: BuyerShop, designId: number, color: string) {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 4, background: color } })
    .png()
    .toBuffer()
  const { fileId } = await storePicture(ctx, 'photo.png', bytes)
  const own = {
    account_id: ctx.actor.accountId,
    design_id: designId,
    file_id: fileId,
    origin: 'photo' as const,
    drawn_from: null,
  }
  await ctx.db.insertInto('buyer_file').values(own).execute()
  return fileId
}

/** Puts a photo of this colour into the place for it, and submits the design. */
async function submitted(shop: BuyerShop, begun: { secret: string; design: BuyerDesign }, color: string) {
  const { id, layers, revision } = begun.design
  const fileId = await photoFor(shop, id, color)
  const body = {
    ...shop.chosen,
    revision,
    layers: toWrite(layers).map((one) => (one.uuid === 'photo' ? { ...one, imageFileId: fileId } : one)),
  }
  const saved = await buyer.save({ params: { id }, body }, shop.visitor(begun.secret))
  return buyer.submit({ params: { id }, body: { revision: saved.revision, consent: true } }, shop.visitor(begun.secret))
}

/** The colour in the middle of the upper half of an order's print file. */
async function printedColor(shop: BuyerShop) {
  const [customization] = (await shop.list())[0]?.orderItems[0]?.customizations ?? []
  if (!customization) return null
  const url = await imageOf(shop.ctx, customization)
  const bytes = await readStored(shop.ctx, url?.replace('/files/', '') ?? '')
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 4) * info.width + Math.floor(info.width / 2)) * 3
  return { id: customization.id, color: [...data.subarray(at, at + 3)] }
}

describe('a link', () => {
  test('offers the cases on sale and the templates of its collections, until it is switched off', async () => {
    const shop = await openBuyerShop()
    const offer = await buyer.link({ params: { token: shop.token } }, shop.visitor())
    expect(offer.brands).toEqual([{ id: shop.brand.id, name: '苹果', models: [{ id: shop.model.id, name: 'iPhone 15' }] }])
    expect(offer.cases).toEqual([[shop.model.id, shop.color.id]])
    expect(offer.templates.map(({ id }) => id)).toEqual([shop.template.id])
    await updateLink(shop.ctx, shop.link.id, { ...openSetting, ...shop.link, enabled: false })
    await expect(buyer.link({ params: { token: shop.token } }, shop.visitor())).rejects.toMatchObject({ code: 'not-found' })
    await expect(buyer.link({ params: { token: '0'.repeat(32) } }, shop.visitor())).rejects.toMatchObject({ code: 'not-found' })
  })

  test('that gets another address is found there alone, and designs that were begun stay open', async () => {
    const shop = await openBuyerShop()
    const begun = await shop.begin()
    await renewLink(shop.ctx, shop.link.id)
    await expect(buyer.link({ params: { token: shop.token } }, shop.visitor())).rejects.toMatchObject({ code: 'not-found' })
    const url = (await listUrls(shop.ctx)).find((one) => one.shop.id === shop.shopId)?.customizationUrls[0]?.url
    const offer = await buyer.link({ params: { token: url?.split('/').pop() ?? '' } }, shop.visitor())
    expect(offer.shopName).toBe('抖店一号')
    expect((await submitted(shop, begun, '#ff0000')).status).toBe('submitted')
    await expect(renewLink(await domain.seller(), shop.link.id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([
    [productMode.default, 'all', true],
    [productMode.diy, 'none', true],
    [productMode.singleTemplate, 'one', false],
    [productMode.templateCollections, 'all', false],
    [productMode.templateCollectionsAndDiy, 'all', true],
  ] as const)('of mode %s begins only what the mode allows', async (mode, templates, blank) => {
    const shop = await openBuyerShop()
    const bound = { bindingTemplateCollectionIds: [shop.template.collectionId], bindingTemplateId: shop.template.id }
    await updateLink(shop.ctx, shop.link.id, { ...openSetting, ...shop.link, ...bound, mode })
    const outcome = (promise: Promise<unknown>) =>
      promise.then(
        () => true,
        () => false,
      )
    expect(await outcome(shop.begin(null))).toBe(blank)
    expect(await outcome(shop.begin(shop.template.id))).toBe(templates !== 'none')
  })
})

describe('a design', () => {
  test('is opened by its secret alone, and its answers never hold the secret', async () => {
    const shop = await openBuyerShop()
    const [one, other] = [await shop.begin(), await shop.begin()]
    const get = (id: number, bearer: string | null) => buyer.get({ params: { id } }, shop.visitor(bearer))
    expect((await get(one.design.id, one.secret)).code).toBe(one.design.code)
    for (const bearer of [other.secret, null, 'x'.repeat(43)])
      await expect(get(one.design.id, bearer)).rejects.toMatchObject({ code: 'not-found', message: '这个设计不存在或已被删除' })
    expect(JSON.stringify(await get(one.design.id, one.secret))).not.toContain(one.secret)
  })

  test('may change what the template leaves to buyers, and nothing else', async () => {
    const shop = await openBuyerShop()
    const begun = await shop.begin()
    const { id, revision } = begun.design
    const layers = toWrite(begun.design.layers)
    const save = (next: TemplateLayerWrite[], seen = revision) =>
      buyer.save({ params: { id }, body: { ...shop.chosen, revision: seen, layers: next } }, shop.visitor(begun.secret))
    const with_ = (uuid: string, change: Partial<TemplateLayerWrite>) =>
      layers.map((one) => (one.uuid === uuid ? { ...one, ...change } : one))
    const own = await photoFor(shop, id, '#ff0000')
    const foreign = await photoFor(shop, (await shop.begin()).design.id, '#0000ff')
    for (const refused of [
      with_('frame', { left: 5 }),
      with_('photo', { left: 5 }),
      with_('photo', { imageFileId: foreign }),
      with_('photo', { imageFileId: own, appearance: { opacity: 0.5 } }),
      layers.slice(0, 1),
      [...layers].reverse().map((one, index) => ({ ...one, index })),
      [...layers, { ...(layers[0] as TemplateLayerWrite), uuid: 'new', index: 2, imageFileId: own, locked: true }],
    ])
      await expect(save(refused)).rejects.toMatchObject({ code: 'invalid' })
    const saved = await save(
      with_('photo', { imageFileId: own, appearance: { crop: { left: 0, top: 0, width: 20, height: 20, angle: 0 } } }),
    )
    expect(saved.revision).toBe(revision + 1)
    await expect(save(layers)).rejects.toMatchObject({ code: 'stale-revision' })
    await updateLink(shop.ctx, shop.link.id, { ...openSetting, ...shop.link, imageUploadEnabled: false })
    await expect(save(with_('photo', { imageFileId: own }), 2)).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('photos', () => {
  test('that never arrive are limited for their design, and do not keep the seller from uploading', async () => {
    const shop = await openBuyerShop()
    const form = (begun: { secret: string; design: BuyerDesign }) =>
      buyer.uploadForm({ params: { id: begun.design.id }, body: { fileName: 'a.jpg' } }, shop.visitor(begun.secret))
    const begun = await shop.begin()
    for (let n = 0; n < 10; n++) await form(begun)
    await expect(form(begun)).rejects.toMatchObject({ code: 'too-many-requests' })
    const { accountId } = shop.ctx.actor
    await sql`
      with forms as (
        insert into file (account_id, kind, name, status, storage_key, created_at)
        select ${accountId}::bigint, ${fileKind.order}, 'a.jpg', 'pending', 'incoming/' || n, now()
        from generate_series(1, ${maxPending}::int) n returning id)
      insert into buyer_file (account_id, design_id, file_id, origin)
      select ${accountId}::bigint, ${begun.design.id}::bigint, id, 'photo' from forms`.execute(shop.ctx.db)
    const own = await createUploadForm(shop.ctx, { fileName: 'b.png', type: fileKind.designAsset })
    expect(own.fileId).toBeGreaterThan(0)
  })

  test('can be reported only behind their own design', async () => {
    const shop = await openBuyerShop()
    const [one, other] = [await shop.begin(), await shop.begin()]
    const params = { id: one.design.id }
    const { fileId } = await buyer.uploadForm({ params, body: { fileName: 'a.jpg' } }, shop.visitor(one.secret))
    await expect(buyer.uploaded({ params: { id: other.design.id, fileId } }, shop.visitor(other.secret))).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe("the shop's assets", () => {
  test('are offered and taken as far as the switches and the collections of the template allow', async () => {
    const shop = await openBuyerShop()
    const { ctx } = shop
    const asset = async (type: 2 | 3, name: string) => {
      const collection = await assetHandlers.designAssetCollections.create({ body: { type, name } }, ctx)
      const fileId = await shop.picture('#ff00ff')
      await ctx.db.updateTable('file').set({ kind: fileKind.designAsset }).where('id', '=', fileId).execute()
      await assetHandlers.designAssets.create({ body: { type, collectionId: collection.id, fileId } }, ctx)
      return { collectionId: collection.id, fileId }
    }
    const [sticker, other, background] = [await asset(2, '可爱'), await asset(2, '节日'), await asset(3, '格子')]
    const bind = (boundDesignAssetCollectionIds: number[]) =>
      templateHandlers.templates.settings({ params: { id: shop.template.id }, body: { boundDesignAssetCollectionIds } }, ctx)
    await bind([sticker.collectionId, background.collectionId])
    const begun = await shop.begin()
    const { id } = begun.design
    const offered = async () =>
      (await buyer.assets({ params: { id } }, shop.visitor(begun.secret))).map(({ imageFileId }) => imageFileId)
    expect(await offered()).toEqual([sticker.fileId, background.fileId])

    const added = (fileId: number): TemplateLayerWrite => ({
      ...(toWrite(begun.design.layers)[0] as TemplateLayerWrite),
      uuid: 'asset-1',
      index: 9,
      imageFileId: fileId,
      locked: false,
      isUserUploadImage: false,
      appearance: null,
    })
    const save = (fileId: number, revision: number) =>
      buyer.save(
        { params: { id }, body: { ...shop.chosen, revision, layers: [...toWrite(begun.design.layers), added(fileId)] } },
        shop.visitor(begun.secret),
      )
    await expect(save(other.fileId, 1)).rejects.toMatchObject({ code: 'invalid' })
    expect((await save(sticker.fileId, 1)).revision).toBe(2)
    await updateLink(ctx, shop.link.id, { ...openSetting, ...shop.link, stickerAssetEnabled: false })
    expect(await offered()).toEqual([background.fileId])
    await expect(save(sticker.fileId, 2)).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('a submitted design', () => {
  test('is bound by its code in the buyer message, is printed as designed, charged, and then locked', async () => {
    const shop = await openBuyerShop()
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    expect(design).toMatchObject({ status: 'submitted', isBound: false, lockText: null })
    await shop.take(orderOf('1', [itemOf('1-1', null)], { buyerMessage: `编号 ${codeText(design.code)} 谢谢` }))
    const printed = await printedColor(shop)
    expect(printed?.color).toEqual([255, 0, 0])
    expect((await buyer.get({ params: { id: design.id } }, shop.visitor(begun.secret))).isBound).toBe(true)

    // The buyer changes his mind before the charge: the order follows.
    const changed = await submitted(shop, { ...begun, design }, '#0000ff')
    expect((await printedColor(shop))?.color).toEqual([0, 0, 255])

    await buyCredits(shop.ctx, 1000)
    await charge(shop.ctx, [printed?.id ?? 0])
    await expect(submitted(shop, { ...begun, design: changed }, '#ffff00')).rejects.toMatchObject({
      code: 'conflict',
      message: '已开始制作，如需修改请联系客服',
    })
    expect((await printedColor(shop))?.color).toEqual([0, 0, 255])
    await expect(buyerDesigns.unbind({ params: { id: design.id } }, shop.ctx)).rejects.toMatchObject({ code: 'conflict' })
    // The same order comes again without a design, as a marketplace sends it.
    await shop.take(orderOf('1', [itemOf('1-1', null)], { buyerMessage: `编号 ${design.code}`, sellerMemo: '加急' }))
    expect(await printedColor(shop)).toEqual({ id: printed?.id, color: [0, 0, 255] })
  })

  test('is bound, rejected with a reason and bound again by the seller', async () => {
    const shop = await openBuyerShop()
    const begun = await shop.begin()
    const design = await submitted(shop, begun, '#ff0000')
    await shop.take(orderOf('2', [itemOf('2-1', null)]))
    const [order] = await shop.list()
    const bind = (code: string) => buyerDesigns.bind({ body: { code, orderId: order?.id ?? 0 } }, shop.ctx)
    await expect(bind('AAAA-AAAA')).rejects.toMatchObject({ code: 'invalid' })
    expect(await bind(codeText(design.code).toLowerCase())).toMatchObject({ orderOriginalId: '2', status: 'submitted' })
    expect((await bind(design.code)).orderId).toBe(order?.id)
    // The order is found by the phone of its design; the item names another one.
    expect(await shop.list({ keyword: '硅胶' })).toHaveLength(1)
    expect((await shop.list())[0]?.orderItems[0]?.customizations).toHaveLength(1)

    expect(await buyerDesigns.reject({ params: { id: design.id }, body: { reason: '照片太暗' } }, shop.ctx)).toMatchObject({
      status: 'rejected',
      orderId: null,
    })
    expect((await shop.list())[0]?.orderItems[0]?.customizations).toEqual([])
    const seen = await buyer.get({ params: { id: design.id } }, shop.visitor(begun.secret))
    expect(seen).toMatchObject({ status: 'rejected', rejectReason: '照片太暗' })
    await expect(bind(design.code)).rejects.toMatchObject({ code: 'conflict' })
    await submitted(shop, { ...begun, design: seen }, '#00ffff')
    await bind(design.code)
    expect((await printedColor(shop))?.color).toEqual([0, 255, 255])
    const list = await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20, keyword: design.code } }, shop.ctx)
    expect(list.items.map(({ orderOriginalId }) => orderOriginalId)).toEqual(['2'])
    const other = await domain.seller()
    expect((await buyerDesigns.list({ query: { pageNo: 1, pageSize: 20 } }, other)).totalItems).toBe(0)
  })

  test('is deleted with its pictures only when no order has it and its time is over', async () => {
    const shop = await openBuyerShop()
    const draft = await shop.begin()
    const kept = await shop.begin()
    const { code } = await submitted(shop, kept, '#ff0000')
    await shop.take(orderOf('3', [itemOf('3-1', null)], { sellerMemo: code }))
    const later = { ...shop.ctx, clock: { now: () => new Date('2027-03-01T08:00:00Z') } }
    await sweepDesigns(later)
    await expect(buyer.get({ params: { id: draft.design.id } }, shop.visitor(draft.secret))).rejects.toMatchObject({
      code: 'not-found',
    })
    expect((await buyer.get({ params: { id: kept.design.id } }, shop.visitor(kept.secret))).code).toBe(code)
  })

  // Rendering makes each of them slow; the whole number runs with all tests.
  const interleavings = allTests ? 200 : 16
  test(`what is printed is what was charged, however a change and a charge interleave (${interleavings} times)`, async () => {
    const shop = await openBuyerShop()
    await buyCredits(shop.ctx, 60 * interleavings)
    for (let n = 0; n < interleavings; n++) {
      const begun = await shop.begin()
      const design = await submitted(shop, begun, '#ff0000')
      const number = `race-${n}`
      await shop.take(orderOf(number, [itemOf(`${number}-1`, null)], { buyerMessage: design.code }))
      const [order] = await shop.list({ keyword: number })
      const id = order?.orderItems[0]?.customizations[0]?.id ?? 0
      const pay = async () => {
        await charge(shop.ctx, [id])
        return imageOf(shop.ctx, { id })
      }
      const change = () => submitted(shop, { ...begun, design }, '#0000ff')
      // The later one begins after a few turns of the event loop, another number each time.
      const late = async <T>(work: () => Promise<T>): Promise<T> => {
        for (let turn = 0; turn < n % 9; turn++) await new Promise((resolve) => setImmediate(resolve))
        return work()
      }
      const [paid, edited] =
        n % 2 === 0 ? await Promise.allSettled([pay(), late(change)]) : await Promise.allSettled([late(pay), change()])
      if (paid.status === 'rejected') throw paid.reason
      expect(await imageOf(shop.ctx, { id })).toBe(paid.value)
      if (edited.status === 'rejected') expect(edited.reason).toMatchObject({ code: 'conflict' })
    }
  })
})
