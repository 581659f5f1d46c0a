/** Checks that everything a template refers to belongs to the same account; one query per kind of thing, however many layers. */
import { sql } from 'kysely'
import { fileKind } from '../../../contract/constants'
import type { TemplateLayerWrite } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { requireFile } from '../files/service'
import { markFilesUsed } from '../files/unused'
import { mayShowFile } from '../orders/pay-wall'
import { distinct } from './rules'

export interface References {
  readonly thumbnailFileId?: number | null
  readonly previewPhoneModelId?: number | null | undefined
  readonly previewMaterialColorId?: number | null | undefined
}

export async function checkReferences(ctx: Ctx, content: References): Promise<void> {
  if (typeof content.thumbnailFileId === 'number') {
    await requireFile(ctx, content.thumbnailFileId, [fileKind.templateThumbnail], 'thumbnailFileId')
  }
  await checkPreview(ctx, content)
}

// Locked until the transaction ends, so that a concurrent deletion cannot leave a dangling reference.
type Preview = Pick<References, 'previewPhoneModelId' | 'previewMaterialColorId'>

export async function checkPreview(ctx: Ctx, { previewPhoneModelId, previewMaterialColorId }: Preview): Promise<void> {
  const lock = 'key share'
  if (previewPhoneModelId) {
    const missing = invalid('previewPhoneModelId', '预览机型不存在或已被删除，请重新选择')
    await requireOwned(ctx, 'phone_model', previewPhoneModelId, missing, { lock })
  }
  if (previewMaterialColorId) {
    const missing = invalid('previewMaterialColorId', '预览材质颜色不存在或已被删除，请重新选择')
    await requireOwned(ctx, 'material_color', previewMaterialColorId, missing, { lock })
  }
}

/**
 * Returns those of the ids that are asset collections of the account, each once, in the given order. A collection that was
 * deleted while a designer was open is silently dropped, because no seller could act on an error about it. Locked until the
 * transaction ends.
 */
export async function findOwnCollections({ db, actor }: Ctx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('asset_collection')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const known = new Set(rows.map((row) => row.id))
  return distinct(ids).filter((id) => known.has(id))
}

/** Checks every layer's picture: uploaded, of this account, and meant for a layer or the asset library. */
export async function checkLayerFiles({ db, actor }: Ctx, layers: readonly TemplateLayerWrite[]): Promise<void> {
  const ids = [...new Set(layers.map((layer) => layer.imageFileId))]
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('status', '=', 'ready')
    .where('kind', 'in', [fileKind.designAsset, fileKind.templateLayer])
    .where('id', 'in', ids)
    .where(mayShowFile)
    .forKeyShare()
    .execute()
  const known = new Set(rows.map((row) => row.id))
  const missing = layers.findIndex((layer) => !known.has(layer.imageFileId))
  if (missing >= 0) throw invalid(`layers.${missing}.imageFileId`, '图层的图片不存在或尚未上传完成，请重新上传该图层')
  await markFilesUsed(db, ids)
}

/** Returns the fonts of a template's texts. */
export async function fontsOfTemplate({ db, actor }: Ctx, templateId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('template_layer')
    .select(sql<number | null>`(data ->> 'fontId')::bigint`.as('fontId'))
    .where('template_id', '=', templateId)
    .where('account_id', '=', actor.accountId)
    .execute()
  return rows.flatMap(({ fontId }) => fontId ?? [])
}

/**
 * Checks every layer's font: of this account, or one of `findUsed`, that this design or its components used before it was deleted.
 * Texts are drawn already, so a design can still be saved without its font; no other design may newly refer to a deleted font.
 */
export async function checkLayerFonts(
  { db, actor }: Ctx,
  layers: readonly TemplateLayerWrite[],
  findUsed: () => Promise<readonly number[]>,
): Promise<void> {
  const ids = [...new Set(layers.flatMap(({ fontId }) => fontId ?? []))]
  if (ids.length === 0) return
  const ownFonts = await db
    .selectFrom('shop_font')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('id', 'in', ids)
    .execute()
  const known = new Set(ownFonts.map(({ id }) => id))
  if (known.size < ids.length) for (const fontId of await findUsed()) known.add(fontId)
  const unknownIndex = layers.findIndex(({ fontId }) => typeof fontId === 'number' && !known.has(fontId))
  if (unknownIndex >= 0)
    throw invalid(`layers.${unknownIndex}.fontId`, '字体不存在或已被删除，请为这个文字图层选择其他字体后再保存')
}
