/** The pictures of a buyer's design: uploaded photos, texts drawn as outlines, and the shop's assets. */
import type { z } from 'zod'
import { fileKind } from '../../../contract/constants'
import type * as schemas from '../../../contract/schemas/buyer'
import type { BuyerPicture, TemplateLayer, UploadForm } from '../../../contract/types'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { fileAddress } from '../files/addresses'
import { reportUpload, signUploadForm } from '../files/uploads'
import { outlineWords, storeWords } from '../fonts/text-pictures'
import { readStored } from '../orders/picture-bytes'
import { type DesignRow, limit, openDesign } from './access'
import { type DrawnText, drawnFields, drawnFrom } from './origins'
import { linkOf, requireUnlocked } from './state'

type TextWrite = z.output<typeof schemas.buyerText>

/** Pictures of one design, texts included. */
const maxPhotos = 40
const maxTexts = 400
/** Photos of one design whose upload began and did not end; a day later they count no more. */
const maxPendingPhotos = 10

async function countPictures({ db }: Ctx, designId: number, origin: 'photo' | 'text'): Promise<number> {
  const { count } = await db
    .selectFrom('buyer_file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('design_id', '=', designId)
    .where('origin', '=', origin)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Announces a photo; it is posted like every upload and then reported. */
export async function createPhotoForm(publicCtx: PublicCtx, id: number, fileName: string): Promise<UploadForm> {
  const { row, ctx } = await openDesign(publicCtx, id)
  await requireUnlocked(ctx, row)
  const link = await linkOf(ctx, row)
  if (!link.imageUploadEnabled) throw new Failure('forbidden', '卖家没有开放上传图片')
  if ((await countPictures(ctx, id, 'photo')) >= maxPhotos)
    throw new Failure('quota-exceeded', `一个设计最多上传 ${maxPhotos} 张图片，请用已经上传的图片`)
  await requireFewPending(ctx, id)
  const form = await signUploadForm(ctx, { fileName, type: fileKind.order, isPrivate: true })
  await keep(ctx, row, form.fileId, 'photo', null)
  return form
}

async function requireFewPending({ db }: Ctx, designId: number): Promise<void> {
  const { count } = await db
    .selectFrom('buyer_file')
    .innerJoin('file', 'file.id', 'buyer_file.file_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('design_id', '=', designId)
    .where('file.status', '=', 'pending')
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxPendingPhotos) throw new Failure('too-many-requests', '还有照片没有上传完，请等一会儿再选')
}

async function keep(
  { db, actor, clock }: Ctx,
  { id }: Pick<DesignRow, 'id'>,
  fileId: number,
  origin: 'photo' | 'text',
  drawnFrom: string | null,
): Promise<void> {
  await db
    .insertInto('buyer_file')
    .values({
      account_id: actor.accountId,
      design_id: id,
      file_id: fileId,
      origin,
      drawn_from: drawnFrom,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Completes the upload of a photo of this design. */
export async function reportPhoto(publicCtx: PublicCtx, id: number, fileId: number): Promise<BuyerPicture> {
  const { ctx } = await openDesign(publicCtx, id)
  const own = await ctx.db
    .selectFrom('buyer_file')
    .select('file_id')
    .where('design_id', '=', id)
    .where('file_id', '=', fileId)
    .where('origin', '=', 'photo')
    .executeTakeFirst()
  if (!own) throw notFound('图片')
  const { file } = await reportUpload(ctx, { fileId, success: true }, { photoOnly: true })
  if (!file?.width || !file.height) throw new Failure('unsupported-file', '这张图片没有尺寸，请换一张照片')
  return { imageFileId: file.id, imageUrl: file.url, width: file.width, height: file.height }
}

/** Font styles of a new text, as the designer begins one. */
const newText: DrawnText = { verticalText: false, textAlign: 'center', letterSpacing: 0, lineHeight: 1.2 }

/**
 * Draws a text as outlines in a font of the shop, in the style of the layer `like`. Rejects with 'invalid' when the font lacks
 * characters.
 */
export async function drawText(publicCtx: PublicCtx, id: number, write: TextWrite): Promise<BuyerPicture> {
  const { row, ctx } = await openDesign(publicCtx, id)
  await requireUnlocked(ctx, row)
  const link = await linkOf(ctx, row)
  if (!link.textEnabled) throw new Failure('forbidden', '卖家没有开放文字')
  await limit(publicCtx, `buyer:text:${id}`, 60, 60_000)
  const layers = [...row.layers, ...row.base] as unknown as TemplateLayer[]
  const like = write.like === null ? undefined : layers.find(({ uuid, type }) => uuid === write.like && type === 'TEXT')
  const { text, fontId, fontColor } = write
  const style: DrawnText = { ...newText, ...(like && pick(like)), text, fontId, fontColor }
  const drawn = drawnFrom(style)
  const known = await findDrawn(ctx, id, drawn)
  if (known) return known
  if ((await countPictures(ctx, id, 'text')) >= maxTexts) throw new Failure('quota-exceeded', '文字改动太多，请重新开始一个设计')
  const missing = invalid('fontId', '这个字体已经下架，请换一个')
  const font = await requireOwned(ctx, 'shop_font', fontId, missing)
  if (!font.enabled && like?.fontId !== fontId) throw missing
  const file = await requireOwned(ctx, 'file', font.font_file_id, '字体')
  const outlined = await outlineWords(ctx, style, { text, fontColor, readFont: () => readStored(ctx, file.storage_key) })
  if ('missing' in outlined) throw invalid('text', `这个字体没有「${outlined.missing.join('')}」，请换一个字体或文字`)
  const { fileId, key } = await storeWords(ctx, outlined.svg)
  await keep(ctx, row, fileId, 'text', drawn)
  const imageUrl = fileAddress(ctx, key)
  return { imageFileId: fileId, imageUrl, width: outlined.width, height: outlined.height }
}

const pick = (layer: TemplateLayer): DrawnText => Object.fromEntries(drawnFields.map((field) => [field, layer[field]]))

async function findDrawn(ctx: Ctx, designId: number, drawn: string): Promise<BuyerPicture | null> {
  const row = await ctx.db
    .selectFrom('buyer_file')
    .innerJoin('file', 'file.id', 'buyer_file.file_id')
    .select(['file.id', 'file.storage_key', 'file.width', 'file.height'])
    .where('buyer_file.design_id', '=', designId)
    .where('drawn_from', '=', drawn)
    .where('file.status', '=', 'ready')
    .executeTakeFirst()
  if (!row?.width || !row.height) return null
  return { imageFileId: row.id, imageUrl: fileAddress(ctx, row.storage_key), width: row.width, height: row.height }
}
