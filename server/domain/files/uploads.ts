/**
 * Uploads of files: the server issues a signed form, the browser posts the bytes to the storage and reports the result, and the
 * server examines the bytes. Only then is the file ready and its address returned.
 */
import { type FileKind, fileSizeLimit } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { uploaders } from '../../../contract/permissions'
import { type Ctx, type Db, type Deps, requireAny } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { typeByName } from '../../kernel/file-types'
import { requireOwned } from '../../kernel/owned'
import { cleanFileName, incomingKey, newFileSecret } from './names'
import { incomingKeys, incomingSize, removeIncoming } from './parts'
import { assertFewPending, assertQuota } from './quota'
import { type FileRow, storeExamined, tooLarge, toShownFile, toStoredFile } from './service'

type Calls = AppContract['files']

/** Time within which a form may be posted. A transfer that began in time may take longer. */
export const formLifeSeconds = 15 * 60

export async function createUploadForm(ctx: Ctx, body: Parsed<Calls['uploadForm']>['body']): Promise<Reply<Calls['uploadForm']>> {
  requireAny(ctx, uploaders[body.type])
  await assertFewPending(ctx)
  return signUploadForm(ctx, body)
}

/** Creates a form for a caller whose rights and pending uploads were checked. `isPrivate`: the file's address will be signed. */
export async function signUploadForm(
  ctx: Ctx,
  { fileName, type, isPrivate = false }: Parsed<Calls['uploadForm']>['body'] & { readonly isPrivate?: boolean },
): Promise<Reply<Calls['uploadForm']>> {
  await assertQuota(ctx, 1)
  const secret = newFileSecret(isPrivate)
  const key = incomingKey(secret)
  const name = cleanFileName(fileName)
  const ticket = await ctx.storage.ticket({
    key,
    maxBytes: fileSizeLimit[type],
    contentType: typeByName(name),
    expiresInSeconds: formLifeSeconds,
  })
  const { id } = await ctx.db
    .insertInto('file')
    .values({
      account_id: ctx.actor.accountId,
      kind: type,
      name,
      status: 'pending',
      storage_key: key,
      created_at: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The final address contains the content's hash, which is not known yet; this one redirects there once the file is ready.
  return { ...ticket, fileId: id, fileUrl: `${ctx.publicUrl}/files/${id.toString(36)}-${secret}` }
}

/** Returns the final storage key of the address that was announced with a form; null while the file is not ready. */
export async function announcedKey(db: Db, announced: string): Promise<string | null> {
  const match = /^([0-9a-z]{1,11})-([0-9a-f]{32})$/.exec(announced)
  const id = Number.parseInt(match?.[1] ?? '', 36)
  if (!match || !Number.isSafeInteger(id)) return null
  const row = await db
    .selectFrom('file')
    .select('storage_key')
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .executeTakeFirst()
  return row?.storage_key.startsWith(`${match[2]}/`) ? row.storage_key : null
}

/**
 * Completes or abandons an upload, with `photoOnly` one of a photo; repeating it returns the same. Rejects with 'not-found', 'too-large', 'unsupported-file' (both
 * end the upload) or 'invalid' on `fileId` when no bytes arrived (may be repeated).
 */
export async function reportUpload(
  ctx: Ctx,
  body: Parsed<Calls['uploadResult']>['body'],
  { photoOnly = false } = {},
): Promise<Reply<Calls['uploadResult']>> {
  const row = await requireOwned(ctx, 'file', body.fileId, '文件')
  requireAny(ctx, uploaders[row.kind as FileKind])
  if (row.status === 'ready') return { file: await toShownFile(ctx, row) }
  if (!body.success) {
    await failUpload(ctx, row, body.errorMessage ?? '')
    return { file: null }
  }
  if (row.status === 'failed') throw invalid('fileId', '该文件上传失败，请重新上传')
  // A repeated report may find that the first one has moved the bytes already.
  const size = await incomingSize(ctx, row)
  if (size === null) return finishedReply(ctx, body.fileId)
  const kind = row.kind as FileKind
  const secret = row.storage_key.slice(incomingKey('').length)
  const source = () => readAll(ctx, row, fileSizeLimit[kind])
  const notes: string[] = []
  const note = (text: string) => void notes.push(text)
  const examined = await assertQuota(ctx, size, row.id)
    .then(() => storeExamined(ctx, { owner: ctx.actor.accountId, kind, source, secret, photoOnly, note }))
    .catch(async (error: unknown) => {
      if (error instanceof BytesMoved) return null
      if (error instanceof Failure && !repeatableCodes.has(error.code)) await failUpload(ctx, row, error.message)
      throw error
    })
  if (!examined) return finishedReply(ctx, body.fileId)
  const ready = await ctx.db
    .updateTable('file')
    .set({ status: 'ready', upload_time_ms: body.uploadTime == null ? null : Math.round(body.uploadTime), ...examined })
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  if (!ready) {
    // A concurrent report has finished. The same bytes have the same key; other bytes that were posted in between have their own
    // key.
    const first = await requireOwned(ctx, 'file', body.fileId, '文件')
    if (first.storage_key !== examined.storage_key) await ctx.storage.remove(examined.storage_key)
    return finishedReply(ctx, body.fileId)
  }
  await removeIncoming(ctx, row)
  return { file: { ...toStoredFile(ctx, ready), ...(notes.length > 0 && { notes }) } }
}

async function finishedReply(ctx: Ctx, id: number): Promise<Reply<Calls['uploadResult']>> {
  const row = await requireOwned(ctx, 'file', id, '文件')
  if (row.status !== 'ready') throw invalid('fileId', '没有收到文件内容，请重新上传')
  return { file: await toShownFile(ctx, row) }
}

async function failUpload(ctx: Pick<Deps, 'db' | 'storage'>, row: FileRow, error: string): Promise<void> {
  await ctx.db
    .updateTable('file')
    .set({ status: 'failed', error: error.slice(0, 2000), size: null })
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    .execute()
  await removeIncoming(ctx, row)
}

/** Failures of the server rather than of the file: the report may be repeated. */
const repeatableCodes: ReadonlySet<string> = new Set(['unavailable', 'storage-full'])

/** A concurrent report has moved the bytes. */
class BytesMoved extends Error {}

/** Reads the bytes up to the limit, even if the storage accepted more. */
async function readAll({ storage }: Pick<Deps, 'storage'>, row: FileRow, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for (const key of incomingKeys(row)) {
    const stream = (await storage.get(key))?.stream
    // A part may be missing; a file that was posted whole is either there or has been moved.
    if (!stream) throw row.parts > 0 && pieces.length > 0 ? invalid('fileId', '文件内容不完整，请重新上传') : new BytesMoved(key)
    for await (const piece of stream as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > limit) {
        stream.destroy()
        throw tooLarge(limit)
      }
      pieces.push(piece)
    }
  }
  return Buffer.concat(pieces)
}

const day = 24 * 60 * 60 * 1000

/** Removes uploads that were not reported within a day, and rows of failed ones after a week. Returns how many. */
export async function sweepUploads({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<number> {
  const now = clock.now().getTime()
  const stale = await db
    .selectFrom('file')
    .select(['id', 'storage_key', 'parts'])
    .where('status', '=', 'pending')
    .where('created_at', '<', new Date(now - day))
    .orderBy('id')
    .limit(500)
    .execute()
  for (const row of stale) {
    await removeIncoming({ storage }, row)
    await db.deleteFrom('file').where('id', '=', row.id).where('status', '=', 'pending').execute()
  }
  await db
    .deleteFrom('file')
    .where('status', '=', 'failed')
    .where('created_at', '<', new Date(now - 7 * day))
    .execute()
  return stale.length
}
