/** Uploads in parts through the API, from pages without network access, whose client can only carry text. */
import { type FileKind, filePartBytes, fileSizeLimit } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Ctx, Deps } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { findOwned } from '../../kernel/owned'
import { reserveUpload } from './quota'
import { type FileRow, tooLarge } from './service'

type Call = AppContract['files']['uploadPart']
type Incoming = Pick<FileRow, 'storage_key' | 'parts'>

const partKey = (key: string, index: number): string => `${key}.${index}`

/** Returns the keys of a pending file's parts in order; empty when the file is posted whole. */
export const partKeys = ({ storage_key, parts }: Incoming): readonly string[] =>
  Array.from({ length: parts }, (_, index) => partKey(storage_key, index))

/** Returns the keys of a pending file's bytes until it is reported. */
export const incomingKeys = (row: Incoming): readonly string[] => (row.parts > 0 ? partKeys(row) : [row.storage_key])

/** Returns how many bytes of a pending file have arrived; null when there are none, or none any more. */
export async function incomingSize({ storage }: Pick<Deps, 'storage'>, row: Incoming): Promise<number | null> {
  const [first, ...others] = await Promise.all(incomingKeys(row).map((key) => storage.size(key)))
  return others.reduce<number | null>((sum, size) => (sum === null ? null : sum + (size ?? 0)), first ?? null)
}

export async function removeIncoming({ storage }: Pick<Deps, 'storage'>, row: Incoming): Promise<void> {
  for (const key of incomingKeys(row)) await storage.remove(key)
}

/**
 * Stores one part of a file whose upload form was issued; repeating a part replaces it. Rejects with 'invalid' on `fileId` when
 * no such file is pending, 'too-large' beyond the limit of its kind, and 'quota-exceeded'.
 */
export async function storePart(ctx: Ctx, { fileId, index, base64 }: Parsed<Call>['body']): Promise<Reply<Call>> {
  const row = await findOwned(ctx, 'file', fileId)
  if (row?.status !== 'pending') throw invalid('fileId', '该文件已上传完成或已失效，请重新上传')
  const limit = fileSizeLimit[row.kind as FileKind]
  const bytes = Buffer.from(base64, 'base64')
  const end = index * filePartBytes + bytes.length
  if (end > limit) throw tooLarge(limit)
  // Reserved before it is stored, like a file that is posted whole.
  await reserveUpload(ctx, row.storage_key, Math.max(end, row.size ?? 0))
  // The count is updated first: the sweeper would never find a part that the row does not count.
  await ctx.db
    .updateTable('file')
    .set(({ fn, val }) => ({ parts: fn<number>('greatest', ['parts', val(index + 1)]) }))
    .where('id', '=', fileId)
    .where('status', '=', 'pending')
    .execute()
  await ctx.storage.put(partKey(row.storage_key, index), bytes, 'application/octet-stream')
  return { fileId, index }
}
