/** Where the pictures of a buyer's layers come from: what a buyer may add depends on it. */
import { sql } from 'kysely'
import { isFields } from '../../../contract/ground/fields'
import type { PictureOrigin } from '../../../contract/rules/buyer-rights'
import type { TemplateLayerWrite } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import type { DesignRow } from './access'
import { assetOrigins, assetScope } from './assets'

/** The fields of a text that its drawing depends on. */
export const drawnFields = [
  'text',
  'fontId',
  'fontColor',
  'verticalText',
  'textAlign',
  'letterSpacing',
  'lineHeight',
  'textFlow',
  'fontWeight',
] as const
export type DrawnText = Partial<Pick<TemplateLayerWrite, (typeof drawnFields)[number]>>

/** Returns JSON text that is the same for equal values: jsonb keeps an object's fields in another order than a schema does. */
const equalText = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isFields(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

/** Identifies the drawing of a text. */
export const drawnFrom = (layer: DrawnText): string => equalText(drawnFields.map((field) => layer[field] || null))

/** Whether a stored drawing, whose fields may stand in any order, is that of this text. */
const isDrawingOf = (stored: string | null, layer: DrawnText): boolean =>
  stored !== null && equalText(JSON.parse(stored)) === drawnFrom(layer)

interface KnownPicture {
  readonly id: number
  readonly origin: 'photo' | 'text' | null
  readonly drawnFrom: string | null
  readonly assetType: number | null
  readonly width: number | null
  readonly height: number | null
}

/** Returns the function that says where the pictures of these layers of a design come from. */
export async function originsOf(
  ctx: Ctx,
  design: Pick<DesignRow, 'id' | 'template_id'>,
  layers: readonly TemplateLayerWrite[],
): Promise<(layer: TemplateLayerWrite) => PictureOrigin | null> {
  const { db, actor } = ctx
  const ids = [...new Set(layers.map(({ imageFileId }) => imageFileId))]
  const scope = await assetScope(ctx, design)
  const { rows } = await sql<KnownPicture>`
    select file.id, own.origin, own.drawn_from as "drawnFrom", file.width, file.height,
      (select collection.type from asset join asset_collection collection on collection.id = asset.collection_id
        where asset.file_id = file.id and asset.account_id = file.account_id
          and (${scope === null} or collection.id = any(${[...(scope ?? [])]}::bigint[])) limit 1) as "assetType"
    from file left join buyer_file own on own.file_id = file.id and own.design_id = ${design.id} and own.origin <> 'kept'
    where file.account_id = ${actor.accountId} and file.status = 'ready' and file.id = any(${ids}::bigint[])`.execute(db)
  const known = new Map(rows.map((row) => [row.id, row]))
  return (layer) => {
    const picture = known.get(layer.imageFileId)
    // The size decides how a picture is cropped and how large a text is printed.
    if (!picture || picture.width !== layer.originalWidth || picture.height !== layer.originalHeight) return null
    if (picture.origin === 'text') return isDrawingOf(picture.drawnFrom, layer) ? 'text' : null
    return picture.origin ?? (picture.assetType === null ? null : (assetOrigins[picture.assetType] ?? null))
  }
}
