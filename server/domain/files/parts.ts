/** Files that come in parts through the API: from pages without a network of their own, whose client carries texts alone. */
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

/** Keys of the parts of a pending file, in their order; none where it is posted whole. */
export const partKeys = ({ storage_key, parts }: Incoming): readonly string[] =>
  Array.from({ length: parts }, (_, index) => partKey(storage_key, index))

/** Where the bytes of a pending file lie until its report. */
export const incomingKeys = (row: Incoming): readonly string[] => (row.parts > 0 ? partKeys(row) : [row.storage_key])

/** Bytes that have come of a pending file; null where there are none, or none any more. */
export async function incomingSize({ storage }: Pick<Deps, 'storage'>, row: Incoming): Promise<number | null> {
  const [first, ...others] = await Promise.all(incomingKeys(row).map((key) => storage.size(key)))
  return others.reduce<number | null>((sum, size) => (sum === null ? null : sum + (size ?? 0)), first ?? null)
}

export async function removeIncoming({ storage }: Pick<Deps, 'storage'>, row: Incoming): Promise<void> {
  for (const key of incomingKeys(row)) await storage.remove(key)
}

/**
 * Keeps one part of a file whose form was asked for; the same part again replaces the one before. Rejects with 'invalid' on `fileId`
 * where no such file is awaited, 'too-large' beyond the limit of its kind, and 'quota-exceeded'.
 */
export async function keepPart(ctx: Ctx, { fileId, index, base64 }: Parsed<Call>['body']): Promise<Reply<Call>> {
  const row = await findOwned(ctx, 'file', fileId)
  if (row?.status !== 'pending') throw invalid('fileId', '该文件已上传完成或已失效，请重新上传')
  const limit = fileSizeLimit[row.kind as FileKind]
  const bytes = Buffer.from(base64, 'base64')
  const end = index * filePartBytes + bytes.length
  if (end > limit) throw tooLarge(limit)
  // Counted before it is stored, like a file that is posted whole.
  await reserveUpload(ctx, row.storage_key, Math.max(end, row.size ?? 0))
  // The count first: an object that the row does not know of would never be swept.
  await ctx.db
    .updateTable('file')
    .set(({ fn, val }) => ({ parts: fn<number>('greatest', ['parts', val(index + 1)]) }))
    .where('id', '=', fileId)
    .where('status', '=', 'pending')
    .execute()
  await ctx.storage.put(partKey(row.storage_key, index), bytes, 'application/octet-stream')
  return { fileId, index }
}
