/**
 * Submits a buyer's design: its print file and its effect image are drawn by the server, and a bound order follows it. What is
 * charged or pushed can no longer be replaced.
 */
import { unfilledPlaces } from '../../../contract/rules/buyer-rights'
import type { BuyerDesign, TemplateLayer } from '../../../contract/types'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { lockLedger } from '../credits/ledger'
import { drawEffect } from '../orders/design/effect-image'
import { drawPrint, storePicture } from '../orders/design/print-file'
import { readWireframes } from '../orders/referenced-rows'
import { wireframeOf } from '../orders/snapshot'
import { lockShop } from '../shops/shops'
import { type DesignRow, type Link, limit, openDesign } from './access'
import { bind, findReturn, placeInOrder } from './binding'
import type { Submission } from './content'
import { countDesign } from './counted'
import { judgeDesign } from './moderation'
import { requireCase } from './offer'
import { readLayers, toBuyerDesign } from './rows'
import { linkOf, lockDesign, requireRevision, requireUnlocked } from './state'

const maxSubmissionsPerDay = 40
const day = 24 * 60 * 60 * 1000

export async function submitDesign(publicCtx: PublicCtx, id: number, seen: number): Promise<BuyerDesign> {
  const { row, ctx } = await openDesign(publicCtx, id)
  await requireUnlocked(ctx, row)
  requireRevision(row, seen)
  const link = await linkOf(ctx, row)
  const chosen = await requireCase(ctx, link, { phoneModelId: row.phone_model_id, materialColorId: row.material_color_id })
  if (row.submitted_revision === row.revision && row.status === 'submitted') return toBuyerDesign(ctx, row)
  requireSomething(row.layers as unknown as TemplateLayer[])
  requirePhotos(row, link)
  await limit(publicCtx, `buyer:submit:${id}`, maxSubmissionsPerDay, day)
  const underReview = await judgeDesign(ctx, row)
  const pictures = await drawPictures(ctx, row, chosen)
  const submitted = await transact(ctx, async (inner) => {
    // Imports and push claims lock the shop row, charges the ledger: neither can take the former picture from here on.
    await lockShop(inner, row.shop_id)
    await lockLedger(inner, inner.actor.accountId)
    const now = await lockDesign(inner, id)
    await requireUnlocked(inner, now)
    requireRevision(now, seen)
    const updated = await inner.db
      .updateTable('buyer_design')
      .set({
        status: 'submitted',
        submitted_revision: seen,
        // The revision is the one that was drawn.
        submission: JSON.stringify({
          phoneModelId: now.phone_model_id,
          materialColorId: now.material_color_id,
          layers: now.layers,
        } satisfies Submission),
        submitted_at: ctx.clock.now(),
        consent_at: ctx.clock.now(),
        reject_reason: null,
        under_review: underReview,
        print_file_id: pictures.printId,
        effect_file_id: pictures.effectId,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (updated.order_original_id !== null && updated.item_original_id !== null) {
      await placeInOrder(inner, updated)
    }
    const returnTo = await findReturn(inner, updated)
    if (returnTo) await bind(inner, updated, returnTo.orderOriginalId, returnTo.itemOriginalId)
    if (now.submitted_revision === null) await countDesign(inner, updated, 'submitted')
    return lockDesign(inner, id)
  })
  return toBuyerDesign(ctx, submitted)
}

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

async function drawPictures(ctx: Ctx, row: DesignRow, chosen: { readonly materialId: number; readonly materialName: string }) {
  const wireframes = await readWireframes(ctx, [row.phone_model_id])
  const wireframe = wireframes.get(`${row.phone_model_id}-${row.material_color_id}`)
  const layers = await readLayers(ctx, row.layers)
  const size = { widthMm: wireframe?.widthMm ?? null, heightMm: wireframe?.heightMm ?? null }
  const print = await drawPrint(ctx, { canvas: { width: row.width, height: row.height }, layers, ...size })
  const effect = await drawEffect(
    ctx,
    { wireframe: wireframeOf(wireframe), ...size, materialId: chosen.materialId, materialName: chosen.materialName },
    print,
  )
  const stored = await storePicture(ctx, `buyer-${row.code}.png`, print)
  const effectFile = effect && (await storePicture(ctx, `buyer-${row.code}.webp`, effect))
  return { printId: stored.fileId, effectId: effectFile?.fileId ?? null }
}
