/** The rights of a buyer behind a customization link. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind, productMode } from '../../contract/constants'
import { openSetting } from '../../contract/open-setting'
import { unfilledPlaces } from '../../contract/rules/buyer-rights'
import type { BuyerDesign, TemplateLayerWrite } from '../../contract/types'
import { assetHandlers } from '../domain/assets/handlers'
import { maxPending } from '../domain/files/quota'
import { createUploadForm } from '../domain/files/uploads'
import { listUrls, renewLink, updateLink } from '../domain/shops/links'
import { templateHandlers } from '../domain/templates/handlers'
import type { Failure } from '../kernel/failure'
import { addFont, buyer, openBuyerShop, photoFor, submitted, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { layer } from './template-studio'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

describe('a link', () => {
  test('a link offers the cases on sale and the templates of its collections, until it is switched off', async () => {
    const shop = await openBuyerShop(domain)
    const offer = await buyer.link({ params: { token: shop.token } }, shop.visitor())
    expect(offer.brands).toEqual([{ id: shop.brand.id, name: '苹果', models: [{ id: shop.model.id, name: 'iPhone 15' }] }])
    expect(offer.cases).toEqual([[shop.model.id, shop.color.id]])
    expect(offer.templates.map(({ id }) => id)).toEqual([shop.template.id])
    await updateLink(shop.ctx, shop.link.id, { ...openSetting, ...shop.link, enabled: false })
    await expect(buyer.link({ params: { token: shop.token } }, shop.visitor())).rejects.toMatchObject({ code: 'not-found' })
    await expect(buyer.link({ params: { token: '0'.repeat(32) } }, shop.visitor())).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a link that gets another address is found there alone, and designs that were begun stay open', async () => {
    const shop = await openBuyerShop(domain)
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
  ] as const)('a link of mode %s begins only designs that the mode allows', async (mode, templates, blank) => {
    const shop = await openBuyerShop(domain)
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
  test('a design is opened by its secret alone, and its answers never hold the secret', async () => {
    const shop = await openBuyerShop(domain)
    const [one, other] = [await shop.begin(), await shop.begin()]
    const get = (id: number, bearer: string | null) => buyer.get({ params: { id } }, shop.visitor(bearer))
    expect((await get(one.design.id, one.secret)).code).toBe(one.design.code)
    for (const bearer of [other.secret, null, 'x'.repeat(43)])
      await expect(get(one.design.id, bearer)).rejects.toMatchObject({ code: 'not-found', message: '这个设计不存在或已被删除' })
    expect(JSON.stringify(await get(one.design.id, one.secret))).not.toContain(one.secret)
  })

  test('a design may change what the template leaves to buyers, and nothing else', async () => {
    const shop = await openBuyerShop(domain)
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

describe("another account's rows", () => {
  test("another account's rows are in no saved design and no print, are reported by nobody, and no answer shows whether they exist", async () => {
    const [shop, other] = [await openBuyerShop(domain), await openBuyerShop(domain)]
    const [{ design, secret }, neighbour, stranger] = [await shop.begin(), await shop.begin(), await other.begin()]
    const params = { id: design.id }
    const refusal = (attempt: Promise<unknown>) =>
      attempt.then(
        () => ({ code: 'accepted', text: '' }),
        (error: Failure) => ({ code: error.code, text: JSON.stringify([error.message, error.issues]) }),
      )
    const foreign = [
      await photoFor(other, stranger.design.id, '#00ffff'),
      await other.picture('#00ffff'),
      // A photo of another buyer of the same shop.
      await photoFor(shop, neighbour.design.id, '#00ffff'),
    ]
    const save = (imageFileId: number) => {
      const layers = toWrite(design.layers).map((one) => (one.uuid === 'photo' ? { ...one, imageFileId } : one))
      return refusal(buyer.save({ params, body: { ...shop.chosen, revision: 1, layers } }, shop.visitor(secret)))
    }
    const report = (fileId: number) => refusal(buyer.uploaded({ params: { ...params, fileId } }, shop.visitor(secret)))
    const absent = 2 ** 40
    const [unsaved, unreported] = [await save(absent), await report(absent)]
    // An id in the path is not found; one in the body breaks the rule of its layer, which the answer names.
    expect([unsaved.code, unreported.code]).toEqual(['invalid', 'not-found'])
    for (const id of foreign) expect([await save(id), await report(id)]).toEqual([unsaved, unreported])
    const kept = await shop.ctx.db.selectFrom('buyer_file').select('file_id').where('design_id', '=', design.id).execute()
    expect(kept.filter(({ file_id }) => foreign.includes(file_id))).toEqual([])
    expect((await buyer.get({ params }, shop.visitor(secret))).layers).toEqual(design.layers)
  })

  test('pictures and fonts of another account begin no design and draw no text, and no answer shows whether they exist', async () => {
    const [shop, other] = [await openBuyerShop(domain), await openBuyerShop(domain)]
    const fontId = await addFont(other)
    const refusal = (attempt: Promise<unknown>) =>
      attempt.then(
        () => 'accepted',
        (error: unknown) => JSON.stringify(error),
      )
    const absent = 2 ** 40
    const begin = (templateId: number) => refusal(shop.begin(templateId))
    expect(await begin(other.template.id)).toBe(await begin(absent))
    const { design, secret } = await shop.begin()
    const draw = (font: number) => {
      const body = { text: '小明', fontId: font, fontColor: '#112233', like: null }
      return refusal(buyer.drawText({ params: { id: design.id }, body }, shop.visitor(secret)))
    }
    expect(await draw(fontId)).toBe(await draw(absent))
    expect([await begin(absent), await draw(absent)]).not.toContain('accepted')
  })
})

describe('a place for a cut-out', () => {
  test('a cutout layer is never printed empty: the design is submitted only with a photo in it', async () => {
    const shop = await openBuyerShop(domain)
    const cutout = layer(await shop.picture('#cccccc'), {
      uuid: 'head',
      type: 'AI_CUTOUT',
      aiCutoutType: 'head',
      aiCutoutPlaceholderImageType: 'head',
      name: '大头',
      width: 100,
      height: 100,
      rotation: 0,
      verticalFlip: false,
    })
    const { ctx } = shop
    const body = { collectionId: shop.template.collectionId, width: 200, height: 400, thumbnailFileId: null, layers: [cutout] }
    const template = await templateHandlers.templates.create({ body }, ctx)
    const { secret, design } = await shop.begin(template.id)
    const params = { id: design.id }
    const submit = (revision: number) => buyer.submit({ params, body: { revision, consent: true } }, shop.visitor(secret))
    await expect(submit(1)).rejects.toMatchObject({ code: 'conflict', message: '请先给「大头」选一张照片' })
    const imageFileId = await photoFor(shop, design.id, '#ff0000')
    const filled = { type: 'IMAGE' as const, imageFileId, aiCutoutType: null, aiCutoutPlaceholderImageType: null }
    const layers = toWrite(design.layers).map((one) => ({ ...one, ...filled, originalWidth: 40, originalHeight: 40 }))
    await buyer.save({ params, body: { ...shop.chosen, revision: 1, layers } }, shop.visitor(secret))
    expect((await submit(2)).status).toBe('submitted')
  })

  test('a cutout layer that no buyer can fill keeps nobody from submitting', async () => {
    const place = { uuid: 'head', type: 'AI_CUTOUT', isUserUploadImage: true, imageFileId: 1 }
    const sample = { ...place, uuid: 'photo', type: 'IMAGE', imageFileId: 2 }
    const hidden = { ...place, uuid: 'hidden', hidden: true }
    const found = (imageUploadEnabled: boolean, imageFileId = 2) =>
      unfilledPlaces([place, sample], [place, hidden, { ...sample, imageFileId }], { imageUploadEnabled })
    expect(found(true)).toEqual({ missing: [place], samples: [sample] })
    expect(found(true, 3).samples).toEqual([])
    expect(found(false)).toEqual({ missing: [], samples: [] })
  })
})

describe('photos', () => {
  test('photos that never arrive are limited for their design, and do not keep the seller from uploading', async () => {
    const shop = await openBuyerShop(domain)
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

  test('photos can be reported only behind their own design', async () => {
    const shop = await openBuyerShop(domain)
    const [one, other] = [await shop.begin(), await shop.begin()]
    const params = { id: one.design.id }
    const { fileId } = await buyer.uploadForm({ params, body: { fileName: 'a.jpg' } }, shop.visitor(one.secret))
    await expect(buyer.uploaded({ params: { id: other.design.id, fileId } }, shop.visitor(other.secret))).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe("the shop's assets", () => {
  test("the shop's assets are offered and taken as far as the switches and the collections of the template allow", async () => {
    const shop = await openBuyerShop(domain)
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
    // A layer that was saved while the link allowed it may be saved again.
    expect((await save(sticker.fileId, 2)).revision).toBe(3)
    await expect(save(other.fileId, 3)).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('texts', () => {
  test('texts are drawn by the server in a font of the shop, and another text needs another drawing', async () => {
    const shop = await openBuyerShop(domain)
    const fontId = await addFont(shop)
    const begun = await shop.begin()
    const { id } = begun.design
    const draw = (text: string) =>
      buyer.drawText({ params: { id }, body: { text, fontId, fontColor: '#112233', like: null } }, shop.visitor(begun.secret))
    const drawn = await draw('小明')
    expect(drawn.width).toBeGreaterThan(drawn.height)
    expect((await draw('小明')).imageFileId).toBe(drawn.imageFileId)
    await expect(draw('😀')).rejects.toMatchObject({ code: 'invalid', message: '这个字体没有「😀」，请换一个字体或文字' })

    const text = (change: Partial<TemplateLayerWrite> = {}): TemplateLayerWrite => ({
      ...(toWrite(begun.design.layers)[0] as TemplateLayerWrite),
      uuid: 'text-1',
      index: 9,
      type: 'TEXT',
      locked: false,
      isUserUploadImage: false,
      imageFileId: drawn.imageFileId,
      originalWidth: drawn.width,
      originalHeight: drawn.height,
      text: '小明',
      fontId,
      fontColor: '#112233',
      verticalText: false,
      textAlign: 'center',
      letterSpacing: 0,
      lineHeight: 1.2,
      ...change,
    })
    const save = (layer: TemplateLayerWrite, revision: number) =>
      buyer.save(
        { params: { id }, body: { ...shop.chosen, revision, layers: [...toWrite(begun.design.layers), layer] } },
        shop.visitor(begun.secret),
      )
    await expect(save(text({ text: '大明' }), 1)).rejects.toMatchObject({ code: 'invalid' })
    await expect(save(text({ originalHeight: 9 }), 1)).rejects.toMatchObject({ code: 'invalid' })
    // An outline is drawn as it is sent, so an added layer has none.
    await expect(save(text({ strokeSvgData: '<svg><path d="M0 0H90V90Z"/></svg>' }), 1)).rejects.toMatchObject({
      code: 'invalid',
    })
    expect((await save(text(), 1)).revision).toBe(2)
  })
})
