import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileKind, fileKind } from '../../contract/constants'
import { piecesOf } from '../../contract/rules/pieces'
import type { Customization, CustomizationDesign } from '../../contract/types'
import { createMaterial } from '../domain/catalogue/materials'
import { charge } from '../domain/credits/charge'
import { correctDesign, renderDesign, restoreVersion } from '../domain/orders/design/change'
import { compareRendering } from '../domain/orders/design/comparison'
import { drawWithEffect, type ShownCase } from '../domain/orders/design/effect-image'
import { drawPrint, storePicture } from '../domain/orders/design/print-file'
import { remakeDesign } from '../domain/orders/design/remake'
import { readDesign, toShownDesign } from '../domain/orders/design/stored-design'
import { listVersions } from '../domain/orders/design/versions'
import { mayShowFile } from '../domain/orders/pay-wall'
import { readStored } from '../domain/orders/picture-bytes'
import { openPreviewedPicture } from '../domain/orders/preview-picture'
import { setCase } from '../domain/orders/set-case'
import type { Renderer } from '../ports/renderer'
import { type Domain, openDomain } from './domain'
import { buyCredits, contentOf, imageOf, itemOf, openOrderShop, orderOf } from './order-shop'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

type Shop = Awaited<ReturnType<typeof openOrderShop>>

const square = (color: string) =>
  sharp({ create: { width: 40, height: 40, channels: 4, background: color } })
    .png()
    .toBuffer()

async function store({ ctx }: Shop, color: string, kind: FileKind = fileKind.order) {
  const stored = await storePicture(ctx, 'p.png', await square(color))
  await ctx.db.updateTable('file').set({ kind }).where('id', '=', stored.fileId).execute()
  return { id: stored.fileId, url: `/files/${stored.key}` }
}

const layerOf = (file: { id: number; url: string }, change: object = {}) => ({
  id: 1,
  uuid: `layer-${file.id}`,
  name: '照片',
  type: 'IMAGE',
  imageUrl: file.url,
  imageFileId: file.id,
  rotation: 0,
  width: 100,
  height: 200,
  originalWidth: 40,
  originalHeight: 40,
  left: 0,
  top: 0,
  index: 0,
  locked: false,
  isBackground: false,
  isUserUploadImage: true,
  horizontalFlip: false,
  verticalFlip: false,
  ...change,
})

/** An order with one customization whose design is one red picture over the left half of the canvas. */
async function ordered(change: object = {}) {
  const shop = await openOrderShop(domain)
  const [photo, picture] = [await store(shop, '#ff0000'), await store(shop, '#00ff00')]
  const design = { canvas: { width: 200, height: 200 }, layers: [layerOf(photo)] }
  const put = (url = picture.url, more: object = {}) =>
    shop.take(orderOf('1', [itemOf('1-1', contentOf(shop.infoOf('one', url, { design, ...change, ...more })))]))
  await put()
  // Two inches, which are 600 px at 300 dpi.
  await shop.ctx.db
    .updateTable('customization')
    .set({ width_mm: 50.8, height_mm: 50.8 })
    .where('shop_id', '=', shop.shopId)
    .execute()
  const seen = async (): Promise<Customization> => {
    const [one] = (await shop.list())[0]?.orderItems[0]?.customizations ?? []
    if (!one) throw new Error('the order shows no customization')
    return one
  }
  const one = await seen()
  return { shop, ctx: shop.ctx, photo, picture, id: one.id, put, seen }
}

const correctionOf = ({ version, width, height, layers }: CustomizationDesign) => ({ version, width, height, layers })

/** Deletes a file with its row, as an account's cleanup or a broken import does. */
async function deleteFile({ db }: Shop['ctx'], storageKey: string): Promise<void> {
  const { id } = await db.selectFrom('file').select('id').where('storage_key', '=', storageKey).executeTakeFirstOrThrow()
  for (const table of ['customization', 'customization_version'] as const)
    await db.updateTable(table).set({ customized_file_id: null }).where('customized_file_id', '=', id).execute()
  await db.deleteFrom('customization_file').where('file_id', '=', id).execute()
  await db.deleteFrom('file').where('id', '=', id).execute()
}

/** Colours of the stored customized image at a quarter and three quarters of its width. */
async function printed({ ctx, id }: { ctx: Shop['ctx']; id: number }) {
  const { storageKey } = await readDesign(ctx, id)
  const { data, info } = await sharp(await readStored(ctx, storageKey ?? ''))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (share: number) =>
    [...data.subarray((Math.floor(info.height / 2) * info.width + Math.floor(info.width * share)) * 4)].slice(0, 4)
  return { left: at(0.25), right: at(0.75), width: info.width, height: info.height }
}

describe('the design of a customization', () => {
  test('a correction becomes a new version whose print file the server draws, and the template and the order’s own stay', async () => {
    const order = await ordered()
    const { shop, ctx, id } = order
    const added = await store(shop, '#0000ff', fileKind.templateLayer)
    const design = await toShownDesign(ctx, await readDesign(ctx, id))
    const layers = [...design.layers, layerOf(added, { left: 100, index: 1 }) as CustomizationDesign['layers'][number]]
    const corrected = await correctDesign(ctx, id, { ...correctionOf(design), layers })
    expect(corrected).toMatchObject({ version: 2, lock: null, layers: [{ uuid: layers[0]?.uuid }, { uuid: layers[1]?.uuid }] })
    const print = await printed(order)
    expect([print.left, print.right]).toEqual([
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ])
    const { customizedImage, customizedImageType } = await order.seen()
    expect([print.width, print.height, customizedImageType]).toEqual([600, 600, 'image/png'])
    expect(customizedImage).toEqual({ width: print.width, height: print.height })
    expect(await listVersions(ctx, id)).toMatchObject([
      { version: 2, origin: 'correction', username: ctx.actor.username, isCurrent: true },
      { version: 1, origin: 'order', username: null, isCurrent: false },
    ])
  })

  test('pictures of the buyer are previews until the design is paid for, and a correction keeps the originals', async () => {
    const { ctx, id } = await ordered()
    const design = await toShownDesign(ctx, await readDesign(ctx, id))
    const [layer] = design.layers
    expect(layer?.imageUrl).toMatch(/\/files\/previews\/\d+-[\w-]{32}\.webp$/)
    const shown = await openPreviewedPicture(ctx, (layer?.imageUrl ?? '').split('/').at(-1) ?? '')
    expect(shown.accountId).toBe(ctx.actor.accountId)
    const corrected = await correctDesign(ctx, id, {
      ...correctionOf(design),
      layers: [{ ...design.layers[0], left: 100 } as never],
    })
    expect(corrected.layers[0]?.imageUrl).toBe(layer?.imageUrl)
    expect((await readDesign(ctx, id)).layers[0]?.imageKey).not.toContain('preview')
    await buyCredits(ctx, 6000)
    await charge(ctx, [id])
    const paid = await toShownDesign(ctx, await readDesign(ctx, id))
    expect(paid).toMatchObject({ lock: 'charged' })
    expect(paid.layers[0]?.imageUrl).not.toContain('previews')
  })

  test('a design that was paid for is not changed', async () => {
    const { ctx, id } = await ordered()
    const design = await toShownDesign(ctx, await readDesign(ctx, id))
    await buyCredits(ctx, 6000)
    await charge(ctx, [id])
    const refused = { code: 'conflict', message: expect.stringContaining('已经下载（扣点）') }
    await expect(correctDesign(ctx, id, correctionOf(design))).rejects.toMatchObject(refused)
    await expect(renderDesign(ctx, id, 1)).rejects.toMatchObject(refused)
    await expect(restoreVersion(ctx, id, { version: 1, restore: 1 })).rejects.toMatchObject(refused)
  })

  test('a correction on top of another version is refused, and nothing changes', async () => {
    const { ctx, id, put, seen } = await ordered()
    const design = await toShownDesign(ctx, await readDesign(ctx, id))
    await put('https://img.example.com/newer.png')
    await expect(correctDesign(ctx, id, correctionOf(design))).rejects.toMatchObject({ code: 'stale-revision' })
    expect(await imageOf(ctx, await seen())).toBe('https://img.example.com/newer.png')
  })

  test('the order does not undo a correction unless it brings another picture, and then both stay as versions', async () => {
    const { ctx, id, put, seen } = await ordered()
    await renderDesign(ctx, id, 1)
    const drawn = await imageOf(ctx, await seen())
    await put(undefined, { phoneModelName: 'iPhone 15 (改)' })
    expect(await imageOf(ctx, await seen())).toBe(drawn)
    expect(await seen()).toMatchObject({ version: 2, phoneModelName: 'iPhone 15 (改)' })
    await put('https://img.example.com/newer.png')
    expect(await imageOf(ctx, await seen())).toBe('https://img.example.com/newer.png')
    expect((await listVersions(ctx, id)).map(({ version, origin }) => [version, origin])).toEqual([
      [3, 'order'],
      [2, 'rendering'],
      [1, 'order'],
    ])
    await expect(restoreVersion(ctx, id, { version: 3, restore: 2 })).resolves.toEqual({ version: 4 })
    expect(await imageOf(ctx, await seen())).toBe(drawn)
  })

  test('a restored version stays while the order brings the picture that it brought then, paid for or not', async () => {
    const { ctx, id, put, seen, shop } = await ordered()
    await renderDesign(ctx, id, 1)
    const drawn = await imageOf(ctx, await seen())
    await put('https://img.example.com/newer.png')
    await restoreVersion(ctx, id, { version: 3, restore: 2 })
    await put('https://img.example.com/newer.png', { phoneModelName: 'iPhone 15 (改)' })
    expect(await imageOf(ctx, await seen())).toBe(drawn)
    await restoreVersion(ctx, id, { version: 4, restore: 3 })
    await buyCredits(ctx, 6000)
    await charge(ctx, [id])
    await put('https://img.example.com/newer.png', { phoneModelName: 'iPhone 15 (再改)' })
    expect((await shop.list())[0]?.orderItems[0]?.customizations.map((one) => one.id)).toEqual([id])
  })

  test('a charge shows the print file that was paid for, and not those of earlier versions', async () => {
    const { ctx, id, picture } = await ordered()
    await renderDesign(ctx, id, 1)
    await buyCredits(ctx, 6000)
    await charge(ctx, [id])
    const { storageKey } = await readDesign(ctx, id)
    const shown = await ctx.db
      .selectFrom('file')
      .select('storage_key')
      .where('account_id', '=', ctx.actor.accountId)
      .where(mayShowFile)
      .execute()
    const keys = shown.map((row) => `/files/${row.storage_key}`)
    expect(keys).toContain(`/files/${storageKey}`)
    expect(keys).not.toContain(picture.url)
  })

  test('a design is not saved for a case that was changed while its print file was drawn', async () => {
    const { shop, ctx, id, seen } = await ordered()
    const set = () => setCase(ctx, { customizationIds: [id], phoneModelId: shop.model.id, alike: false })
    const renderer: Renderer = {
      ...ctx.renderer,
      renderShown: async (input, on) => {
        await set()
        return ctx.renderer.renderShown(input, on)
      },
    }
    const before = await imageOf(ctx, await seen())
    await expect(renderDesign({ ...ctx, renderer }, id, 1)).rejects.toMatchObject({ code: 'conflict' })
    expect(await imageOf(ctx, await seen())).toBe(before)
    expect(await seen()).toMatchObject({ version: 1, caseByHand: true })
  })

  test('a charge pays for the corrected picture, also when the order comes once more with its first picture', async () => {
    const { ctx, id, put, seen, shop } = await ordered()
    await renderDesign(ctx, id, 1)
    await buyCredits(ctx, 6000)
    await charge(ctx, [id])
    const drawn = await imageOf(ctx, await seen())
    await put(undefined, { phoneModelName: 'iPhone 15 (改)' })
    const customizations = (await shop.list())[0]?.orderItems[0]?.customizations
    expect(customizations?.map((one) => one.id)).toEqual([id])
    expect(await imageOf(ctx, await seen())).toBe(drawn)
  })

  test('a customization that was paid for is made once more as another one, which takes its pieces and is charged for itself', async () => {
    const { ctx, id, put, shop } = await ordered()
    await expect(remakeDesign(ctx, id)).rejects.toMatchObject({ code: 'conflict' })
    await buyCredits(ctx, 6000)
    await charge(ctx, [id])
    const { customizationId } = await remakeDesign(ctx, id)
    expect(await remakeDesign(ctx, id)).toEqual({ customizationId })
    const design = await toShownDesign(ctx, await readDesign(ctx, customizationId))
    expect(design).toMatchObject({ version: 1, lock: null })
    await correctDesign(ctx, customizationId, correctionOf(design))
    // The order comes once more, with a change: the remake stays in it.
    await put(undefined, { phoneModelName: 'iPhone 15 (改)' })
    const [item] = (await shop.list())[0]?.orderItems ?? []
    expect(item?.customizations).toMatchObject([
      { id, designLock: 'charged', remakeOf: null },
      { id: customizationId, designLock: null, remakeOf: id, version: 2 },
    ])
    expect(item && [...(piecesOf(item) ?? [])]).toEqual([
      [id, 0],
      [customizationId, 1],
    ])
    const charged = await charge(ctx, [customizationId])
    expect(charged).toMatchObject({ charged: [customizationId], credits: 6000 - 120 })
    expect((await remakeDesign(ctx, customizationId)).customizationId).not.toBe(customizationId)
  })

  test('an effect image is drawn with the look and in the pose of its material, and of a deleted one by its name', async () => {
    const { ctx, picture } = await ordered()
    const { id: materialId } = await createMaterial(ctx, { name: '植鞣', look: 'leather', effectPose: 'standing' })
    const drawn: object[] = []
    const renderShown: Renderer['renderShown'] = async (input, on) => {
      drawn.push({ look: on?.look, pose: on?.pose })
      return ctx.renderer.renderShown(input, on)
    }
    const spied = { ...ctx, renderer: { ...ctx.renderer, renderShown } }
    const backgroundKey = picture.url.slice('/files/'.length)
    const shown = { widthMm: 60, heightMm: 120, wireframe: { width: 100, height: 200, backgroundKey, foregroundKey: null } }
    for (const material of [
      { materialId, materialName: '植鞣' },
      { materialId: null, materialName: '透明软壳' },
    ]) {
      const design = { canvas: { width: 60, height: 120 }, layers: [], ...shown }
      const { print, effect } = await drawWithEffect(spied, design, { ...shown, ...material } as ShownCase)
      expect(await drawPrint(ctx, design)).toEqual(print)
      expect(await sharp(effect ?? undefined).metadata()).toMatchObject({ width: 900, height: 1200 })
    }
    expect(drawn).toEqual([
      { look: 'leather', pose: 'standing' },
      { look: 'clear', pose: 'front' },
    ])
  })

  test('a rendering is compared with the present picture before it takes its place', async () => {
    const { ctx, id } = await ordered()
    const first = await compareRendering(ctx, id)
    expect(first).toMatchObject({
      version: 1,
      old: { width: 40, height: 40, picture: expect.stringMatching(/^data:image\/webp/) },
    })
    expect(first.differingPercent).toBeGreaterThan(90)
    await renderDesign(ctx, id, 1)
    expect(await compareRendering(ctx, id)).toMatchObject({ version: 2, meanDifference: 0, differingPercent: 0 })
  })

  describe.each(['row', 'content'])('a charged print file whose %s is lost', (part) => {
    test.each([{ corrected: false }, { corrected: true }])(
      'a lost print file is drawn again with the same pixels, in its version and free of charge (corrected: $corrected)',
      async ({ corrected }) => {
        const order = await ordered()
        const { ctx, id, shop } = order
        if (corrected) {
          const design = await toShownDesign(ctx, await readDesign(ctx, id))
          const blue = await store(shop, '#0000ff', fileKind.templateLayer)
          await correctDesign(ctx, id, { ...correctionOf(design), layers: [layerOf(blue) as never] })
        } else await renderDesign(ctx, id, 1)
        await buyCredits(ctx, 6000)
        await charge(ctx, [id])
        const before = await printed(order)
        const { storageKey } = await readDesign(ctx, id)
        if (part === 'row') await deleteFile(ctx, storageKey ?? '')
        else await ctx.storage.remove(storageKey ?? '')

        expect(await compareRendering(ctx, id)).toMatchObject({ version: 2, old: null })
        expect(await renderDesign(ctx, id, 2)).toEqual({ version: 2 })
        expect(await printed(order)).toEqual(before)
        expect(await imageOf(ctx, await order.seen())).toContain('/files/')
        expect((await listVersions(ctx, id)).map(({ version }) => version)).toEqual([2, 1])
        expect(await charge(ctx, [id])).toMatchObject({ charged: [], credits: 6000 - 60 })
        // Once it is there, nothing takes its place.
        await expect(renderDesign(ctx, id, 2)).rejects.toMatchObject({ code: 'conflict' })
      },
    )
  })

  test('an order that came with a picture only keeps it, and says why', async () => {
    const { ctx, id } = await ordered({ design: undefined })
    await expect(readDesign(ctx, id)).rejects.toMatchObject({
      code: 'conflict',
      message: '这个定制随订单只带来了图片，没有设计图层，不能修改或重新生成',
    })
    expect((await listVersions(ctx, id)).length).toBe(1)
  })

  test('pictures of other accounts and of other orders cannot be put into a design', async () => {
    const { ctx, id, picture } = await ordered()
    const stranger = await openOrderShop(domain)
    const theirs = await store(stranger, '#123456', fileKind.templateLayer)
    const design = await toShownDesign(ctx, await readDesign(ctx, id))
    for (const file of [theirs, picture]) {
      const layers = [{ ...design.layers[0], imageFileId: file.id } as never]
      await expect(correctDesign(ctx, id, { ...correctionOf(design), layers })).rejects.toMatchObject({ code: 'invalid' })
    }
    await expect(readDesign(stranger.ctx, id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a picture that is lost is named with its layer', async () => {
    const { ctx, id } = await ordered()
    const [layer] = (await readDesign(ctx, id)).layers
    await ctx.storage.remove(layer?.imageKey ?? '')
    await expect(renderDesign(ctx, id, 1)).rejects.toMatchObject({ message: expect.stringContaining('图层「照片」') })
  })
})
