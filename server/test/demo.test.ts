import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assetType, maxCollectionNameWidth } from '../../contract/constants'
import { rightsByLayer } from '../../contract/rules/buyer-rights'
import { textWidth } from '../../contract/rules/text-width'
import { assetHandlers } from '../domain/assets/handlers'
import { buyerHandlers } from '../domain/buyer/handlers'
import { catalogueHandlers } from '../domain/catalogue/handlers'
import { creditHandlers } from '../domain/credits/handlers'
import { storedKey } from '../domain/files/addresses'
import { orderHandlers } from '../domain/orders/handlers'
import { shopHandlers } from '../domain/shops/handlers'
import { templateHandlers } from '../domain/templates/handlers'
import { type DemoArt, demoArt } from '../embedded/demo/art'
import { composedArt, dataUrl } from '../embedded/demo/compose'
import { drawnBy, preparedPictures, preparePictures } from '../embedded/demo/picture-source'
import { demoAccount, seedDemoShop } from '../embedded/demo/seed'
import type { Ctx } from '../kernel/context'
import { type Domain, openDomain } from './domain'
import { taobaoSession } from './marketplace'
import { imageOf } from './order-shop'

const { phoneBrands, phoneModels, phoneCaseMaterials, phoneCaseSkus, wireframes } = catalogueHandlers
const { templateCollections, templates } = templateHandlers
const { designAssetCollections, designAssets } = assetHandlers
const { orders } = orderHandlers
const { shops, products, customizationUrls } = shopHandlers
const { buyer } = buyerHandlers({ tickets: { secret: 'secret', host: null } })
const seller = { nick: '壳匠演示店', session: taobaoSession }
/** The real pictures, each rendered once for all shops of this file. */
const drawn = new Map<string, Promise<Buffer>>()
const art: DemoArt = {
  ...demoArt,
  draw(svg) {
    const picture = drawn.get(svg) ?? demoArt.draw(svg)
    drawn.set(svg, picture)
    return picture
  },
}
const bare: DemoArt = { ...art, sticker: async () => null, font: async () => null }
const page = { pageNo: 1, pageSize: 50 }

async function demoSeller({ deps }: Domain): Promise<Ctx> {
  const { id } = await deps.db.selectFrom('account').select('id').where('name', '=', demoAccount).executeTakeFirstOrThrow()
  return { ...deps, traceId: 'test', actor: { accountId: id, userId: id, username: demoAccount, permissions: [] } }
}

/** Reads the file behind an address that the API returned. */
async function bytes({ storage }: Ctx, url: string): Promise<Buffer> {
  const object = await storage.get(storedKey(url) ?? '')
  if (!object) throw new Error(`nothing is stored behind ${url}`)
  const parts: Buffer[] = []
  for await (const part of object.stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

const noArt: DemoArt = {
  draw: () => Promise.reject(new Error('a picture is drawn again')),
  sticker: () => Promise.reject(new Error('a sticker is read again')),
  font: () => Promise.reject(new Error('the font is read again')),
}

describe('the demo shop, of pictures that were drawn before', () => {
  let domain: Domain
  let ctx: Ctx
  let folder: string
  beforeAll(async () => {
    domain = await openDomain()
    folder = await mkdtemp(join(tmpdir(), 'kejiang-prepared-'))
    await preparePictures(folder, domain.deps, art)
    const pictures = preparedPictures(folder, noArt)
    expect(await seedDemoShop(domain.deps, { password: 'kejiang-demo', pictures, seller })).toEqual([])
    ctx = await demoSeller(domain)
  })
  afterAll(async () => {
    await domain.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('two installations have different addresses of the same pictures', async () => {
    const pictures = preparedPictures(folder, noArt)
    const [one, other] = await Promise.all([pictures.ofOrders(domain.deps), pictures.ofOrders(domain.deps)])
    for (const [key, { storage_key, sha256 }] of one) {
      expect(other.get(key)?.sha256).toBe(sha256)
      expect(other.get(key)?.storage_key).not.toBe(storage_key)
    }
    expect(one.size).toBeGreaterThan(5)
  })

  test('without a folder of pictures they are drawn', async () => {
    await expect(preparedPictures(join(folder, 'nothing'), noArt).ofShop(domain.deps)).rejects.toThrow('again')
  })

  test('the demo shop has brands, models, materials, and combinations without a SKU that the preview must disable', async () => {
    const brands = await phoneBrands.list({}, ctx)
    expect(brands.length).toBeGreaterThanOrEqual(4)
    const models = (await Promise.all(brands.map(({ id }) => phoneModels.list({ params: { brandId: id } }, ctx)))).flat()
    expect(models.length).toBeGreaterThanOrEqual(12)
    expect(Math.max(...models.map((model) => model.name.length))).toBeGreaterThan(20)
    const materials = await phoneCaseMaterials.list({}, ctx)
    expect(materials.map((material) => material.needBackground)).toEqual([false, false, true])
    const skus = await phoneCaseSkus.list({ query: { phoneModelIds: models.map((model) => model.id) } }, ctx)
    const colors = materials.flatMap((material) => material.colors)
    expect(skus.length).toBeGreaterThan(40)
    expect(skus.length).toBeLessThan(models.length * colors.length)
    expect(new Set(skus.map((sku) => sku.enabled))).toEqual(new Set([true, false]))
  })

  test('each wireframe of the demo shop has both pictures in its size, a print area and a size in millimetres', async () => {
    const models = await ctx.db.selectFrom('phone_model').select('id').where('account_id', '=', ctx.actor.accountId).execute()
    const skus = await phoneCaseSkus.list({ query: { phoneModelIds: models.map((model) => model.id) } }, ctx)
    const frames = await wireframes.list({ query: { ids: skus.flatMap((sku) => sku.wireframeId ?? []) } }, ctx)
    expect(frames).toHaveLength(skus.length)
    for (const frame of frames) {
      expect(frame.layers.map((layer) => layer.index)).toEqual([-1, 1])
      expect(frame.printArea).toEqual({ left: 14, right: 14, top: 14, bottom: 14 })
      expect(frame.width / (frame.widthMm ?? 0)).toBeCloseTo(7, 1)
      expect(frame.height / (frame.heightMm ?? 0)).toBeCloseTo(7, 1)
    }
    const [frame] = frames
    for (const layer of frame?.layers ?? []) {
      const info = await sharp(await bytes(ctx, layer.imageUrl)).metadata()
      expect([info.format, info.width, info.height]).toEqual(['png', frame?.width, frame?.height])
    }
  })

  test('a foreground of the demo shop covers the margin and the camera and leaves the middle transparent', async () => {
    const sku = await ctx.db
      .selectFrom('sku')
      .select('wireframe_id')
      .where('wireframe_id', 'is not', null)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const frame = await wireframes.get({ params: { id: sku.wireframe_id ?? 0 } }, ctx)
    const front = await bytes(ctx, frame.layers[1]?.imageUrl ?? '')
    const { data, info } = await sharp(front).raw().toBuffer({ resolveWithObject: true })
    const alpha = (x: number, y: number): number | undefined => data[(Math.round(y) * info.width + Math.round(x)) * 4 + 3]
    expect(alpha(1, 1)).toBe(255)
    expect(alpha(frame.width / 2, frame.height * 0.6)).toBe(0)
    expect(alpha(frame.width * 0.25, frame.height * 0.12)).toBe(255)
  })

  test('each collection has templates with a background, stickers, and a thumbnail 600 px high', async () => {
    const collections = await templateCollections.list({}, ctx)
    expect(collections).toHaveLength(3)
    for (const collection of collections) {
      const { items } = await templates.list({ query: { collectionId: collection.id, ...page } }, ctx)
      expect(items.length).toBeGreaterThanOrEqual(3)
      for (const row of items) {
        expect(row.thumbnail?.height).toBe(600)
        expect(row.layerCount).toBeGreaterThanOrEqual(4)
        const whole = await templates.get({ params: row }, ctx)
        expect(whole.layers.map((layer) => layer.isBackground)).toEqual(whole.layers.map((_, index) => index === 0))
        expect(whole.previewPhoneModelId).not.toBeNull()
      }
    }
  })

  test('the demo shop has a library of pictures, stickers and backgrounds, each a real picture with a name', async () => {
    const expected = { [assetType.image]: 2, [assetType.sticker]: 6, [assetType.background]: 4 }
    for (const type of Object.values(assetType)) {
      const collections = await designAssetCollections.list({ query: { type } }, ctx)
      expect([type, collections.length]).toEqual([type, expected[type]])
      for (const { id, name, count, coverUrls } of collections) {
        expect(textWidth(name)).toBeLessThanOrEqual(maxCollectionNameWidth)
        expect(coverUrls).toHaveLength(Math.min(4, count))
        const { items } = await designAssets.list({ query: { ...page, collectionId: id } }, ctx)
        expect(items).toHaveLength(count)
        expect(items.map((asset) => asset.name).filter((file) => !/^[\p{Script=Han}]+\.png$/u.test(file))).toEqual([])
        const { width, height, ...first } = items[0] ?? { url: '' }
        const info = await sharp(await bytes(ctx, first.url)).metadata()
        expect([info.width, info.height]).toEqual([width, height])
        if (type === assetType.sticker) expect(info.hasAlpha).toBe(true)
        else expect((height ?? 0) / (width ?? 1)).toBeCloseTo(2, 0)
      }
    }
  })

  test('a demo thumbnail shows the layers at the positions of the document', async () => {
    const [collection] = await templateCollections.list({}, ctx)
    const { items } = await templates.list({ query: { collectionId: collection?.id ?? 0, ...page } }, ctx)
    const whole = await templates.get({ params: { id: items.find(({ name }) => name === '喵星人日常')?.id ?? 0 } }, ctx)
    const [background, cat] = whole.layers
    if (!background || !cat || !whole.thumbnail) throw new Error('the demo template has a cat on a background')
    const scale = 600 / whole.height
    const plain = await sharp(await bytes(ctx, background.imageUrl))
      .resize(whole.thumbnail.width, 600, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer()
    const shown = await sharp(await bytes(ctx, whole.thumbnail.url))
      .removeAlpha()
      .raw()
      .toBuffer()
    const difference = (x: number, y: number): number => {
      const at = (Math.round(y * scale) * (whole.thumbnail?.width ?? 0) + Math.round(x * scale)) * 3
      return [0, 1, 2].reduce((sum, n) => sum + Math.abs((plain[at + n] ?? 0) - (shown[at + n] ?? 0)), 0)
    }
    expect(difference(cat.left + cat.width / 2, cat.top + cat.height / 2)).toBeGreaterThan(60)
    expect(difference(30, whole.height - 20)).toBeLessThan(12)
  })

  test('the first template asks a buyer for a photo and then a name, and for nothing else', async () => {
    const [urls] = await customizationUrls.list({}, ctx)
    const token = urls?.customizationUrls[0]?.url.split('/').pop() ?? ''
    const { actor: _, ...deps } = ctx
    const visitor = { ...deps, address: '10.0.0.1', bearer: null }
    const link = await buyer.link({ params: { token } }, visitor)
    const [[phoneModelId, materialColorId] = [0, 0]] = link.cases
    const templateId = link.templates[0]?.id ?? 0
    const body = { phoneModelId, materialColorId, templateId, preview: true }
    const { secret, design } = await buyer.begin({ params: { token }, body }, visitor)
    const asked = design.layers.flatMap((layer) => {
      const rights = rightsByLayer(design.base, link).get(layer.uuid) ?? new Set()
      return rights.size > 0 ? [[layer.name, rights.has('picture') ? 'picture' : rights.has('text') ? 'text' : 'other']] : []
    })
    expect(asked).toEqual([
      ['宠物照片', 'picture'],
      ['名字', 'text'],
    ])
    const name = design.layers.find(({ type }) => type === 'TEXT')
    if (!name?.text || !name.fontId || !name.fontColor) throw new Error('the name has no font')
    const { uuid: like, text, fontId, fontColor } = name
    // The name is drawn as a buyer's own would be.
    const draw = { params: { id: design.id }, body: { text, fontId, fontColor, like } }
    const drawn = await buyer.drawText(draw, { ...visitor, bearer: secret })
    expect([drawn.width, drawn.height]).toEqual([name.originalWidth, name.originalHeight])
    expect((await bytes(ctx, drawn.imageUrl)).equals(await bytes(ctx, name.imageUrl))).toBe(true)
  })

  test('the demo shop stores its font file', async () => {
    const font = await ctx.db.selectFrom('file').selectAll().where('kind', '=', 6).executeTakeFirstOrThrow()
    expect(font).toMatchObject({ name: '站酷快乐体.ttf', status: 'ready' })
  })

  test('a demo shop of an earlier version gets its two shops with products, a setting and a link once', async () => {
    const start = () => seedDemoShop(domain.deps, { password: 'kejiang-demo', pictures: drawnBy(art), seller })
    await ctx.db.deleteFrom('shop').where('account_id', '=', ctx.actor.accountId).execute()
    await Promise.all([start(), start()])
    await start()
    const all = await shops.list({}, ctx)
    expect(all.map(({ type, authorization }) => [type, authorization?.status])).toEqual([
      ['TAOBAO', 'active'],
      ['DOUDIAN', undefined],
    ])
    const sold = await Promise.all(all.map(({ id }) => products.list({ query: { shopId: id, pageNo: 1, pageSize: 20 } }, ctx)))
    expect(sold.map(({ totalItems }) => totalItems)).toEqual([4, 2])
    for (const product of sold.flatMap(({ items }) => items)) {
      expect(product.skus.length).toBeGreaterThan(1)
      expect((await bytes(ctx, product.imageUrl ?? '')).length).toBeGreaterThan(1000)
    }
    const [urls] = await customizationUrls.list({}, ctx)
    expect(urls?.customizationUrls).toHaveLength(1)
    // The demo's Taobao shop can be synced at once and keeps the picture that the marketplace's response lacks.
    const body = { shopId: all[0]?.id ?? 0, productOriginalId: ['700000000008', '700000000001'] }
    const { products: synced, missing } = await products.sync({ body }, ctx)
    expect([synced.length, missing, synced[1]?.imageUrl]).toEqual([2, [], sold[0]?.items[0]?.imageUrl])
  })

  test('the demo shop has orders of every kind, with customized images in the size of their case', async () => {
    const { items, totalItems } = await orders.list({ query: { ...page, pageSize: 100 } }, ctx)
    expect(totalItems).toBe(13)
    expect(new Set(items.map(({ mergeSplitStatus }) => mergeSplitStatus))).toEqual(
      new Set(['INDEPENDENT', 'MERGE_PARENT', 'SPLIT_PARENT', 'MERGE_THEN_SPLIT_PARENT', 'MANUAL_INDEPENDENT']),
    )
    const lines = items.flatMap(({ orderItems }) => orderItems)
    expect(lines.filter(({ customizations }) => customizations.length === 0)).toHaveLength(1)
    expect(lines.filter(({ hold }) => hold !== null)).toHaveLength(2)
    const designs = lines.flatMap(({ customizations }) => customizations)
    expect(designs.filter(({ customizedImageUrl }) => customizedImageUrl === null)).toHaveLength(1)
    const prints = designs.filter(({ customizedImage }) => customizedImage !== null)
    // One design has no customized image, and the file of another is missing.
    expect(prints).toHaveLength(designs.length - 2)
    for (const { customizedImage, widthMm, heightMm } of prints) {
      expect(customizedImage?.width).toBe(Math.round(((widthMm ?? 0) / 25.4) * 300))
      expect(customizedImage?.height).toBe(Math.round(((heightMm ?? 0) / 25.4) * 300))
    }
    const { data, info } = await sharp(await bytes(ctx, (await imageOf(ctx, prints[0])) ?? ''))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(4)
    const alphaAt = (x: number, y: number) =>
      data[(Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 4 + 3]
    // The points are outside the case, in the camera's opening, on the case, and near its lower edge.
    expect([alphaAt(0.01, 0.01), alphaAt(0.2, 0.1), alphaAt(0.5, 0.5)]).toEqual([0, 0, 255])
    expect(alphaAt(0.5, 0.97)).toBeGreaterThan(150)
    expect(alphaAt(0.5, 0.97)).toBeLessThan(250)
    const { snapshots } = await orders.get({ params: { id: items[0]?.id ?? 0 } }, ctx)
    expect(snapshots[0]?.snapshot).toMatchObject({ templateName: '喵星人日常', wireframe: { width: 539 } })
    expect(snapshots[0]?.snapshot.layers?.length).toBeGreaterThan(3)
  })

  test('the demo shop is made once, and a second start changes nothing', async () => {
    const count = () =>
      ctx.db
        .selectFrom('file')
        .select(({ fn }) => fn.countAll<number>().as('files'))
        .executeTakeFirstOrThrow()
    const before = await count()
    await templateCollections.remove({ params: (await templateCollections.list({}, ctx))[0] ?? { id: 0 } }, ctx)
    expect(await seedDemoShop(ctx, { password: 'kejiang-demo', pictures: drawnBy(art) })).toEqual([])
    expect(await count()).toEqual(before)
    expect(await templateCollections.list({}, ctx)).toHaveLength(2)
  })
})

describe('two servers without the optional packages that start at once', () => {
  let domain: Domain
  let notes: readonly string[]
  let ctx: Ctx
  beforeAll(async () => {
    domain = await openDomain()
    const start = () => seedDemoShop(domain.deps, { password: 'kejiang-demo', pictures: drawnBy(bare) })
    notes = (await Promise.all([start(), start()])).flat()
    ctx = await demoSeller(domain)
  })
  afterAll(() => domain.close())

  test('without the optional packages the demo shop is made all the same and reports what is missing', async () => {
    expect(notes.join()).toMatch(/贴纸.*字体/)
    const [collection] = await templateCollections.list({}, ctx)
    const { items } = await templates.list({ query: { collectionId: collection?.id ?? 0, ...page } }, ctx)
    // Background, card and place remain of the template for a photo and a name; of the others the background.
    expect(items.map((row) => row.layerCount)).toEqual([3, ...items.slice(1).map(() => 1)])
    expect(await designAssetCollections.list({ query: { type: assetType.sticker } }, ctx)).toEqual([])
    expect(await designAssetCollections.list({ query: { type: assetType.background } }, ctx)).toHaveLength(4)
  })

  test('two servers that start at once make one demo shop', async () => {
    expect(await templateCollections.list({}, ctx)).toHaveLength(3)
    // The credits come from one paid recharge.
    expect(await creditHandlers.credits.current({}, ctx)).toMatchObject({ credits: 6000, hasRecharged: true })
    expect(await creditHandlers.rechargeRecords.list({ query: page }, ctx)).toMatchObject({
      items: [{ addedCredits: 6000, amount: 3000, paymentStatus: 2 }],
      totalItems: 1,
    })
  })
})

test('a composed demo picture applies flip and rotation', async () => {
  // The left half is red, the right half blue.
  const halves = await demoArt.draw(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="20" height="40" fill="#f00"/><rect x="20" width="20" height="40" fill="#00f"/></svg>',
  )
  const canvas = { width: 300, height: 600 }
  const box = {
    left: 100,
    top: 250,
    width: 100,
    height: 100,
    rotation: 0,
    horizontalFlip: false,
    verticalFlip: false,
    url: dataUrl('image/png', halves),
  }
  const color = async (change: object, x: number, y: number): Promise<string> => {
    const png = await demoArt.draw(composedArt(canvas, [{ ...box, ...change }]))
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    const at = (y * info.width + x) * info.channels
    if ((data[at + 3] ?? 0) < 128) return 'nothing'
    return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
  }
  expect(await color({}, 120, 300)).toBe('red')
  expect(await color({ horizontalFlip: true }, 120, 300)).toBe('blue')
  expect(await color({ rotation: 90 }, 150, 270)).toBe('red')
  expect(await color({ rotation: 90, horizontalFlip: true }, 150, 270)).toBe('blue')
  expect(await color({ rotation: 45 }, 104, 254)).toBe('nothing')
  expect(await color({}, 90, 300)).toBe('nothing')
})
