/**
 * Reads the current state of what customizations refer to: names, templates, wireframes and stored pictures. A few queries for
 * any number.
 */
import { sql } from 'kysely'
import type { Ctx, Db } from '../../kernel/context'
import { storedKey } from '../files/addresses'
import { markFilesUsed } from '../files/unused'
import type { ParsedCustomization } from './content'
import { mayShowFile } from './pay-wall'

export interface OwnFile {
  readonly id: number
  readonly key: string
}

export interface FrozenWireframe {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Size of the whole case, mm; a missing side is computed from the other. */
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly background: OwnFile | null
  readonly foreground: OwnFile | null
}

export interface ReferencedRows {
  /** Names by id; unknown ids and those of other accounts are missing. */
  readonly brands: ReadonlyMap<number, string>
  readonly models: ReadonlyMap<number, string>
  readonly materials: ReadonlyMap<number, string>
  readonly colors: ReadonlyMap<number, string>
  readonly templates: ReadonlyMap<number, { readonly name: string; readonly revision: number }>
  wireframe(modelId: number | null, colorId: number | null): FrozenWireframe | undefined
  /** Returns the account's stored picture at this address. */
  fileAt(url: unknown): OwnFile | undefined
  fileById(id: unknown): OwnFile | undefined
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

const uniqueIds = (ids: Iterable<number | null | undefined>): number[] => [...new Set([...ids].filter(isId))]

async function readNames(
  { db, actor }: Ctx,
  table: 'phone_brand' | 'phone_model' | 'material' | 'material_color',
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.id(table)} where account_id = ${actor.accountId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function readTemplates({ db, actor }: Ctx, ids: readonly number[]): Promise<ReferencedRows['templates']> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string; revision: number }>`
    select id, name, revision from template
    where account_id = ${actor.accountId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...template }) => [id, template]))
}

interface WireframeRow {
  readonly phone_model_id: number
  readonly material_color_id: number
  readonly width: number
  readonly height: number
  readonly width_mm: number | null
  readonly height_mm: number | null
  readonly background_id: number | null
  readonly background_key: string | null
  readonly foreground_id: number | null
  readonly foreground_key: string | null
}

const ownFile = (id: number | null, key: string | null): OwnFile | null => (id === null || key === null ? null : { id, key })

/** Returns the wireframes of these models' SKUs by `{modelId}-{colorId}`. */
export async function readWireframes(
  { db, actor }: Ctx,
  modelIds: readonly number[],
): Promise<ReadonlyMap<string, FrozenWireframe>> {
  if (modelIds.length === 0) return new Map()
  const { rows } = await sql<WireframeRow>`
    select sku.phone_model_id, sku.material_color_id, frame.width, frame.height, frame.width_mm, frame.height_mm,
      under.id as background_id, under.storage_key as background_key, over.id as foreground_id, over.storage_key as foreground_key
    from sku join wireframe frame on frame.id = sku.wireframe_id
    left join file under on under.id = frame.background_file_id
    left join file over on over.id = frame.foreground_file_id
    where sku.account_id = ${actor.accountId} and sku.phone_model_id = any(${modelIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [`${row.phone_model_id}-${row.material_color_id}`, freezeWireframe(row)]))
}

function freezeWireframe({ width, height, width_mm, height_mm, ...row }: WireframeRow): FrozenWireframe {
  return {
    width,
    height,
    widthMm: width_mm ?? (height_mm === null ? null : (height_mm * width) / height),
    heightMm: height_mm ?? (width_mm === null ? null : (width_mm * height) / width),
    background: ownFile(row.background_id, row.background_key),
    foreground: ownFile(row.foreground_id, row.foreground_key),
  }
}

/**
 * Returns finished pictures of the account by key, or by id if they show nothing that must be paid for. Their rows are locked
 * until the transaction ends, so that no sweep removes them.
 */
async function readFiles(db: Db, accountId: number, keys: readonly string[], ids: readonly number[]): Promise<OwnFile[]> {
  if (keys.length === 0 && ids.length === 0) return []
  const { rows } = await sql<OwnFile & { unused: boolean }>`
    select id, storage_key as key, unused_since is not null as unused from file
    where account_id = ${accountId} and status = 'ready' and width is not null
      and (storage_key = any(${keys}::text[]) or id = any(${ids}::bigint[]) and ${mayShowFile})
    order by id for key share`.execute(db)
  const unused = rows.filter((row) => row.unused).map((row) => row.id)
  if (unused.length > 0) await markFilesUsed(db, unused)
  return rows.map(({ id, key }) => ({ id, key }))
}

/** Must run inside the transaction that will store the references. */
export async function readReferencedRows(ctx: Ctx, customizations: readonly ParsedCustomization[]): Promise<ReferencedRows> {
  const layers = customizations.flatMap(({ design }) => design?.layers ?? [])
  const urls = [
    ...customizations.flatMap((read) => [read.customizedImageUrl, read.previewImageUrl]),
    ...layers.map((layer) => layer.imageUrl),
  ]
  const keys = urls.flatMap((url) => (typeof url === 'string' ? (storedKey(url) ?? []) : []))
  const layerFiles = uniqueIds(layers.map((layer) => layer.imageFileId).filter(isId))
  const models = await readNames(ctx, 'phone_model', uniqueIds(customizations.map((read) => read.phoneModelId)))
  const wireframes = await readWireframes(ctx, [...models.keys()])
  const files = await readFiles(ctx.db, ctx.actor.accountId, [...new Set(keys)], layerFiles)
  const byKey = new Map(files.map((file) => [file.key, file]))
  const byId = new Map(files.map((file) => [file.id, file]))
  return {
    models,
    brands: await readNames(ctx, 'phone_brand', uniqueIds(customizations.map((read) => read.phoneBrandId))),
    materials: await readNames(ctx, 'material', uniqueIds(customizations.map((read) => read.materialId))),
    colors: await readNames(ctx, 'material_color', uniqueIds(customizations.map((read) => read.materialColorId))),
    templates: await readTemplates(ctx, uniqueIds(customizations.map((read) => read.design?.templateId))),
    wireframe: (modelId, colorId) => wireframes.get(`${modelId}-${colorId}`),
    fileAt: (url) => (typeof url === 'string' ? byKey.get(storedKey(url) ?? '') : undefined),
    fileById: (id) => (isId(id) ? byId.get(id) : undefined),
  }
}
