/** A shop whose buyers design behind a link, and what a buyer does there. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { fileKind, productMode } from '../../contract/constants'
import { openSetting } from '../../contract/open-setting'
import type { BuyerDesign, TemplateLayer, TemplateLayerWrite } from '../../contract/types'
import { buyerDesignHandlers, buyerHandlers } from '../domain/buyer/handlers'
import { storeExamined } from '../domain/files/service'
import { storePicture } from '../domain/orders/design/print-file'
import { readStored } from '../domain/orders/picture-bytes'
import { createLink, listUrls } from '../domain/shops/links'
import { templateHandlers } from '../domain/templates/handlers'
import { drawingWork } from '../jobs/drawings'
import type { Ctx, PublicCtx } from '../kernel/context'
import type { RunningJob } from '../kernel/jobs'
import type { Domain } from './domain'
import { imageOf, openOrderShop } from './order-shop'
import { layer } from './template-studio'

/** Cuts nothing out, but issues the tickets for it. */
export const cutoutSecret = 'secret-of-the-cutout-host'
export const { buyer } = buyerHandlers({ tickets: { secret: cutoutSecret, host: null } })
export const { buyerDesigns } = buyerDesignHandlers
let addresses = 0
let fonts = 0

/** A shop with a template (a place for a photo over a locked frame) and a link to it. */
export async function openBuyerShop(domain: Domain, change: object = {}, opened?: Awaited<ReturnType<typeof openOrderShop>>) {
  const shop = opened ?? (await openOrderShop(domain))
  const { ctx, shopId } = shop
  const picture = async (color: string, width = 40, height = 40) => {
    const bytes = await sharp({ create: { width, height, channels: 4, background: color } })
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
  const begin = (templateId: number | null = template.id, preview = false) =>
    buyer.begin({ params: { token }, body: { ...chosen, templateId, preview } }, visitor())
  return { ...shop, template, link, token, visitor, begin, chosen, picture }
}
export type BuyerShop = Awaited<ReturnType<typeof openBuyerShop>>

const kuaile = createRequire(import.meta.url).resolve('@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf')

/** Puts a font on sale; returns its id. */
export async function addFont({ ctx, picture }: BuyerShop, source: Buffer = readFileSync(kuaile)): Promise<number> {
  const account_id = ctx.actor.accountId
  const examined = await storeExamined(ctx, { owner: account_id, kind: fileKind.font, source })
  const file = { account_id, kind: fileKind.font, name: 'a.ttf', status: 'ready' as const, ...examined }
  const { id: font_file_id } = await ctx.db.insertInto('file').values(file).returning('id').executeTakeFirstOrThrow()
  const preview = await picture('#000000')
  const previews = { preview_file_id: preview, active_preview_file_id: preview }
  const row = { account_id, name: '快乐体', font_file_id, ...previews, position: ++fonts }
  return (await ctx.db.insertInto('shop_font').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export const toWrite = (layers: readonly TemplateLayer[]): TemplateLayerWrite[] => layers.map((one) => ({ ...one, id: null }))

export async function photoFor({ ctx }: BuyerShop, designId: number, color: string) {
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

/** Puts a photo of this colour into the place for it, submits the design, and returns it as it is when it is drawn. */
export async function submitted(shop: BuyerShop, begun: { secret: string; design: BuyerDesign }, color: string) {
  const { id, layers, revision } = begun.design
  const fileId = await photoFor(shop, id, color)
  const body = {
    ...shop.chosen,
    revision,
    layers: toWrite(layers).map((one) => (one.uuid === 'photo' ? { ...one, imageFileId: fileId } : one)),
  }
  const saved = await buyer.save({ params: { id }, body }, shop.visitor(begun.secret))
  await buyer.submit({ params: { id }, body: { revision: saved.revision, consent: true } }, shop.visitor(begun.secret))
  await drawWaiting(shop.ctx)
  return buyer.get({ params: { id } }, shop.visitor(begun.secret))
}

/** Draws the designs of the account that wait for it, as their jobs do. */
export async function drawWaiting(ctx: Ctx): Promise<void> {
  const [queue] = drawingWork(ctx, 1, (_, error) => {
    throw error
  })
  const waiting = await ctx.db
    .selectFrom('buyer_drawing')
    .select('id')
    .where('account_id', '=', ctx.actor.accountId)
    .where('status', '=', 'waiting')
    .orderBy('rank')
    .orderBy('id')
    .execute()
  for (const { id } of waiting) await queue?.run(heldJob(ctx.actor.accountId, { taskId: id }))
}

const nothing = async () => undefined
/** A job that this process holds until its end, at its last attempt. */
export const heldJob = (accountId: number, data: RunningJob['data']): RunningJob => ({
  accountId,
  data,
  signal: new AbortController().signal,
  isLastAttempt: true,
  hold: async () => true,
  complete: nothing,
  nameOutcome: () => undefined,
  bury: nothing,
  requeue: nothing,
})

/** The colour in the middle of the upper half of an order's print file. */
export async function printedColor(shop: BuyerShop) {
  const [customization] = (await shop.list())[0]?.orderItems[0]?.customizations ?? []
  if (!customization) return null
  const url = await imageOf(shop.ctx, customization)
  const bytes = await readStored(shop.ctx, url?.replace('/files/', '') ?? '')
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 4) * info.width + Math.floor(info.width / 2)) * 3
  return { id: customization.id, color: [...data.subarray(at, at + 3)] }
}
