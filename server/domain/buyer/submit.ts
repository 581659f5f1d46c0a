/**
 * Submits a buyer's design: it is accepted at once, and a job draws its print file and its effect image. A bound order follows it.
 * A submission that is charged or pushed can no longer be replaced.
 */
import { unfilledPlaces } from '../../../contract/rules/buyer-rights'
import type { BuyerDesign, TemplateLayer } from '../../../contract/types'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { lockLedger } from '../credits/ledger'
import { lockShop } from '../shops/shops'
import { type DesignRow, type Link, limit, openDesign } from './access'
import { placeInOrder } from './binding'
import { newSubmission } from './content'
import { askAboutCorrection, isCorrected } from './correction'
import { countDesign } from './counted'
import { drawingQueue, queueDrawing } from './drawing-queue'
import { removeReplaced } from './drawn-files'
import { judgeDesign } from './moderation'
import { bindWaiting } from './named-designs'
import { requireCase } from './offer'
import { redraw } from './redraw'
import { readLayers, toBuyerDesign } from './rows'
import { linkOf, lockDesign, requireRevision, requireUnlocked } from './state'

const maxSubmissionsPerDay = 40
const day = 24 * 60 * 60 * 1000

/** Submitting a revision again joins its drawing, and repeats one that failed. */
export async function submitDesign(publicCtx: PublicCtx, id: number, seen: number): Promise<BuyerDesign> {
  const { row, ctx } = await openDesign(publicCtx, id)
  await requireUnlocked(ctx, row)
  requireRevision(row, seen)
  const link = await linkOf(ctx, row)
  await requireCase(ctx, link, { phoneModelId: row.phone_model_id, materialColorId: row.material_color_id })
  if (isSubmitted(row, seen)) return joinDrawing(ctx, row)
  requireSomething(row.layers as unknown as TemplateLayer[])
  requirePhotos(row, link)
  await readLayers(ctx, row.layers)
  await countRevision(ctx, id, seen)
  const underReview = await judgeDesign(ctx, row)
  const submitted = await transact(ctx, async (inner) => {
    // Imports and push claims lock the shop row, charges the ledger: neither can take the former picture from here on.
    await lockShop(inner, row.shop_id)
    await lockLedger(inner, inner.actor.accountId)
    const now = await lockDesign(inner, id)
    await requireUnlocked(inner, now)
    requireRevision(now, seen)
    return isSubmitted(now, seen) ? now : accept(inner, now, underReview)
  })
  ctx.jobs.wake(drawingQueue)
  return toBuyerDesign(ctx, submitted)
}

const isSubmitted = ({ status, submitted_revision }: DesignRow, seen: number): boolean =>
  status === 'submitted' && submitted_revision === seen

async function joinDrawing(ctx: Ctx, row: DesignRow): Promise<BuyerDesign> {
  if (await redraw(ctx, row, (inner) => countSubmission(inner, row.id))) ctx.jobs.wake(drawingQueue)
  return toBuyerDesign(ctx, row)
}

/** Submits a locked design as it is now; the shop and the ledger must be locked, too. */
async function accept(ctx: Ctx, now: DesignRow, isDoubtful: boolean): Promise<DesignRow> {
  const corrected = await isCorrected(ctx, now)
  if (corrected) await askAboutCorrection(ctx, now.id)
  const updated = await ctx.db
    .updateTable('buyer_design')
    .set({
      status: 'submitted',
      submitted_revision: now.revision,
      submission: JSON.stringify(await newSubmission(ctx, now)),
      submitted_at: ctx.clock.now(),
      consent_at: ctx.clock.now(),
      reject_reason: null,
      under_review: isDoubtful || corrected,
      print_file_id: null,
      effect_file_id: null,
    })
    .where('id', '=', now.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await queueDrawing(ctx, updated)
  if (updated.order_original_id !== null && updated.item_original_id !== null) await placeInOrder(ctx, updated)
  else await bindWaiting(ctx, now.id)
  if (now.submitted_revision === null) await countDesign(ctx, updated, 'submitted')
  await removeReplaced(ctx, now.id)
  return lockDesign(ctx, now.id)
}

/** Counts the submission of a revision once, however often it is asked for. Rejects with 'too-many-requests' after those of a day. */
const countRevision = (ctx: Ctx, id: number, revision: number): Promise<void> =>
  transact(ctx, async (inner) => {
    const { counted_revision } = await lockDesign(inner, id)
    if (counted_revision === revision) return
    await countSubmission(inner, id)
    await inner.db.updateTable('buyer_design').set({ counted_revision: revision }).where('id', '=', id).execute()
  })

const countSubmission = (ctx: Ctx, id: number): Promise<void> => limit(ctx, `buyer:submit:${id}`, maxSubmissionsPerDay, day)

/** Rejects with 'conflict' for a design of which nothing would be printed. */
function requireSomething(layers: readonly TemplateLayer[]): void {
  if (layers.some(({ hidden }) => !hidden)) return
  throw new Failure('conflict', '设计还是空的，请先添加图片或文字')
}

/** Rejects with 'conflict' for a design that would be printed with the silhouette of a place for a cut-out. */
function requirePhotos(row: DesignRow, link: Link): void {
  const [base, layers] = [row.base, row.layers] as unknown as readonly [TemplateLayer[], TemplateLayer[]]
  const [first] = unfilledPlaces(base, layers, link).missing
  if (first) throw new Failure('conflict', `请先给「${first.name || '人像照片'}」选一张照片`)
}
