/** Wireframes: the pictures under and over a design, and the margins of its print area. */
import type { Selectable } from 'kysely'
import { fileKind } from '../../../contract/constants'
import type { Wireframe } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import type { Database } from '../../ports/database'
import { publicFileUrl, requireFile } from '../files/service'
import { checkForegroundKept, checkPictures, checkPrintArea, type PictureSize, toPrintArea } from './rules'

type Optional<T> = T | null | undefined

/** What the form sends. In an update an absent field keeps its value and null empties it. */
export interface WireframeWrite {
  readonly width: number
  readonly height: number
  readonly backgroundImageFileId?: Optional<number>
  readonly foregroundImageFileId?: Optional<number>
  readonly printAreaLeft?: Optional<number>
  readonly printAreaTop?: Optional<number>
  readonly printAreaRight?: Optional<number>
  readonly printAreaBottom?: Optional<number>
  readonly widthMm?: Optional<number>
  readonly heightMm?: Optional<number>
}
export type WireframeChange = { readonly [K in keyof WireframeWrite]?: WireframeWrite[K] | undefined }

type Row = Selectable<Database['wireframe']>
type RowWithKeys = Row & { background_key: string | null; foreground_key: string | null }

const select = ({ db, actor }: Ctx) =>
  db
    .selectFrom('wireframe')
    .leftJoin('file as background', 'background.id', 'wireframe.background_file_id')
    .leftJoin('file as foreground', 'foreground.id', 'wireframe.foreground_file_id')
    .selectAll('wireframe')
    .select(['background.storage_key as background_key', 'foreground.storage_key as foreground_key'])
    .where('wireframe.account_id', '=', actor.accountId)

/** The account's wireframes among `ids`; ids that name none are left out. */
export async function listWireframes(ctx: Ctx, ids: readonly number[]): Promise<Wireframe[]> {
  const rows = await select(ctx)
    .where('wireframe.id', 'in', [...ids])
    .orderBy('wireframe.id')
    .execute()
  return rows.map((row) => toWireframe(ctx, row))
}

export async function getWireframe(ctx: Ctx, id: number): Promise<Wireframe> {
  const row = await select(ctx).where('wireframe.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('线框图')
  return toWireframe(ctx, row)
}

export function createWireframe(ctx: Ctx, write: WireframeWrite): Promise<{ id: number }> {
  return transact(ctx, async (inner) => {
    const values = await checked(inner, { account_id: ctx.actor.accountId, ...toColumns(write) })
    return inner.db.insertInto('wireframe').values(values).returning('id').executeTakeFirstOrThrow()
  })
}

export function updateWireframe(ctx: Ctx, id: number, change: WireframeChange): Promise<Wireframe> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const row = await db
      .selectFrom('wireframe')
      .selectAll()
      .where('id', '=', id)
      .where('account_id', '=', actor.accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('线框图')
    const { id: _, account_id, ...current } = row
    const given = Object.fromEntries(Object.entries(toColumns(change)).filter(([, value]) => value !== undefined))
    const merged: Columns = { ...current, ...given }
    checkForegroundKept(row.foreground_file_id !== null, merged.foreground_file_id ?? null)
    await db
      .updateTable('wireframe')
      .set(await checked(inner, { account_id, ...merged }))
      .where('id', '=', id)
      .where('account_id', '=', actor.accountId)
      .execute()
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
})

/** The row to store, or a Failure naming the first field that breaks a rule. */
async function checked(ctx: Ctx, row: Columns & { account_id: number }): Promise<Omit<Row, 'id'>> {
  const width = row.width ?? 0
  const height = row.height ?? 0
  const background = await picture(ctx, row.background_file_id, 'backgroundImageFileId')
  const foreground = await picture(ctx, row.foreground_file_id, 'foregroundImageFileId')
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
  }
}

async function picture(ctx: Ctx, fileId: Optional<number>, field: string): Promise<PictureSize | null> {
  if (fileId === null || fileId === undefined) return null
  const file = await requireFile(ctx, fileId, [fileKind.wireframe], field)
  return { width: file.width, height: file.height, contentType: file.content_type }
}

function toWireframe(ctx: Ctx, row: RowWithKeys): Wireframe {
  const layer = (key: string | null, index: number) => (key === null ? [] : [{ imageUrl: publicFileUrl(ctx, key), index }])
  return {
    id: row.id,
    width: row.width,
    height: row.height,
    layers: [...layer(row.background_key, -1), ...layer(row.foreground_key, 1)],
    printArea: toPrintArea({ left: row.print_left, top: row.print_top, right: row.print_right, bottom: row.print_bottom }),
    widthMm: row.width_mm,
    heightMm: row.height_mm,
  }
}
