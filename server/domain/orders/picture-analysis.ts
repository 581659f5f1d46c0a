/** Examines customized images at their addresses: whether the picture exists, can be decoded, and is blank. */
import { sql } from 'kysely'
import type { SeenPicture } from '../../../contract/rules/preflight'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import type { PictureAnalysis } from '../../ports/examiner'
import { readPicture, withTimeout } from './picture-bytes'
import { readUnfinished } from './unfinished'

/** A customization's picture. */
export interface PrintSource {
  readonly customizationId: number
  /** The stored address; null where the buyer has not finished the design, or it is not drawn yet. */
  readonly url: string | null
  /** Id and storage key of our own file; null when we have none. */
  readonly fileId: number | null
  readonly storageKey: string | null
}

/** Number of pictures that are read at the same time. */
const concurrency = 4

const notExaminedInTime = (): Failure => new Failure('upstream-failed', '没有来得及检查，请稍后重试')

/**
 * Returns results by customization. Never rejects for problems of a picture; pictures not examined within the limit are `unread`.
 */
export async function examinePictures(
  ctx: Ctx,
  sources: readonly PrintSource[],
  limitMs: number,
): Promise<ReadonlyMap<number, SeenPicture>> {
  const known = await readAnalyses(ctx, sources)
  const unfinished = sources.filter(({ url }) => url === null).map(({ customizationId }) => customizationId)
  const whyUnfinished = await readUnfinished(ctx, unfinished)
  const results = new Map<number, SeenPicture>()
  const waiting = [...sources]
  const deadline = performance.now() + limitMs
  const examineWaiting = async (): Promise<void> => {
    for (let source = waiting.shift(); source; source = waiting.shift()) {
      const result = examineOne(ctx, source, { known, whyUnfinished })
      results.set(
        source.customizationId,
        await withTimeout(deadline - performance.now(), result, notExaminedInTime).catch(stateOfFailure),
      )
    }
  }
  await Promise.all(Array.from({ length: concurrency }, examineWaiting))
  return results
}

interface Known {
  readonly known: ReadonlyMap<number, PictureAnalysis>
  readonly whyUnfinished: (customizationId: number) => SeenPicture
}

async function examineOne(ctx: Ctx, source: PrintSource, { known, whyUnfinished }: Known): Promise<SeenPicture> {
  const { url, fileId, storageKey } = source
  if (url === null) return whyUnfinished(source.customizationId)
  const earlier = fileId === null ? undefined : known.get(fileId)
  // A picture examined before must still exist.
  if (earlier && storageKey !== null && (await ctx.storage.size(storageKey)) !== null) return { kind: 'seen', ...earlier }
  const analysis = await ctx.examiner.analyse(() => readPicture(ctx, { url, storageKey }), ctx.actor.accountId)
  if (fileId !== null) await storeAnalysis(ctx, fileId, analysis)
  return { kind: 'seen', ...analysis }
}

/** Failures of the picture sources are complete sentences. */
function stateOfFailure(error: unknown): SeenPicture {
  if (!(error instanceof Failure)) throw error
  const { code, message } = error
  if (code === 'unsupported-file') return { kind: 'notPicture', reason: `${message}，请让买家重新定制` }
  const reason = /^图片/.test(message) ? `无法读取：${message}` : message
  return { kind: code === 'not-found' ? 'missing' : 'unread', reason }
}

async function readAnalyses({ db, actor }: Ctx, sources: readonly PrintSource[]): Promise<ReadonlyMap<number, PictureAnalysis>> {
  const ids = sources.flatMap(({ fileId }) => fileId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('picture_look')
    .select(['file_id', 'width', 'height', 'content'])
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`file_id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ file_id, ...look }) => [file_id, look]))
}

/** Stores the result; does nothing if the file was deleted meanwhile. */
async function storeAnalysis({ db, actor }: Ctx, fileId: number, { width, height, content }: PictureAnalysis): Promise<void> {
  await sql`
    insert into picture_look (account_id, file_id, width, height, content)
    select account_id, id, ${width}::int, ${height}::int, ${content} from file
    where account_id = ${actor.accountId} and id = ${fileId}
    on conflict (file_id) do nothing`.execute(db)
}
