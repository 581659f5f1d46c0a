/** Templates: create, save whole, change settings, copy, delete and order. */
import type { z } from 'zod'
import type * as schemas from '../../../contract/schemas/templates'
import type { Template, TemplateGuides, TemplateRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { invalid, notFound } from '../../kernel/failure'
import { lockList, moveItem, newLastPosition, positionAfter, requireLockedList } from '../../kernel/ordering'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { componentIdsIn, fontsOfComponents, lockComponents, lockComponentsOf } from '../components/contents'
import { checkComponents, currentLayers } from '../components/instances'
import { deleteItem } from '../trash/deletion'
import { copyLayers, readLayers, writeLayers } from './layers'
import { templateScope } from './lists'
import {
  checkLayerFiles,
  checkLayerFonts,
  checkPreview,
  checkReferences,
  findOwnCollections,
  fontsOfTemplate,
} from './references'
import { readTemplateRow } from './rows'
import { arrangeLayers, checkRevision, copyName } from './rules'
import { thumbnailQueue } from './thumbnails'

type Create = z.output<typeof schemas.templateCreate>
type Save = z.output<typeof schemas.templateSave>
type Settings = z.output<typeof schemas.templateSettings>

/** Returns a template with its layers as one consistent snapshot: a save in between must not mix two revisions. */
export function getTemplate(ctx: Ctx, id: number): Promise<Template> {
  if (ctx.db.isTransaction) return readTemplate(ctx, id)
  const reading = ctx.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute((db) => readTemplate({ ...ctx, db }, id))
}

const asJson = (guides: TemplateGuides | null | undefined) => (guides ? JSON.stringify(guides) : null)

async function readTemplate(ctx: Ctx, id: number): Promise<Template> {
  const row = await readTemplateRow(ctx, id)
  const { guides } = await requireOwned(ctx, 'template', id, '模板')
  return { ...row, layers: await readLayers(ctx, id), guides }
}

/** Creates a template at the end of its collection. */
export function createTemplate(ctx: Ctx, write: Create): Promise<Template> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const scope = templateScope(inner, write.collectionId)
    if (!(await lockList(db, scope))) throw invalid('collectionId', '分组不存在或已被删除，请选择其他分组')
    const { layers, isRewritten } = await savedLayers(inner, write, null)
    const { id } = await db
      .insertInto('template')
      .values({
        account_id: actor.accountId,
        collection_id: write.collectionId,
        name: write.name ?? '',
        width: write.width,
        height: write.height,
        thumbnail_file_id: write.thumbnailFileId,
        bound_collection_ids: JSON.stringify(await findOwnCollections(inner, write.boundDesignAssetCollectionIds ?? [])),
        guides: asJson(write.guides),
        preview_phone_model_id: write.previewPhoneModelId ?? null,
        preview_material_color_id: write.previewMaterialColorId ?? null,
        enabled: write.enabled ?? true,
        updated_at: clock.now(),
        thumbnail_due: isRewritten,
        position: await newLastPosition(db, scope),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeLayers(inner, id, layers)
    return readTemplate(inner, id)
  })
}

/**
 * Saves the whole template on top of the revision at which it was read; an older one is 'stale-revision' and nothing changes. Copies of
 * components that changed meanwhile are brought up to date. Optional fields that are absent keep their value. Layers keep their ids by uuid.
 */
export function saveTemplate(ctx: Ctx, id: number, write: Save): Promise<Template> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const revisions = await lockComponents(inner, componentIdsIn(write.layers))
    const stored = await lockTemplate(inner, id, 'no key update')
    checkRevision(stored, write.revision)
    const { layers, isRewritten } = await savedLayers(inner, write, id, revisions)
    await db
      .updateTable('template')
      .set({
        name: write.name ?? stored.name,
        width: write.width,
        height: write.height,
        thumbnail_file_id: write.thumbnailFileId,
        bound_collection_ids: JSON.stringify(
          await findOwnCollections(inner, write.boundDesignAssetCollectionIds ?? stored.bound_collection_ids),
        ),
        guides: asJson(orStored(write.guides, stored.guides)),
        preview_phone_model_id: orStored(write.previewPhoneModelId, stored.preview_phone_model_id),
        preview_material_color_id: orStored(write.previewMaterialColorId, stored.preview_material_color_id),
        revision: stored.revision + 1,
        ...{ drawn_revision: null, rewritten_revision: null, thumbnail_due: isRewritten },
        updated_at: clock.now(),
      })
      .where('id', '=', id)
      .where('account_id', '=', actor.accountId)
      .execute()
    await writeLayers(inner, id, layers)
    return readTemplate(inner, id)
  })
}

/** `templateId`: the template that is saved; null for a new one. */
export async function checkLayers(
  ctx: Ctx,
  write: Omit<Save, 'revision' | 'thumbnailFileId'> & { readonly thumbnailFileId?: number | null },
  templateId: number | null,
) {
  const layers = arrangeLayers(write.layers)
  await checkReferences(ctx, write)
  await checkLayerFiles(ctx, write.layers)
  await checkLayerFonts(ctx, write.layers, async () => [
    ...(templateId === null ? [] : await fontsOfTemplate(ctx, templateId)),
    ...(await fontsOfComponents(ctx, componentIdsIn(write.layers))),
  ])
  return layers
}

/** Returns the checked layers of a save with their copies of components up to date, and whether any of them was not. */
async function savedLayers(
  ctx: Ctx,
  write: Parameters<typeof checkLayers>[1],
  templateId: number | null,
  revisions?: ReadonlyMap<number, number>,
) {
  const present = revisions ?? (await lockComponents(ctx, componentIdsIn(write.layers)))
  const layers = await checkLayers(ctx, write, templateId)
  await checkComponents(ctx, write.layers, present)
  const current = await currentLayers(ctx, layers, present)
  const isRewritten = current !== layers
  // The thumbnail that came with the save shows the former copies.
  if (isRewritten) await ctx.jobs.send(ctx.db, { queue: thumbnailQueue, accountId: ctx.actor.accountId, data: {} })
  return { layers: current, isRewritten }
}

/**
 * Changes settings only. Neither `revision` nor `updatedAt` changes: they refer to the drawing, and a switch in the list must not
 * make the save of an open designer stale.
 */
export function changeSettings(ctx: Ctx, id: number, change: Settings): Promise<TemplateRow> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const stored = await lockTemplate(inner, id, 'no key update')
    await checkPreview(inner, change)
    await db
      .updateTable('template')
      .set({
        name: change.name ?? stored.name,
        enabled: change.enabled ?? stored.enabled,
        product_mode: change.productMode ?? stored.product_mode,
        bound_collection_ids: JSON.stringify(
          await findOwnCollections(inner, change.boundDesignAssetCollectionIds ?? stored.bound_collection_ids),
        ),
        preview_phone_model_id: orStored(change.previewPhoneModelId, stored.preview_phone_model_id),
        preview_material_color_id: orStored(change.previewMaterialColorId, stored.preview_material_color_id),
      })
      .where('id', '=', id)
      .where('account_id', '=', actor.accountId)
      .execute()
    return readTemplateRow(inner, id)
  })
}

/**
 * Creates a copy directly after the original, or at the end of another collection: the same uuids, ids of its own, revision 1.
 */
export function copyTemplate(ctx: Ctx, id: number, target: { collectionId?: number | undefined }): Promise<TemplateRow> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const collectionId = target.collectionId ?? (await findCollection(inner, id))
    const scope = templateScope(inner, collectionId)
    if (!(await lockList(db, scope))) {
      if (target.collectionId === undefined) throw notFound('模板')
      throw invalid('collectionId', '分组不存在或已被删除，请选择其他分组')
    }
    await lockComponentsOf(inner, id)
    // Locked, so that no save changes the layers between the two reads.
    const original = await lockTemplate(inner, id, 'share')
    const copy = await db
      .insertInto('template')
      .values({
        account_id: actor.accountId,
        collection_id: collectionId,
        name: copyName(original.name),
        width: original.width,
        height: original.height,
        thumbnail_file_id: original.thumbnail_file_id,
        bound_collection_ids: JSON.stringify(await findOwnCollections(inner, original.bound_collection_ids)),
        guides: asJson(original.guides),
        preview_phone_model_id: original.preview_phone_model_id,
        preview_material_color_id: original.preview_material_color_id,
        enabled: original.enabled,
        product_mode: original.product_mode,
        updated_at: clock.now(),
        position: await positionAfter(db, scope, id),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await copyLayers(inner, id, copy.id)
    return readTemplateRow(inner, copy.id)
  })
}

/** Deletes a template; it can be restored. */
export function removeTemplate(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const scope = templateScope(inner, await findCollection(inner, id))
    await requireLockedList(inner.db, scope)
    await deleteItem(inner, 'template', scope, id)
  })
}

export async function moveTemplate(ctx: Ctx, id: number, next: number | null): Promise<void> {
  await moveItem(ctx, templateScope(ctx, await findCollection(ctx, id)), id, next)
}

/** Returns the collection of a template. It never changes: a template reaches another collection only as a copy. */
const findCollection = async (ctx: Ctx, id: number): Promise<number> =>
  (await requireOwned(ctx, 'template', id, '模板')).collection_id

/**
 * Returns the template's row, locked until the transaction ends: `share` for reading several parts of it, otherwise for changing
 * it.
 */
const lockTemplate = (ctx: Ctx, id: number, lock: 'share' | 'no key update') =>
  requireOwned(ctx, 'template', id, '模板', { lock })

const orStored = <T, K>(value: T | undefined, stored: K): T | K => (value === undefined ? stored : value)
