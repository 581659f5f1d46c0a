/** Copies pictures that the marketplace hosts to this server's storage. */
import { fileSizeLimit } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { uploaders } from '../../../contract/permissions'
import { type Ctx, requireAny } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { cleanFileName } from './names'
import { assertQuota } from './quota'
import { type FileRow, storeExamined, toShownFile } from './service'
import { markFilesUsed } from './unused'

type Call = AppContract['files']['taobao']

/** Maximum bytes fetched for one picture. */
export const maxFetchBytes = 20 * 1024 * 1024

/**
 * Copies a marketplace picture once per account and kind; the same `taobaoFileId` returns the same file without fetching. Rejects
 * with 'blocked-url', 'upstream-failed', 'too-large' or 'unsupported-file'.
 */
export async function importPicture(ctx: Ctx, body: Parsed<Call>['body']): Promise<Reply<Call>> {
  requireAny(ctx, uploaders[body.type])
  const existing = await findImported(ctx, body)
  if (existing) {
    // A repeated request is about to use the file.
    await markFilesUsed(ctx.db, [existing.id])
    return reply(ctx, existing)
  }
  await assertQuota(ctx, 1)
  const url = readUrl(body.url)
  const source = ctx.pictures.find((candidate) => candidate.accepts(url))
  if (!source) throw blockedUrl('图片地址不属于允许的图片空间')
  const bytes = await source.fetch(url, Math.min(maxFetchBytes, fileSizeLimit[body.type]))
  const notes: string[] = []
  const note = (text: string) => void notes.push(text)
  const stored = await storeExamined(ctx, { owner: ctx.actor.accountId, kind: body.type, source: bytes, note })
  const row = await ctx.db
    .insertInto('file')
    .values({
      account_id: ctx.actor.accountId,
      kind: body.type,
      name: cleanFileName(lastSegment(url)),
      status: 'ready',
      taobao_file_id: body.taobaoFileId,
      upload_time_ms: body.uploadTime == null ? null : Math.round(body.uploadTime),
      ...stored,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'taobao_file_id']).where('taobao_file_id', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (row) return reply(ctx, row, notes)
  // A concurrent call has imported the same picture.
  await ctx.storage.remove(stored.storage_key)
  const imported = await findImported(ctx, body)
  if (!imported) throw new Error(`file ${body.taobaoFileId} conflicts with a row that cannot be read`)
  return reply(ctx, imported)
}

async function reply(ctx: Ctx, row: FileRow, notes: readonly string[] = []): Promise<Reply<Call>> {
  return { id: row.id, file: { ...(await toShownFile(ctx, row)), ...(notes.length > 0 && { notes: [...notes] }) } }
}

const findImported = (ctx: Ctx, { taobaoFileId, type }: Parsed<Call>['body']): Promise<FileRow | undefined> =>
  ctx.db
    .selectFrom('file')
    .selectAll()
    .where('account_id', '=', ctx.actor.accountId)
    .where('kind', '=', type)
    .where('taobao_file_id', '=', taobaoFileId)
    .where('status', '=', 'ready')
    .executeTakeFirst()

const blockedUrl = (message: string): Failure =>
  new Failure('blocked-url', message, [{ path: 'body.url', code: 'rule', message }])

/** The marketplace often writes addresses without their scheme: `//img.alicdn.com/…`. */
function readUrl(text: string): URL {
  try {
    return new URL(text.startsWith('//') ? `https:${text}` : text)
  } catch {
    throw blockedUrl('图片地址格式不正确')
  }
}

function lastSegment(url: URL): string {
  const segment = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
