/** Fonts of an account: an uploaded file with two pictures of its name. */
import { fileKind } from '../../../contract/constants'
import type { ShopFont } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { followingId, moveItem, newLastPosition, requireLockedList, withNext } from '../../kernel/ordering'
import { transact } from '../../kernel/transact'
import { fileAddress } from '../files/addresses'
import { requireFile } from '../files/service'
import { deleteItem } from '../trash/deletion'
import { fontScope } from './lists'

const select = ({ db, actor }: Ctx) =>
  db
    .selectFrom('shop_font')
    .innerJoin('file', 'file.id', 'shop_font.font_file_id')
    .innerJoin('file as preview', 'preview.id', 'shop_font.preview_file_id')
    .innerJoin('file as active', 'active.id', 'shop_font.active_preview_file_id')
    .select([
      'shop_font.id',
      'shop_font.name',
      'shop_font.enabled',
      'file.storage_key',
      'file.size',
      'preview.storage_key as preview_key',
      'active.storage_key as active_key',
    ])
    .where('shop_font.account_id', '=', actor.accountId)

type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toFont = (ctx: Ctx, row: Selected): Omit<ShopFont, 'next'> => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  previewImageUrl: fileAddress(ctx, row.preview_key),
  activePreviewImageUrl: fileAddress(ctx, row.active_key),
  fileKey: row.storage_key,
  fontUrl: fileAddress(ctx, row.storage_key),
  size: row.size ?? 0,
})

export async function listFonts(ctx: Ctx): Promise<ShopFont[]> {
  const rows = await select(ctx).orderBy('shop_font.position').execute()
  return withNext(rows.map((row) => toFont(ctx, row)))
}

async function readFont(ctx: Ctx, id: number): Promise<ShopFont> {
  const row = await select(ctx).where('shop_font.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('字体')
  return { ...toFont(ctx, row), next: await followingId(ctx.db, fontScope(ctx), id) }
}

export interface FontWrite {
  readonly name: string
  readonly fontFileId: number
  readonly previewImageFileId: number
  readonly activePreviewImageFileId: number
}

/** Pictures of a font's name are uploaded as template thumbnails. */
const previewKinds = [fileKind.templateThumbnail]

export function createFont(ctx: Ctx, font: FontWrite): Promise<ShopFont> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const scope = fontScope(inner)
    await requireLockedList(db, scope)
    await requireFile(inner, font.fontFileId, [fileKind.font], 'fontFileId')
    await requireFile(inner, font.previewImageFileId, previewKinds, 'previewImageFileId')
    await requireFile(inner, font.activePreviewImageFileId, previewKinds, 'activePreviewImageFileId')
    const { id } = await db
      .insertInto('shop_font')
      .values({
        account_id: actor.accountId,
        name: font.name,
        font_file_id: font.fontFileId,
        preview_file_id: font.previewImageFileId,
        active_preview_file_id: font.activePreviewImageFileId,
        position: await newLastPosition(db, scope),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return readFont(inner, id)
  })
}

export interface FontChange {
  readonly name?: string | undefined
  readonly enabled?: boolean | undefined
  readonly previewImageFileId?: number | undefined
  readonly activePreviewImageFileId?: number | undefined
}

export function updateFont(ctx: Ctx, id: number, change: FontChange): Promise<ShopFont> {
  return transact(ctx, async (inner) => {
    const { name, enabled, previewImageFileId: preview, activePreviewImageFileId: active } = change
    if (preview !== undefined) await requireFile(inner, preview, previewKinds, 'previewImageFileId')
    if (active !== undefined) await requireFile(inner, active, previewKinds, 'activePreviewImageFileId')
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(preview === undefined ? {} : { preview_file_id: preview }),
      ...(active === undefined ? {} : { active_preview_file_id: active }),
    }
    if (Object.keys(changes).length > 0) {
      await inner.db
        .updateTable('shop_font')
        .set(changes)
        .where('id', '=', id)
        .where('account_id', '=', inner.actor.accountId)
        .execute()
    }
    return readFont(inner, id)
  })
}

/** Deletes a font; it can be restored. Texts already drawn with it stay; to change them, another font must be chosen. */
export function removeFont(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const scope = fontScope(inner)
    await requireLockedList(inner.db, scope)
    await deleteItem(inner, 'font', scope, id)
  })
}

export const moveFont = (ctx: Ctx, id: number, next: number | null): Promise<void> => moveItem(ctx, fontScope(ctx), id, next)
