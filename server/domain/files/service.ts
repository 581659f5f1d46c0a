/** Stored files for the rest of the server: addresses, ownership, and storing bytes. */
import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type FileKind, fileSizeLimit } from '../../../contract/constants'
import { bytesText } from '../../../contract/rules/sizes'
import type { StoredFile } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import type { Owner, Source } from '../../ports/examiner'
import { findHidingCustomization, mayShowFile, previewUrl } from '../orders/pay-wall'
import { type FileAddresses, fileAddress, storedKey } from './addresses'
import { finalKey, newFileSecret } from './names'
import { markFilesUsed } from './unused'

export type FileRow = Selectable<Database['file']>

/** Converts the row of a ready file to the contract's type. */
export function toStoredFile(ctx: FileAddresses, row: FileRow): StoredFile {
  if (row.content_type === null || row.size === null) throw new Error(`file ${row.id} is ${row.status}: its content is not known`)
  return {
    id: row.id,
    url: fileAddress(ctx, row.storage_key),
    contentType: row.content_type,
    size: row.size,
    width: row.width,
    height: row.height,
  }
}

/**
 * Like `toStoredFile`, for a file that may be a customized image behind the pay wall: such an image gets its preview's address.
 */
export async function toShownFile(ctx: Ctx, row: FileRow): Promise<StoredFile> {
  const file = toStoredFile(ctx, row)
  const hidingCustomization = await findHidingCustomization(ctx.db, row.id)
  return hidingCustomization ? { ...file, url: previewUrl(ctx, hidingCustomization) } : file
}

/** A file that a form refers to by a field, a path inside its body. */
export interface FileReference {
  readonly fileId: number
  readonly field: string
}

/**
 * Returns the files that a form refers to, in the order of the references: finished, of the caller's account and of one of `kinds`.
 * Rejects otherwise with the same issue on the field, so that ids of other accounts cannot be distinguished from unknown ones. Inside
 * a transaction the files are locked until its end, so that later statements can refer to them.
 */
export async function requireFiles(
  ctx: Ctx,
  references: readonly FileReference[],
  kinds: readonly FileKind[],
): Promise<FileRow[]> {
  if (references.length === 0) return []
  const rows = await ctx.db
    .selectFrom('file')
    .selectAll()
    .where(sql<boolean>`id = any(${references.map(({ fileId }) => fileId)}::bigint[])`)
    .where('account_id', '=', ctx.actor.accountId)
    .where('status', '=', 'ready')
    .where('kind', 'in', [...kinds])
    .where(mayShowFile)
    // Transactions that lock the same files must do so in the same order.
    .orderBy('id')
    .forKeyShare()
    .execute()
  const files = references.map(({ fileId, field }) => {
    const row = rows.find(({ id }) => id === fileId)
    if (!row) throw invalid(field, '文件不存在或尚未上传完成，请重新上传')
    return row
  })
  // Most files were never unused, so they need no update. A file that becomes unused from here on has a week, and is used again
  // by then.
  const unused = rows.filter((row) => row.unused_since !== null)
  if (unused.length > 0)
    await markFilesUsed(
      ctx.db,
      unused.map(({ id }) => id),
    )
  return files
}

/** Returns one file that a form refers to, as `requireFiles` does. */
export async function requireFile(ctx: Ctx, fileId: number, kinds: readonly FileKind[], field: string): Promise<FileRow> {
  const [file] = await requireFiles(ctx, [{ fileId, field }], kinds)
  if (!file) throw new Error('no file for a reference')
  return file
}

/** Returns the caller's finished file at one of our addresses; undefined for any other address. */
export async function findFileAt({ db, actor }: Ctx, url: string): Promise<FileRow | undefined> {
  const key = storedKey(url)
  if (key === undefined) return undefined
  return db
    .selectFrom('file')
    .selectAll()
    .where('account_id', '=', actor.accountId)
    .where('storage_key', '=', key)
    .where('status', '=', 'ready')
    .executeTakeFirst()
}

/** Facts about an examined file, which is stored under `storage_key` already. */
export interface ExaminedFile {
  readonly storage_key: string
  readonly content_type: string
  readonly size: number
  readonly sha256: string
  readonly width: number | null
  readonly height: number | null
}

/**
 * Examines bytes, cleans them and stores them under their final key; a `source` function must respect the size limit itself.
 * Rejects with 'too-large', 'unsupported-file' (with `photoOnly` also for drawings) or 'unavailable'.
 * The object is stored before any row names it: a crash between the two leaves an unreferenced object, never a row without its
 * object.
 */
export async function storeExamined(
  deps: Pick<Deps, 'storage' | 'examiner'>,
  {
    owner,
    kind,
    source,
    secret = newFileSecret(),
    photoOnly = false,
    note = () => {},
  }: {
    owner: Owner
    kind: FileKind
    source: Source
    secret?: string
    photoOnly?: boolean
    /** Receives the notes for the seller about the file. */
    note?: (text: string) => void
  },
): Promise<ExaminedFile> {
  const limit = fileSizeLimit[kind]
  if (Buffer.isBuffer(source) && source.length > limit) throw tooLarge(limit)
  const content = await deps.examiner.examine(source, kind, owner)
  if (photoOnly && content.contentType === 'image/svg+xml')
    throw new Failure('unsupported-file', '请选择照片（JPG、PNG 或 WebP 图片）')
  content.notes?.forEach(note)
  const sha256 = createHash('sha256').update(content.bytes).digest('hex')
  const key = finalKey(secret, sha256, content.extension)
  await deps.storage.put(key, content.bytes, content.contentType)
  return {
    storage_key: key,
    content_type: content.contentType,
    size: content.bytes.length,
    sha256,
    width: content.width,
    height: content.height,
  }
}

/** Stores bytes that the server made as a finished file of the caller's account. */
export async function storeOwnFile(
  ctx: Ctx,
  { kind, name, source }: { readonly kind: FileKind; readonly name: string; readonly source: Buffer },
): Promise<{ readonly id: number; readonly url: string }> {
  const examined = await storeExamined(ctx, { owner: ctx.actor.accountId, kind, source })
  const { id } = await ctx.db
    .insertInto('file')
    .values({ account_id: ctx.actor.accountId, kind, name, status: 'ready', created_at: ctx.clock.now(), ...examined })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, url: fileAddress(ctx, examined.storage_key) }
}

export const tooLarge = (limit: number): Failure => new Failure('too-large', `文件超过 ${bytesText(limit, 'down')} 的上限`)
