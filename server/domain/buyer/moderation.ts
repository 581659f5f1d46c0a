/** Judging what a submission shows: a blocked photo or text refuses it, a doubtful one leaves it to the seller. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TemplateLayer } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import type { Judgement, ModerationItem, Verdict } from '../../ports/moderation'
import { fileAddress } from '../files/addresses'
import type { DesignRow } from './access'

const unanswered: Judgement = { verdict: 'review', reason: '内容检查服务没有回应' }

const textSubject = (text: string): string => `text:${createHash('sha256').update(text).digest('hex')}`

/** Names what a layer shows; the same photo or text has the same name in every layer of a design. */
const subjectOf = ({ type, text, imageFileId }: Pick<TemplateLayer, 'type' | 'text' | 'imageFileId'>): string =>
  type === 'TEXT' && text ? textSubject(text) : `file:${imageFileId}`

/**
 * Judges the buyer's own photos and texts of a design, and returns whether the seller has to look at it. Rejects with 'invalid' that
 * names the layer when one of them is not allowed. What passed once, or the seller allowed, is not judged again.
 */
export async function judgeDesign(ctx: Ctx, design: DesignRow): Promise<boolean> {
  if (ctx.moderation === null) return false
  // Only designs that the contract's schema accepted are stored.
  const layers = design.layers as unknown as TemplateLayer[]
  const items = await itemsOf(ctx, design, layers)
  const known = await readVerdicts(ctx, design.id)
  const asked = items.filter(({ id }) => (known.get(id) ?? 'review') === 'review')
  const judged = asked.length === 0 ? new Map<string, Judgement>() : await ask(ctx, asked)
  await keep(ctx, design.id, judged)
  const verdictOf = (subject: string): Verdict | undefined => judged.get(subject)?.verdict ?? known.get(subject)
  const blocked = layers.findIndex((layer) => verdictOf(subjectOf(layer)) === 'block')
  if (blocked >= 0) {
    const { name, type } = layers[blocked] ?? {}
    const text = type === 'TEXT' ? '这段文字没有通过内容检查，请换一段文字' : '这张图片没有通过内容检查，请换一张图片'
    throw invalid(`layers.${blocked}`, name ? `「${name}」：${text}` : text)
  }
  return items.some(({ id }) => verdictOf(id) === 'review')
}

/** Returns the photos and texts that the buyer brought, each once. */
async function itemsOf(ctx: Ctx, { id }: DesignRow, layers: readonly TemplateLayer[]): Promise<readonly ModerationItem[]> {
  const own = await ctx.db
    .selectFrom('buyer_file')
    .innerJoin('file', 'file.id', 'buyer_file.file_id')
    .select(['file.id', 'file.storage_key as key'])
    .where('design_id', '=', id)
    .where('origin', '<>', 'kept')
    .execute()
  const keys = new Map(own.map((file) => [file.id, file.key]))
  const items = new Map<string, ModerationItem>()
  for (const layer of layers) {
    const key = keys.get(layer.imageFileId)
    if (key === undefined) continue
    const subject = subjectOf(layer)
    const isText = layer.type === 'TEXT' && layer.text
    items.set(
      subject,
      isText ? { id: subject, kind: 'text', text: isText } : { id: subject, kind: 'picture', url: fileAddress(ctx, key) },
    )
  }
  return [...items.values()]
}

async function ask({ moderation }: Ctx, items: readonly ModerationItem[]): Promise<Map<string, Judgement>> {
  const answers = await moderation?.check(items).catch(() => null)
  return new Map(items.map(({ id }) => [id, answers?.get(id) ?? unanswered]))
}

async function readVerdicts({ db }: Ctx, designId: number): Promise<ReadonlyMap<string, Verdict>> {
  const rows = await db.selectFrom('buyer_check').select(['subject', 'verdict']).where('design_id', '=', designId).execute()
  return new Map(rows.map(({ subject, verdict }) => [subject, verdict]))
}

async function keep({ db, actor, clock }: Ctx, designId: number, judged: ReadonlyMap<string, Judgement>): Promise<void> {
  const rows = [...judged].map(([subject, judgement]) => ({ subject, ...judgement }))
  if (rows.length === 0) return
  await sql`
    insert into buyer_check (account_id, design_id, subject, verdict, reason, checked_at)
    select ${actor.accountId}::bigint, ${designId}::bigint, subject, verdict, reason, ${clock.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (subject text, verdict text, reason text)
    on conflict (design_id, subject) do update
      set verdict = excluded.verdict, reason = excluded.reason, checked_at = excluded.checked_at
      -- The seller may have allowed it meanwhile.
      where buyer_check.verdict <> 'pass'`.execute(db)
}

/** Lets pass what the seller saw and allowed in these layers. */
export async function allowLayers({ db, clock }: Ctx, designId: number, layers: readonly TemplateLayer[]): Promise<void> {
  await sql`
    update buyer_check set verdict = 'pass', reason = null, checked_at = ${clock.now()}::timestamptz
    where design_id = ${designId} and verdict = 'review' and subject = any(${layers.map(subjectOf)}::text[])`.execute(db)
}
