/** Every mode of a link with every combination of its switches: the server refuses every function that is off, whatever a page shows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind, productMode } from '../../contract/constants'
import { openSetting } from '../../contract/open-setting'
import { startOf } from '../../contract/rules/buyer-rights'
import type { BuyerDesign, TemplateLayerWrite } from '../../contract/types'
import { assetHandlers } from '../domain/assets/handlers'
import { updateLink } from '../domain/shops/links'
import type { PublicCtx } from '../kernel/context'
import { addFont, type BuyerShop, buyer, openBuyerShop, photoFor, toWrite } from './buyer-shop'
import { type Domain, openDomain } from './domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const switches = ['imageUploadEnabled', 'stickerAssetEnabled', 'imageAssetEnabled', 'textEnabled', 'backgroundEnabled'] as const
type Switch = (typeof switches)[number]
const assetTypes: Readonly<Record<number, Switch>> = { 1: 'imageAssetEnabled', 2: 'stickerAssetEnabled', 3: 'backgroundEnabled' }

/** Returns whether a design can begin empty under the link's settings, and whether one can begin from the template. */
const begins = async (shop: BuyerShop) => {
  const tried = async (templateId: number | null) =>
    shop.begin(templateId).then(
      () => true,
      (error: { code: string }) => {
        expect(error.code).toMatch(/^(forbidden|invalid|not-found)$/)
        return false
      },
    )
  return { blank: await tried(null), template: await tried(shop.template.id) }
}

async function addAsset({ ctx, picture }: BuyerShop, type: 1 | 2 | 3): Promise<number> {
  const collection = await assetHandlers.designAssetCollections.create({ body: { type, name: `类型${type}` } }, ctx)
  const fileId = await picture(`#0${type}0000`)
  await ctx.db.updateTable('file').set({ kind: fileKind.designAsset }).where('id', '=', fileId).execute()
  await assetHandlers.designAssets.create({ body: { type, collectionId: collection.id, fileId } }, ctx)
  return fileId
}

/** One document for each switch, which only that switch allows. */
async function probesOf(shop: BuyerShop, design: BuyerDesign, visitor: PublicCtx) {
  const layers = toWrite(design.layers)
  const [place] = layers
  if (!place) throw new Error('the template has no layer')
  const added = (change: Partial<TemplateLayerWrite>): TemplateLayerWrite[] => [
    ...layers,
    { ...place, uuid: 'added', index: 9, locked: false, isUserUploadImage: false, appearance: null, ...change },
  ]
  const fontId = await addFont(shop)
  const body = { text: '小明', fontId, fontColor: '#112233', like: null }
  const drawn = await buyer.drawText({ params: { id: design.id }, body }, visitor)
  const words = {
    type: 'TEXT' as const,
    imageFileId: drawn.imageFileId,
    originalWidth: drawn.width,
    originalHeight: drawn.height,
    text: body.text,
    fontId,
    fontColor: body.fontColor,
    verticalText: false,
    textAlign: 'center' as const,
    letterSpacing: 0,
    lineHeight: 1.2,
  }
  const photo = await photoFor(shop, design.id, '#ff0000')
  const background = {
    ...added({ imageFileId: await addAsset(shop, 3), isBackground: true, index: 0 }).at(-1),
  } as TemplateLayerWrite
  return {
    imageUploadEnabled: layers.map((layer) => (layer.uuid === place.uuid ? { ...layer, imageFileId: photo } : layer)),
    stickerAssetEnabled: added({ imageFileId: await addAsset(shop, 2) }),
    imageAssetEnabled: added({ imageFileId: await addAsset(shop, 1) }),
    textEnabled: added(words),
    backgroundEnabled: [background, ...layers.map((layer) => ({ ...layer, index: layer.index + 1 }))],
  } satisfies Record<Switch, TemplateLayerWrite[]>
}

test('every mode with every combination of switches allows exactly what it says', async () => {
  const shop = await openBuyerShop(domain)
  const bound = { bindingTemplateCollectionIds: [shop.template.collectionId], bindingTemplateId: shop.template.id }
  const { secret, design } = await shop.begin()
  const visitor = shop.visitor(secret)
  const { id } = design
  const probes = await probesOf(shop, design, visitor)
  let { revision } = design
  const { base } = await shop.ctx.db.selectFrom('buyer_design').select('base').where('id', '=', id).executeTakeFirstOrThrow()
  const taken = async (layers: TemplateLayerWrite[]): Promise<boolean> => {
    // Layers that were saved before a switch was turned off may be saved again.
    await shop.ctx.db
      .updateTable('buyer_design')
      .set({ layers: JSON.stringify(base) })
      .where('id', '=', id)
      .execute()
    try {
      revision = (await buyer.save({ params: { id }, body: { ...shop.chosen, revision, layers } }, visitor)).revision
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid' })
      return false
    }
  }
  for (const mode of Object.values(productMode)) {
    for (let bits = 0; bits < 32; bits++) {
      const on = Object.fromEntries(switches.map((name, at) => [name, (bits & (1 << at)) !== 0])) as Record<Switch, boolean>
      await updateLink(shop.ctx, shop.link.id, { ...openSetting, ...shop.link, ...bound, ...on, mode })
      // Calls about one design are limited by the minute.
      await shop.ctx.db.deleteFrom('shared_limit').where('key', '=', `buyer:design:${id}`).execute()
      const offer = await buyer.link({ params: { token: shop.token } }, shop.visitor())
      const { blank, templates } = startOf(mode)
      const told = { mode: offer.mode, templates: offer.templates.length > 0, fonts: offer.fonts.length > 0 }
      expect(told).toEqual({ mode, templates: templates !== 'none', fonts: on.textEnabled })
      const assets = await buyer.assets({ params: { id } }, visitor)
      for (const [type, name] of Object.entries(assetTypes))
        expect(assets.some((asset) => asset.type === Number(type))).toBe(on[name])
      for (const name of switches) expect([mode, bits, name, await taken(probes[name])]).toEqual([mode, bits, name, on[name]])
      // How a design can begin depends on the mode alone.
      if (bits === 0) expect(await begins(shop)).toEqual({ blank, template: templates !== 'none' })
    }
  }
})
