/** Judging what a submission shows: a blocked photo or text refuses it, a doubtful one leaves it to the seller. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TemplateLayer } from '../../../contract/types'
import { putRows } from '../../kernel/columns'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import type { Judgement, ModerationItem, Verdict } from '../../ports/moderation'
import { fileAddress } from '../files/addresses'
import type { DesignRow } from './access'
import { correctionSubject } from './correction'

const unanswered: Judgement = { verdict: 'review', reason: '内容检查服务没有回应' }

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const textSubject = (text: string): string => `text:${hashOf(text)}`

/**
 * Returns a text without what people put between the characters of a word to hide it: blanks, punctuation and characters of no width,
 * with full-width and other forms of one letter made the same.
 */
const compactText = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}\p{Emoji_Presentation}]/gu, '')

/** Returns what a checker reads of a text: as it was typed and, where that differs, without what hides words. */
function checkedText(text: string): string {
  const compact = compactText(text)
  return compact === text || compact === '' ? text : `${text}\n${compact}`
}

/** Returns the texts that a design shows, as they are read: from the top down, and from left to right; '' for fewer than two. */
function textTogether(layers: readonly TemplateLayer[]): string {
  const texts = layers.filter(({ type, text, hidden }) => type === 'TEXT' && text && !hidden)
  if (texts.length < 2) return ''
  return [...texts]
    .sort((a, b) => a.top - b.top || a.left - b.left)
    .map(({ text }) => compactText(text ?? ''))
    .join('')
}
const togetherSubject = (layers: readonly TemplateLayer[]): string => `texts:${hashOf(textTogether(layers))}`

/** Names what a layer shows; the same photo or text has the same name in every layer of a design. */
const subjectOf = ({ type, text, imageFileId }: Pick<TemplateLayer, 'type' | 'text' | 'imageFileId'>): string =>
  type === 'TEXT' && text ? textSubject(text) : `file:${imageFileId}`

/**
 * Judges the buyer's own photos and texts of a design, and returns whether the seller has to look at it. Rejects with 'invalid' that
 * names the layer when one of them is not allowed. What passed once, or the seller allowed, is not judged again.
 */
export async function judgeDesign(ctx: Ctx, design: DesignRow): Promise<boolean> {
  const { layers, items, verdictOf } = await verdictsOf(ctx, design, { asksAgain: true })
  const blocked = layers.findIndex((layer) => verdictOf(subjectOf(layer)) === 'block')
  if (blocked >= 0) {
    const { name, type } = layers[blocked] ?? {}
    const text = type === 'TEXT' ? '这段文字没有通过内容检查，请换一段文字' : '这张图片没有通过内容检查，请换一张图片'
    throw invalid(`layers.${blocked}`, name ? `「${name}」：${text}` : text)
  }
  if (verdictOf(togetherSubject(layers)) === 'block') throw invalid('layers', '这几段文字连在一起没有通过内容检查，请换一段文字')
  return items.some(({ id }) => verdictOf(id) === 'review')
}

/**
 * Whether others may look at a design as it is now: everything that the buyer brought has passed. What waits for the seller is not asked
 * about again by everybody who looks.
 */
export async function isShowable(ctx: Ctx, design: DesignRow): Promise<boolean> {
  const { items, verdictOf } = await verdictsOf(ctx, design, { asksAgain: false })
  return items.every(({ id }) => verdictOf(id) === 'pass')
}

/** @param asksAgain whether the checker is asked again about what it doubted or did not answer. */
async function verdictsOf(ctx: Ctx, design: DesignRow, { asksAgain }: { readonly asksAgain: boolean }) {
  // Only designs that the contract's schema accepted are stored.
  const layers = design.layers as unknown as TemplateLayer[]
  const items = ctx.moderation === null ? [] : await itemsOf(ctx, design, layers)
  const known = items.length === 0 ? new Map<string, Verdict>() : await readVerdicts(ctx, design.id)
  const isOpen = (verdict: Verdict | undefined) => verdict === undefined || (asksAgain && verdict === 'review')
  const asked = items.filter(({ id }) => isOpen(known.get(id)))
  const judged = asked.length === 0 ? new Map<string, Judgement>() : await ask(ctx, asked)
  await keep(ctx, design.id, judged)
  const verdictOf = (subject: string): Verdict | undefined => judged.get(subject)?.verdict ?? known.get(subject)
  return { layers, items, verdictOf }
}

/** Returns the photos and texts that the buyer brought, each once, and his texts together: words may be spread over several. */
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
      isText
        ? { id: subject, kind: 'text', text: checkedText(isText) }
        : { id: subject, kind: 'picture', url: fileAddress(ctx, key) },
    )
  }
  const bringsText = [...items.values()].some(({ kind }) => kind === 'text')
  const together = bringsText ? textTogether(layers) : ''
  if (together !== '') items.set('together', { id: togetherSubject(layers), kind: 'text', text: together })
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
  const design = { account_id: actor.accountId, design_id: designId, checked_at: clock.now() }
  const rows = [...judged].map(([subject, { verdict, reason }]) => ({ ...design, subject, verdict, reason }))
  // The seller may have allowed it meanwhile.
  await putRows(db, 'buyer_check', rows, { key: ['design_id', 'subject'], also: sql`where buyer_check.verdict <> 'pass'` })
}

/** Lets pass what the seller saw and allowed in these layers. */
export async function allowLayers({ db, clock }: Ctx, designId: number, layers: readonly TemplateLayer[]): Promise<void> {
  await sql`
    update buyer_check set verdict = 'pass', reason = null, checked_at = ${clock.now()}::timestamptz
    where design_id = ${designId} and verdict = 'review' and subject = any(${[...layers.map(subjectOf), togetherSubject(layers), correctionSubject]}::text[])`.execute(
    db,
  )
}
