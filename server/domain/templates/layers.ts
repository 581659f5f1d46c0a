/** Reads and writes the layers of a template as rows: identity and picture in columns, everything drawn in one jsonb value. */
import { sql } from 'kysely'
import type { TemplateLayer, TemplateLayerWrite } from '../../../contract/types'
import { columnList, putRows } from '../../kernel/columns'
import type { Ctx, Db } from '../../kernel/context'
import { fileAddress } from '../files/addresses'

/** Content of `data`. The picture's address is not stored: it is derived from the file and the server's address. */
type LayerData = Omit<TemplateLayer, 'id' | 'uuid' | 'index' | 'imageFileId' | 'imageUrl'>

function toLayerData(layer: TemplateLayerWrite): LayerData {
  const { id, uuid, index, imageFileId, imageUrl, ...data } = layer
  return data
}

/** A layer with the storage key of its picture, as the renderer draws it. */
export type KeyedLayer = TemplateLayer & { readonly imageKey: string }

/** Returns the layers from the bottom to the top; their addresses are not filled in. */
export async function readKeyedLayers(db: Db, accountId: number, templateId: number): Promise<KeyedLayer[]> {
  const rows = await db
    .selectFrom('template_layer as layer')
    .innerJoin('file', 'file.id', 'layer.image_file_id')
    .select(['layer.id', 'layer.uuid', 'layer.index', 'layer.image_file_id as imageFileId', 'layer.data', 'file.storage_key'])
    .where('layer.template_id', '=', templateId)
    .where('layer.account_id', '=', accountId)
    .orderBy('layer.index')
    .execute()
  return rows.map(({ data, storage_key: imageKey, ...columns }) => ({
    // Only `toLayerData` above writes this column, from values that the contract's schema accepted.
    ...(data as LayerData),
    ...columns,
    imageUrl: '',
    imageKey,
  }))
}

/** Returns the layers from the bottom to the top. */
export async function readLayers(ctx: Ctx, templateId: number): Promise<TemplateLayer[]> {
  const layers = await readKeyedLayers(ctx.db, ctx.actor.accountId, templateId)
  return layers.map(({ imageKey, ...layer }) => ({ ...layer, imageUrl: fileAddress(ctx, imageKey) }))
}

/**
 * Replaces the stored layers by `layers`, in two statements. A layer is identified by its uuid and keeps its row id as long as it
 * keeps its type; ids that a client sends are not trusted, because an undo may bring back a deleted layer with its old id. A
 * layer whose type changed becomes a new row (marking as cutout clears the id), and so does one that was deleted in between. The
 * template row must be locked.
 */
export async function writeLayers({ db, actor }: Ctx, templateId: number, layers: readonly TemplateLayerWrite[]): Promise<void> {
  const keptLayers = sql.join(layers.map((layer) => sql`(${layer.uuid}, ${layer.type})`))
  await db
    .deleteFrom('template_layer')
    .where('template_id', '=', templateId)
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`(uuid, data ->> 'type') not in (${keptLayers})`)
    .execute()
  const rows = layers.map((layer) => ({
    account_id: actor.accountId,
    template_id: templateId,
    uuid: layer.uuid,
    index: layer.index,
    image_file_id: layer.imageFileId,
    data: toLayerData(layer),
  }))
  await putRows(db, 'template_layer', rows, { key: ['template_id', 'uuid'] })
}

/** Copies all layers of one template into another that has none: the same uuids, ids of their own. */
export async function copyLayers({ db, actor }: Ctx, fromTemplateId: number, toTemplateId: number): Promise<void> {
  const columns = columnList(['account_id', 'uuid', 'index', 'image_file_id', 'data'])
  await sql`
    insert into template_layer (template_id, ${columns}) select ${toTemplateId}::bigint, ${columns} from template_layer
    where template_id = ${fromTemplateId} and account_id = ${actor.accountId} order by index`.execute(db)
}
