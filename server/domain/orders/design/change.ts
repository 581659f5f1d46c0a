/**
 * Changes the design of a customization: by a seller's correction, by drawing it again, or by going back to an earlier version.
 * The template and other orders stay as they are. Possible until the customization is charged or pushed, because what is printed
 * is what was paid for; of such a one only a print file that is lost is drawn again, of the same design and within its version. The
 * picture is drawn before the transaction, which checks again that nothing changed meanwhile.
 */
import { sql } from 'kysely'
import type { z } from 'zod'
import { fileKind, type VersionOrigin } from '../../../../contract/constants'
import type * as schemas from '../../../../contract/schemas/customizations'
import type { CustomizationDesign, TemplateLayerWrite } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure, invalid, notFound } from '../../../kernel/failure'
import { transact } from '../../../kernel/transact'
import { lockLedger } from '../../credits/ledger'
import { markFilesUsed } from '../../files/unused'
import { lockShop } from '../../shops/shops'
import { arrangeLayers } from '../../templates/rules'
import { mayShowFile } from '../pay-wall'
import { isPrintLost } from '../picture-bytes'
import { layerPicture, type StoredSnapshot } from '../snapshot'
import { drawWithEffect } from './effect-image'
import { drawPrint, type StoredPrint, storePicture } from './print-file'
import {
  lockOf,
  readDesign,
  requireUnlocked,
  requireVersion,
  type StoredDesign,
  type StoredLayer,
  toShownDesign,
} from './stored-design'
import { keepVersions } from './versions'

type Correction = z.output<typeof schemas.designCorrection>

/** The new version of a customization. */
interface NewVersion {
  readonly origin: VersionOrigin
  readonly snapshot: StoredSnapshot
  readonly customizedUrl: string | null
  readonly customizedFileId: number | null
  readonly previewUrl: string | null
  readonly previewFileId: number | null
  /** The picture that the order brings at present: the version stands until it brings another. */
  readonly orderImageUrl: string | null
  /** Files that the customization keeps from now on. */
  readonly fileIds: readonly number[]
}

const addressOf = ({ key }: StoredPrint): string => `/files/${key}`

/** Saves a corrected design as a new version of this customization, and draws its print file and effect image. */
export async function correctDesign(ctx: Ctx, id: number, correction: Correction): Promise<CustomizationDesign> {
  const design = await readDesign(ctx, id)
  requireVersion(design, correction.version)
  requireUnlocked(design)
  const layers = await withKeys(ctx, design, arrangeLayers(correction.layers))
  const canvas = { width: correction.width, height: correction.height }
  await drawVersion(ctx, { ...design, canvas, layers }, 'correction')
  return toShownDesign(ctx, await readDesign(ctx, id))
}

/** Draws the print file of the present design anew, as a new version. */
export async function renderDesign(ctx: Ctx, id: number, version: number): Promise<{ version: number }> {
  const design = await readDesign(ctx, id)
  requireVersion(design, version)
  if (await isPaidPrintLost(ctx, design)) return replaceLostPrint(ctx, design)
  requireUnlocked(design)
  return drawVersion(ctx, design, 'rendering')
}

/** Draws the print file of a charged or pushed customization again if it is lost, free of charge; does nothing to any other. */
export async function restoreLostPrint(ctx: Ctx, id: number): Promise<void> {
  const design = await readDesign(ctx, id)
  if (await isPaidPrintLost(ctx, design)) await replaceLostPrint(ctx, design)
}

const isPaidPrintLost = async (ctx: Ctx, design: StoredDesign): Promise<boolean> =>
  lockOf(design) !== null && (await isPrintLost(ctx, design))

/** Draws the frozen design, for the case that it was ordered for: another picture than the one that was paid for cannot come of it. */
async function replaceLostPrint(ctx: Ctx, seen: StoredDesign): Promise<{ version: number }> {
  const print = await storePicture(ctx, `customized-${seen.id}.png`, await drawPrint(ctx, seen))
  return transact(ctx, async (inner) => {
    const now = await lockSame(inner, seen)
    // Another request may have drawn it meanwhile.
    if (!(await isPaidPrintLost(inner, now))) return { version: now.version }
    const picture = { customized_image_url: addressOf(print), customized_file_id: print.fileId }
    const { db, actor } = inner
    await db
      .updateTable('customization')
      .set(picture)
      .where('account_id', '=', actor.accountId)
      .where('id', '=', seen.id)
      .execute()
    await db
      .updateTable('customization_version')
      .set(picture)
      .where('account_id', '=', actor.accountId)
      .where('customization_id', '=', seen.id)
      .where('version', '=', seen.version)
      .execute()
    await keepFiles(inner, seen.id, [print.fileId])
    return { version: seen.version }
  })
}

async function drawVersion(ctx: Ctx, design: StoredDesign, origin: VersionOrigin): Promise<{ version: number }> {
  const { print, effect } = await drawWithEffect(ctx, design, { ...design, wireframe: design.snapshot.wireframe })
  const customized = await storePicture(ctx, `customized-${design.id}.png`, print)
  const preview = effect && (await storePicture(ctx, `effect-${design.id}.webp`, effect))
  return writeVersion(ctx, design, (orderImageUrl) => ({
    origin,
    snapshot: {
      ...design.snapshot,
      canvas: design.canvas,
      layers: design.layers.map(({ imageUrl: _, imageKey, ...fields }) => ({ ...fields, [layerPicture]: imageKey })),
    },
    customizedUrl: addressOf(customized),
    customizedFileId: customized.fileId,
    previewUrl: preview && addressOf(preview),
    previewFileId: preview?.fileId ?? null,
    orderImageUrl,
    fileIds: [customized.fileId, ...(preview ? [preview.fileId] : []), ...design.layers.map(({ imageFileId }) => imageFileId)],
  }))
}

/** Makes an earlier version the present one again, as a new version. */
export async function restoreVersion(
  ctx: Ctx,
  id: number,
  { version, restore }: { readonly version: number; readonly restore: number },
): Promise<{ version: number }> {
  const design = await readDesign(ctx, id)
  requireVersion(design, version)
  requireUnlocked(design)
  const kept = await ctx.db
    .selectFrom('customization_version')
    .selectAll()
    .where('account_id', '=', ctx.actor.accountId)
    .where('customization_id', '=', id)
    .where('version', '=', restore)
    .executeTakeFirst()
  if (!kept) throw notFound(`第 ${restore} 版`)
  return writeVersion(ctx, design, (orderImageUrl) => ({
    origin: 'restored',
    // Only this module and `freeze` write snapshots.
    snapshot: { ...(kept.snapshot as unknown as StoredSnapshot), wireframe: design.snapshot.wireframe },
    customizedUrl: kept.customized_image_url,
    customizedFileId: kept.customized_file_id,
    previewUrl: kept.preview_image_url,
    previewFileId: kept.preview_file_id,
    orderImageUrl,
    fileIds: [],
  }))
}

/** @param toVersion gets the address of the picture that the order brings at present. */
function writeVersion(
  ctx: Ctx,
  seen: StoredDesign,
  toVersion: (orderImageUrl: string | null) => NewVersion,
): Promise<{ version: number }> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const { orderImageUrl } = await lockUnchanged(inner, seen)
    await keepVersions(inner, [seen.id], { origin: 'order', username: null })
    const next = toVersion(orderImageUrl ?? seen.url)
    const { version } = await db
      .updateTable('customization')
      .set({
        snapshot: JSON.stringify(next.snapshot),
        customized_image_url: next.customizedUrl,
        customized_file_id: next.customizedFileId,
        preview_image_url: next.previewUrl,
        preview_file_id: next.previewFileId,
        order_image_url: next.orderImageUrl,
        version: seen.version + 1,
      })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', seen.id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await keepVersions(inner, [seen.id], { origin: next.origin, username: actor.username })
    await keepFiles(inner, seen.id, next.fileIds)
    return { version }
  })
}

/** Locks the customization against imports, charges and pushes, and checks that it is still what was seen. */
async function lockSame(ctx: Ctx, seen: StoredDesign): Promise<StoredDesign> {
  // Imports, changes of the case and push claims lock the shop row, charges the ledger.
  await lockShop(ctx, seen.shopId)
  await lockLedger(ctx, ctx.actor.accountId)
  const now = await readDesign(ctx, seen.id)
  requireVersion(now, seen.version)
  if (caseOf(now) !== caseOf(seen)) throw new Failure('conflict', '这个定制刚刚换了型号，本次没有保存；请重试')
  return now
}

/** The same for one that is to be changed. */
async function lockUnchanged(ctx: Ctx, seen: StoredDesign): Promise<{ orderImageUrl: string | null }> {
  const { db, actor } = ctx
  requireUnlocked(await lockSame(ctx, seen))
  const row = await db
    .selectFrom('customization')
    .select('order_image_url as orderImageUrl')
    .where('id', '=', seen.id)
    .where('account_id', '=', actor.accountId)
    .executeTakeFirst()
  if (!row) throw notFound('定制')
  return row
}

/** Returns a key of the case and sizes for which print file and effect image were drawn. */
const caseOf = ({ phoneModelId, materialColorId, widthMm, heightMm, snapshot: { wireframe } }: StoredDesign): string =>
  JSON.stringify([phoneModelId, materialColorId, widthMm, heightMm, wireframe])

/** Every version stays complete: its pictures are kept as long as the customization. */
async function keepFiles({ db, actor }: Ctx, customizationId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into customization_file (account_id, customization_id, file_id)
    select ${actor.accountId}::bigint, ${customizationId}::bigint, file.id
    from unnest(${[...new Set(ids)]}::bigint[]) as file (id) on conflict do nothing`.execute(db)
  await markFilesUsed(db, ids)
}

/**
 * Returns the layers with the keys of their pictures: those that the design has already, own uploads, and own assets. Pictures
 * of other customizations are refused.
 */
async function withKeys(ctx: Ctx, design: StoredDesign, layers: readonly TemplateLayerWrite[]): Promise<StoredLayer[]> {
  const keys = new Map(design.layers.map(({ imageFileId, imageKey }) => [imageFileId, imageKey]))
  const added = [...new Set(layers.map(({ imageFileId }) => imageFileId))].filter((fileId) => !keys.has(fileId))
  if (added.length > 0) {
    const rows = await ctx.db
      .selectFrom('file')
      .select(['id', 'storage_key'])
      .where('account_id', '=', ctx.actor.accountId)
      .where('status', '=', 'ready')
      .where('kind', 'in', [fileKind.designAsset, fileKind.templateLayer])
      .where(sql<boolean>`id = any(${added}::bigint[])`)
      .where(mayShowFile)
      .execute()
    for (const { id, storage_key } of rows) keys.set(id, storage_key)
  }
  return layers.map((layer, at) => {
    const imageKey = keys.get(layer.imageFileId)
    if (imageKey === undefined) throw invalid(`layers.${at}.imageFileId`, '图层的图片不存在或尚未上传完成，请重新上传该图层')
    return { ...layer, id: at + 1, imageKey }
  })
}
