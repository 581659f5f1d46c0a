/** Reads what listing pictures show: templates, cases, and the pictures and text of the shop's own. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { fileKind } from '../../../contract/constants'
import { guessLook, type Look } from '../../../contract/rules/look'
import type { listingSettings } from '../../../contract/schemas/listing-pictures'
import type { Ctx, Db } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import type { ListingInput } from '../../ports/renderer'
import { readStored } from '../orders/picture-bytes'

export type ListingSettings = z.output<typeof listingSettings>

/** Assumed for a case without a size, mm: only the width of its edge and its grain depend on it. */
const assumedHeightMm = 155

interface CaseRow {
  readonly phoneModelId: number
  readonly materialColorId: number
  readonly modelName: string
  readonly materialName: string
  readonly colorName: string
  readonly look: Look | null
  readonly paper: string | null
  readonly width: number
  readonly height: number
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly backgroundKey: string | null
  readonly foregroundKey: string | null
}

export interface CaseIds {
  readonly phoneModelId: number
  readonly materialColorId: number
}

const keyOf = ({ phoneModelId, materialColorId }: CaseIds) => `${phoneModelId}-${materialColorId}`

/** Returns the account's cases among `wanted` that have a wireframe with a picture, by `{phoneModelId}-{materialColorId}`. */
export async function readShownCases(
  db: Db,
  accountId: number,
  wanted: readonly CaseIds[],
): Promise<ReadonlyMap<string, CaseRow>> {
  const models = [...new Set(wanted.map(({ phoneModelId }) => phoneModelId))]
  const { rows } = await sql<CaseRow>`
    select sku.phone_model_id as "phoneModelId", sku.material_color_id as "materialColorId", model.name as "modelName",
      material.name as "materialName", color.name as "colorName", material.look, color.default_background_color as paper,
      frame.width, frame.height, frame.width_mm as "widthMm", frame.height_mm as "heightMm",
      under.storage_key as "backgroundKey", over.storage_key as "foregroundKey"
    from sku
    join phone_model model on model.id = sku.phone_model_id
    join material on material.id = sku.material_id
    join material_color color on color.id = sku.material_color_id
    join wireframe frame on frame.id = sku.wireframe_id
    left join file under on under.id = frame.background_file_id
    left join file over on over.id = frame.foreground_file_id
    where sku.account_id = ${accountId} and sku.phone_model_id = any(${models}::bigint[])
      and (under.id is not null or over.id is not null)`.execute(db)
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  return new Map(
    wanted.flatMap((one) => (found.has(keyOf(one)) ? [[keyOf(one), found.get(keyOf(one)) as CaseRow] as const] : [])),
  )
}

/** Returns the case of a wanted one. Rejects in words when it is gone or has no wireframe. */
export async function requireShownCase({ db, actor }: Ctx, wanted: CaseIds): Promise<CaseRow> {
  const row = (await readShownCases(db, actor.accountId, [wanted])).get(keyOf(wanted))
  if (!row) throw new Failure('conflict', '这款机型没有线框图，或已被删除，请换一款')
  return row
}

/** Returns how the renderer draws a case. */
export async function drawnCase(ctx: Ctx, row: CaseRow) {
  const read = (key: string | null) => (key === null ? null : readStored(ctx, key))
  const [background, foreground] = await Promise.all([read(row.backgroundKey), read(row.foregroundKey)])
  const heightMm = row.heightMm ?? (row.widthMm === null ? assumedHeightMm : (row.widthMm * row.height) / row.width)
  return {
    ...{ background, foreground, heightMm, paper: row.paper },
    widthMm: row.widthMm ?? (heightMm * row.width) / row.height,
    look: row.look ?? guessLook(row.materialName),
  }
}

/** Kinds of files that may be a background or a mark: the library's, and what is uploaded for them. */
const pictureKinds = [fileKind.designAsset] as const

/** Checks that the files and the font of the settings are the account's. */
export async function checkSettings(ctx: Ctx, { background, mark, text }: ListingSettings): Promise<void> {
  if (background.kind === 'picture') await requirePicture(ctx, background.fileId, 'settings.background.fileId')
  if (mark) await requirePicture(ctx, mark.fileId, 'settings.mark.fileId')
  if (text) await requireOwned(ctx, 'shop_font', text.fontId, invalid('settings.text.fontId', '这个字体已被删除，请换一个'))
}

async function requirePicture({ db, actor }: Ctx, id: number, field: string): Promise<string> {
  const row = await db
    .selectFrom('file')
    .select('storage_key')
    .where('id', '=', id)
    .where('account_id', '=', actor.accountId)
    .where('kind', 'in', [...pictureKinds])
    .where('status', '=', 'ready')
    .executeTakeFirst()
  if (!row) throw invalid(field, '图片不存在或已被删除，请重新选择')
  return row.storage_key
}

/** Returns the pictures of the settings as the renderer takes them. Rejects in words when one is gone. */
export async function readDecoration(
  ctx: Ctx,
  { background, mark, text }: ListingSettings,
): Promise<Pick<ListingInput, 'backdrop' | 'mark' | 'text'>> {
  const picture = async (id: number, field: string) => readStored(ctx, await requirePicture(ctx, id, field))
  return {
    backdrop:
      background.kind === 'picture'
        ? { bytes: await picture(background.fileId, 'settings.background.fileId') }
        : background.kind === 'color'
          ? { color: background.color }
          : null,
    mark: mark && (await picture(mark.fileId, 'settings.mark.fileId')),
    text: text && (await outlinedText(ctx, text)),
  }
}

async function outlinedText(ctx: Ctx, { text, fontId, color }: NonNullable<ListingSettings['text']>): Promise<Buffer> {
  const missing = invalid('settings.text.fontId', '这个字体已被删除，请换一个')
  const font = await requireOwned(ctx, 'shop_font', fontId, missing)
  const file = await requireOwned(ctx, 'file', font.font_file_id, missing)
  const outlined = await ctx.renderer.outlineText({
    owner: ctx.actor.accountId,
    readFont: () => readStored(ctx, file.storage_key),
    ...{ text, color, vertical: false, align: 'center', letterSpacing: 0.02, lineHeight: 1.2, flow: null, weight: null },
  })
  if ('missing' in outlined)
    throw invalid('settings.text.text', `这个字体没有「${outlined.missing.join('')}」，请换一个字体或改文字`)
  return Buffer.from(outlined.svg)
}
