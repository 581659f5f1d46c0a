/** Wireframes: the pictures under and over a design, and the margins of its print area. */
import { type Selectable, sql } from 'kysely'
import { fileKind } from '../../../contract/constants'
import type { Wireframe } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound, refusedAt } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { fileAddress } from '../files/addresses'
import { requireFiles } from '../files/service'
import { checkPictures, checkPrintArea, type PictureSize, requireForegroundStays, toPrintArea } from './rules'

type Optional<T> = T | null | undefined

/** Fields that the form sends. In an update an absent field keeps its value and null clears it. */
export interface WireframeWrite {
  readonly width: number
  readonly height: number
  readonly backgroundImageFileId?: Optional<number>
  readonly foregroundImageFileId?: Optional<number>
  /** SHA-256 of the seller's original pictures; stored and cleared together with the picture. */
  readonly backgroundImageSha256?: Optional<string>
  readonly foregroundImageSha256?: Optional<string>
  readonly printAreaLeft?: Optional<number>
  readonly printAreaTop?: Optional<number>
  readonly printAreaRight?: Optional<number>
  readonly printAreaBottom?: Optional<number>
  readonly widthMm?: Optional<number>
  readonly heightMm?: Optional<number>
  /** The source of a standard wireframe; null: the pictures are the seller's, or he has checked it. */
  readonly standard?: Optional<Wireframe['standard']>
}
export type WireframeChange = { readonly [K in keyof WireframeWrite]?: WireframeWrite[K] | undefined }

type Row = Omit<Selectable<Database['wireframe']>, 'unbound_since'>
type RowWithFiles = Row & {
  readonly background_key: string | null
  readonly foreground_key: string | null
  readonly background_stored: string | null
  readonly foreground_stored: string | null
}

const select = ({ db, actor }: Ctx) =>
  db
    .selectFrom('wireframe')
    .leftJoin('file as background', 'background.id', 'wireframe.background_file_id')
    .leftJoin('file as foreground', 'foreground.id', 'wireframe.foreground_file_id')
    .selectAll('wireframe')
    .select(['background.storage_key as background_key', 'foreground.storage_key as foreground_key'])
    .select(['background.sha256 as background_stored', 'foreground.sha256 as foreground_stored'])
    .where('wireframe.account_id', '=', actor.accountId)

/** Returns the account's wireframes among `ids`; unknown ids are left out. */
export async function listWireframes(ctx: Ctx, ids: readonly number[]): Promise<Wireframe[]> {
  const rows = await select(ctx)
    .where(sql<boolean>`wireframe.id = any(${[...ids]}::bigint[])`)
    .orderBy('wireframe.id')
    .execute()
  return rows.map((row) => toWireframe(ctx, row))
}

export async function getWireframe(ctx: Ctx, id: number): Promise<Wireframe> {
  const row = await select(ctx).where('wireframe.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('线框图')
  return toWireframe(ctx, row)
}

interface CaseIds {
  readonly phoneModelId: number
  readonly materialColorId: number
}

/** Returns the wireframe that the SKU of a case is bound to; null without one. */
export async function findWireframeOf(ctx: Ctx, { phoneModelId, materialColorId }: CaseIds): Promise<Wireframe | null> {
  const row = await select(ctx)
    .where('wireframe.id', '=', ({ selectFrom }) =>
      selectFrom('sku')
        .select('sku.wireframe_id')
        .where('sku.account_id', '=', ctx.actor.accountId)
        .where('sku.phone_model_id', '=', phoneModelId)
        .where('sku.material_color_id', '=', materialColorId),
    )
    .executeTakeFirst()
  return row ? toWireframe(ctx, row) : null
}

/** A wireframe to create. `part` is the path of its description in the request's body; empty if it is the whole body. */
interface NewWireframe {
  readonly write: WireframeWrite
  readonly part: string
}

export async function createWireframe(ctx: Ctx, write: WireframeWrite): Promise<{ id: number }> {
  const [id] = await createWireframes(ctx, [{ write, part: '' }])
  if (id === undefined) throw new Error('no wireframe for a write')
  return { id }
}

/** Creates wireframes and returns their ids in the same order: all of them or, when one is refused, none. */
export async function createWireframes(ctx: Ctx, wireframes: readonly NewWireframe[]): Promise<readonly number[]> {
  if (wireframes.length === 0) return []
  return transact(ctx, async (inner) => {
    const rows = wireframes.map(({ write, part }) => ({ part, account_id: ctx.actor.accountId, ...toColumns(write) }))
    const files = await requirePictures(inner, rows)
    const values = await Promise.all(rows.map((row) => refusedAt(row.part, () => toCheckedRow(row, files))))
    const created = await inner.db.insertInto('wireframe').values(values).returning('id').execute()
    // Ids are counted upwards in the order of the values; the order of returned rows is not promised.
    return created.map(({ id }) => id).sort((a, b) => a - b)
  })
}

/** Creates an independent wireframe with the same pictures, print area and size, for another SKU. */
export async function copyWireframe({ db, actor }: Ctx, id: number): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into wireframe (account_id, width, height, background_file_id, foreground_file_id, print_left, print_top, print_right,
      print_bottom, width_mm, height_mm, background_sha256, foreground_sha256, standard)
    select account_id, width, height, background_file_id, foreground_file_id, print_left, print_top, print_right,
      print_bottom, width_mm, height_mm, background_sha256, foreground_sha256, standard
    from wireframe where id = ${id} and account_id = ${actor.accountId} returning id`.execute(db)
  const [copy] = rows
  if (!copy) throw notFound('线框图')
  return copy
}

export function updateWireframe(ctx: Ctx, id: number, change: WireframeChange): Promise<Wireframe> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const row = await requireOwned(inner, 'wireframe', id, '线框图', { lock: 'no key update' })
    const { id: _, unbound_since: __, account_id, ...current } = row
    const givenColumns = Object.fromEntries(Object.entries(toColumns(change)).filter(([, value]) => value !== undefined))
    const merged: Columns = { ...current, ...clearReplaced(row, change), ...givenColumns }
    requireForegroundStays(row.foreground_file_id !== null, merged.foreground_file_id ?? null)
    const changed = { part: '', account_id, ...merged }
    const values = toCheckedRow(changed, await requirePictures(inner, [changed]))
    await db.updateTable('wireframe').set(values).where('id', '=', id).where('account_id', '=', actor.accountId).execute()
    return getWireframe(inner, id)
  })
}

type Columns = { readonly [K in Exclude<keyof Row, 'id' | 'account_id'>]: Optional<Row[K]> }

const toColumns = (write: WireframeChange): Columns => ({
  width: write.width,
  height: write.height,
  background_file_id: write.backgroundImageFileId,
  foreground_file_id: write.foregroundImageFileId,
  print_left: write.printAreaLeft,
  print_top: write.printAreaTop,
  print_right: write.printAreaRight,
  print_bottom: write.printAreaBottom,
  width_mm: write.widthMm,
  height_mm: write.heightMm,
  background_sha256: write.backgroundImageSha256,
  foreground_sha256: write.foregroundImageSha256,
  standard: write.standard,
})

/** A checksum belongs to one file, and so does what was drawn: clear both when a file is replaced or removed. */
function clearReplaced(row: Row, change: WireframeChange): Partial<Columns> {
  const isReplaced = (next: Optional<number>, now: number | null): boolean => next !== undefined && next !== now
  const hasOtherBackground = isReplaced(change.backgroundImageFileId, row.background_file_id)
  const hasOtherForeground = isReplaced(change.foregroundImageFileId, row.foreground_file_id)
  return {
    ...(hasOtherBackground ? { background_sha256: null } : {}),
    ...(hasOtherForeground ? { foreground_sha256: null } : {}),
    ...(hasOtherBackground || hasOtherForeground ? { standard: null } : {}),
  }
}

interface Unchecked extends Columns {
  readonly account_id: number
  /** The path of the row's description in the request's body, such as `items.3.wireframe`; empty if it is the whole body. */
  readonly part: string
}

/** Returns the row to store, or throws a Failure that names the first field that breaks a rule. `files`: the pictures by file. */
function toCheckedRow(row: Unchecked, files: ReadonlyMap<number, PictureSize>): Omit<Row, 'id'> {
  const width = row.width ?? 0
  const height = row.height ?? 0
  const pictureOf = (fileId: Optional<number>) => (typeof fileId === 'number' ? (files.get(fileId) ?? null) : null)
  const background = pictureOf(row.background_file_id)
  const foreground = pictureOf(row.foreground_file_id)
  checkPictures({ background, foreground }, { width, height })
  const area = toPrintArea({
    left: row.print_left ?? null,
    top: row.print_top ?? null,
    right: row.print_right ?? null,
    bottom: row.print_bottom ?? null,
  })
  checkPrintArea(area, width, height)
  return {
    account_id: row.account_id,
    width,
    height,
    background_file_id: row.background_file_id ?? null,
    foreground_file_id: row.foreground_file_id ?? null,
    print_left: area?.left ?? null,
    print_top: area?.top ?? null,
    print_right: area?.right ?? null,
    print_bottom: area?.bottom ?? null,
    width_mm: row.width_mm ?? null,
    height_mm: row.height_mm ?? null,
    background_sha256: background ? (row.background_sha256 ?? null) : null,
    foreground_sha256: foreground ? (row.foreground_sha256 ?? null) : null,
    standard: row.standard ?? null,
  }
}

/** Returns the pictures of all rows by their file's id, or rejects with the field of the first that cannot be used. */
async function requirePictures(ctx: Ctx, rows: readonly Unchecked[]): Promise<ReadonlyMap<number, PictureSize>> {
  const references = rows.flatMap(({ part, background_file_id, foreground_file_id }) =>
    [
      { fileId: background_file_id, field: 'backgroundImageFileId' },
      { fileId: foreground_file_id, field: 'foregroundImageFileId' },
    ].flatMap(({ fileId, field }) =>
      fileId === null || fileId === undefined ? [] : [{ fileId, field: part === '' ? field : `${part}.${field}` }],
    ),
  )
  const files = await requireFiles(ctx, references, [fileKind.wireframe])
  return new Map(files.map(({ id, width, height, content_type }) => [id, { width, height, contentType: content_type }]))
}

function toWireframe(ctx: Ctx, row: RowWithFiles): Wireframe {
  const layer = (key: string | null, index: number, sha256: string | null) =>
    key === null ? [] : [{ imageUrl: fileAddress(ctx, key), index, sha256 }]
  return {
    id: row.id,
    width: row.width,
    height: row.height,
    layers: [
      ...layer(row.background_key, -1, row.background_sha256 ?? row.background_stored),
      ...layer(row.foreground_key, 1, row.foreground_sha256 ?? row.foreground_stored),
    ],
    printArea: toPrintArea({ left: row.print_left, top: row.print_top, right: row.print_right, bottom: row.print_bottom }),
    widthMm: row.width_mm,
    heightMm: row.height_mm,
    standard: row.standard,
  }
}
