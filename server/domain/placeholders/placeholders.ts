/** Placeholder images of the AI portrait menu. */
import { type AiCutoutType, fileKind } from '../../../contract/constants'
import type { PlaceholderImage } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { invalid, notFound } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { fileAddress } from '../files/addresses'
import { findFileAt, requireFile } from '../files/service'

const select = ({ db, actor }: Ctx) =>
  db
    .selectFrom('cutout_placeholder')
    .innerJoin('file', 'file.id', 'cutout_placeholder.file_id')
    .select(['cutout_placeholder.id', 'cutout_type', 'file_id', 'storage_key', 'width', 'height'])
    .where('cutout_placeholder.account_id', '=', actor.accountId)

type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toPlaceholder = (ctx: Ctx, row: Selected): PlaceholderImage => ({
  id: row.id,
  url: fileAddress(ctx, row.storage_key),
  aiCutoutType: row.cutout_type,
  fileId: row.file_id,
  width: row.width,
  height: row.height,
})

export async function listPlaceholders(ctx: Ctx, type: AiCutoutType): Promise<PlaceholderImage[]> {
  const rows = await select(ctx).where('cutout_type', '=', type).orderBy('cutout_placeholder.id').execute()
  return rows.map((row) => toPlaceholder(ctx, row))
}

/** Kinds of pictures that can become a layer. */
const kinds = [fileKind.designAsset, fileKind.templateLayer]

export interface PlaceholderWrite {
  readonly aiCutoutType: AiCutoutType
  readonly url: string
}

/**
 * Creates a placeholder. The same picture for the same type returns the existing one, so that a retry after a lost response
 * changes nothing.
 */
export function createPlaceholder(ctx: Ctx, { aiCutoutType, url }: PlaceholderWrite): Promise<PlaceholderImage> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const fileId = (await findFileAt(inner, url))?.id
    if (fileId === undefined) throw invalid('url', '图片不存在或尚未上传完成，请重新上传')
    const file = await requireFile(inner, fileId, kinds, 'url')
    if (file.content_type !== 'image/png' && file.content_type !== 'image/jpeg') throw invalid('url', '只支持 PNG、JPG 图片')
    await db
      .insertInto('cutout_placeholder')
      .values({ account_id: actor.accountId, cutout_type: aiCutoutType, file_id: fileId })
      .onConflict((conflict) => conflict.columns(['account_id', 'cutout_type', 'file_id']).doNothing())
      .execute()
    const row = await select(inner).where('cutout_type', '=', aiCutoutType).where('file_id', '=', fileId).executeTakeFirst()
    if (!row) throw notFound('占位图像')
    return toPlaceholder(inner, row)
  })
}

/** Deletes a placeholder. Its file stays while layers use it, and a week longer. */
export async function removePlaceholder({ db, actor }: Ctx, id: number): Promise<void> {
  const deleted = await db
    .deleteFrom('cutout_placeholder')
    .where('id', '=', id)
    .where('account_id', '=', actor.accountId)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notFound('占位图像')
}
