/** Reads templates as lists show them: everything but their layers. */
import { sql } from 'kysely'
import type { CasePicture, LooseTemplate, TemplateFacts, TemplateRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { followingId, withNext } from '../../kernel/ordering'
import { fileAddress } from '../files/addresses'
import { casePicturesOf } from './case-pictures'
import { templateScope } from './lists'

const select = ({ db, actor }: Ctx) =>
  db
    .selectFrom('template')
    .leftJoin('file as thumbnail', 'thumbnail.id', 'template.thumbnail_file_id')
    .select([
      'template.id',
      'template.collection_id',
      'template.name',
      'template.width',
      'template.height',
      'template.bound_collection_ids',
      'template.preview_phone_model_id',
      'template.preview_material_color_id',
      'template.product_mode',
      'template.enabled',
      'template.revision',
      'template.updated_at',
      'thumbnail.storage_key as thumbnail_key',
      'thumbnail.width as thumbnail_width',
      'thumbnail.height as thumbnail_height',
    ])
    .select(sql<number>`(select count(*) from template_layer where template_layer.template_id = template.id)`.as('layer_count'))
    .where('template.account_id', '=', actor.accountId)

type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

/** Returns the rows as lists show them, with their pictures on cases. */
async function toRows(ctx: Ctx, rows: readonly Selected[]): Promise<Omit<TemplateRow, 'next'>[]> {
  const onCases = await casePicturesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toRow(ctx, row, onCases.get(row.id) ?? null))
}

function toRow(ctx: Ctx, row: Selected, casePicture: CasePicture | null): Omit<TemplateRow, 'next'> {
  const { thumbnail_key: key, thumbnail_width: width, thumbnail_height: height } = row
  return {
    id: row.id,
    collectionId: row.collection_id,
    name: row.name,
    width: row.width,
    height: row.height,
    thumbnail: key === null || width === null || height === null ? null : { url: fileAddress(ctx, key), width, height },
    casePicture,
    layerCount: row.layer_count,
    boundDesignAssetCollectionIds: row.bound_collection_ids,
    previewPhoneModelId: row.preview_phone_model_id,
    previewMaterialColorId: row.preview_material_color_id,
    enabled: row.enabled,
    productMode: row.product_mode,
    revision: row.revision,
    updatedAt: row.updated_at.getTime(),
  }
}

export interface Page {
  readonly collectionId: number
  readonly pageNo: number
  readonly pageSize: number
}

/** Returns one page of a collection, in order. `next` of the last row is the first template of the following page. */
export async function listTemplates(
  ctx: Ctx,
  { collectionId, pageNo, pageSize }: Page,
): Promise<{ items: TemplateRow[]; totalItems: number }> {
  const { db, actor } = ctx
  const collection = await db
    .selectFrom('template_collection')
    .select('id')
    .select(({ selectFrom }) =>
      selectFrom('template')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .whereRef('template.collection_id', '=', 'template_collection.id')
        .as('total'),
    )
    .where('id', '=', collectionId)
    .where('account_id', '=', actor.accountId)
    .executeTakeFirst()
  if (!collection) throw notFound('分组')
  const rows = await select(ctx)
    .where('template.collection_id', '=', collectionId)
    .orderBy('template.position')
    .limit(pageSize + 1)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return {
    items: withNext(await toRows(ctx, rows), pageSize),
    totalItems: collection.total ?? 0,
  }
}

/** Returns the facts of all templates, collection by collection, in order. */
export async function listFacts({ db, actor }: Ctx): Promise<TemplateFacts[]> {
  const rows = await db
    .selectFrom('template')
    .innerJoin('template_collection as collection', 'collection.id', 'template.collection_id')
    .select(['template.id', 'template.collection_id', 'template.name', 'template.enabled', 'template.product_mode'])
    .select('template.updated_at')
    .where('template.account_id', '=', actor.accountId)
    .orderBy('collection.position')
    .orderBy('template.position')
    .execute()
  return rows.map(({ id, collection_id, name, enabled, product_mode, updated_at }) => ({
    id,
    collectionId: collection_id,
    name,
    enabled,
    productMode: product_mode,
    updatedAt: updated_at.getTime(),
  }))
}

/** Returns the account's templates among `ids`, in the order of `ids`; unknown ids are left out. */
export async function findTemplates(ctx: Ctx, ids: readonly number[]): Promise<LooseTemplate[]> {
  const rows = await select(ctx)
    .where(sql<boolean>`template.id = any(${[...ids]}::bigint[])`)
    .execute()
  const found = new Map((await toRows(ctx, rows)).map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

export async function readTemplateRow(ctx: Ctx, id: number): Promise<TemplateRow> {
  const row = await select(ctx).where('template.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('模板')
  const [shown] = await toRows(ctx, [row])
  if (!shown) throw notFound('模板')
  return { ...shown, next: await followingId(ctx.db, templateScope(ctx, row.collection_id), id) }
}
