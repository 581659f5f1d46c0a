/** Drafts: unsaved work of users on saved templates, one per template and user. */
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type * as schemas from '../../../contract/schemas/templates'
import type { TemplateDraft, TemplateDraftRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { fileAddress } from '../files/addresses'
import { checkLayers } from './service'

type Write = z.output<typeof schemas.templateDraftWrite>
type Row = Selectable<Database['template_draft']>

const rowsOf = ({ db, actor }: Ctx, templateId: number) =>
  db.selectFrom('template_draft').selectAll().where('template_id', '=', templateId).where('account_id', '=', actor.accountId)

const viewOf = (row: Row): TemplateDraftRow => ({
  userId: row.user_id,
  username: row.username,
  revision: row.revision,
  layerCount: row.data.layers.length,
  updatedAt: row.updated_at.getTime(),
})

/** Returns the drafts of a template, the latest first. */
export async function listDrafts(ctx: Ctx, templateId: number): Promise<TemplateDraftRow[]> {
  await requireOwned(ctx, 'template', templateId, '模板')
  const rows = await rowsOf(ctx, templateId).orderBy('updated_at', 'desc').orderBy('id').execute()
  return rows.map(viewOf)
}

export async function readDraft(ctx: Ctx, templateId: number, userId: number): Promise<TemplateDraft> {
  const row = await rowsOf(ctx, templateId).where('user_id', '=', userId).executeTakeFirst()
  if (!row) throw notFound('草稿')
  const files = await ctx.db
    .selectFrom('file')
    .select(['id', 'storage_key'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('id', 'in', row.file_ids)
    .execute()
  const keys = new Map(files.map(({ id, storage_key }) => [id, storage_key]))
  const { data } = row
  return {
    ...viewOf(row),
    name: data.name ?? '',
    width: data.width,
    height: data.height,
    // A picture's address is derived from its file, as in saved layers.
    layers: data.layers.flatMap((layer) => {
      const key = keys.get(layer.imageFileId)
      return key === undefined ? [] : [{ ...layer, imageUrl: fileAddress(ctx, key) }]
    }),
    guides: data.guides ?? null,
    boundDesignAssetCollectionIds: data.boundDesignAssetCollectionIds ?? [],
    previewPhoneModelId: data.previewPhoneModelId ?? null,
    previewMaterialColorId: data.previewMaterialColorId ?? null,
  }
}

/** Stores the caller's draft in the place of an earlier one. It is checked as a save would be; the template stays as it is. */
export function putDraft(ctx: Ctx, templateId: number, { revision, ...content }: Write): Promise<TemplateDraftRow> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    await requireOwned(inner, 'template', templateId, '模板', { lock: 'key share' })
    const layers = await checkLayers(inner, content, templateId)
    const written = {
      username: actor.username,
      revision,
      data: JSON.stringify({ ...content, layers }),
      file_ids: JSON.stringify([...new Set(layers.map(({ imageFileId }) => imageFileId))]),
      updated_at: clock.now(),
    }
    const row = await db
      .insertInto('template_draft')
      .values({ account_id: actor.accountId, template_id: templateId, user_id: actor.userId, ...written })
      .onConflict((conflict) => conflict.columns(['template_id', 'user_id']).doUpdateSet(written))
      .returningAll()
      .executeTakeFirstOrThrow()
    return viewOf(row)
  })
}

/**
 * Removes the caller's draft, after its work was saved or given up; without one nothing happens. A save does not remove it: the same user
 * may have one on another machine, which he has not looked at yet.
 */
export async function discardDraft(ctx: Ctx, templateId: number): Promise<void> {
  const { db, actor } = ctx
  await requireOwned(ctx, 'template', templateId, '模板')
  await db
    .deleteFrom('template_draft')
    .where('template_id', '=', templateId)
    .where('account_id', '=', actor.accountId)
    .where('user_id', '=', actor.userId)
    .execute()
}
