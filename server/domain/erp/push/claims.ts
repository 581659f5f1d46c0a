/**
 * Leases on push lines: which request is sending a line now. A line is claimed before the factory is called and released
 * afterwards; the claim of a request that died ends with its lease. Every function here is one short transaction, and none is
 * open while a factory is called. README.md beside this file draws the states of a line.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { isHeld } from '../../../../contract/rules/order-state'
import { piecesOf } from '../../../../contract/rules/pieces'
import type { Ctx, Db } from '../../../kernel/context'
import { transact } from '../../../kernel/transact'
import type { ErpReceipt } from '../../../ports/erp'
import { acknowledgePushed } from '../../alarms/acknowledge'
import { spendFromCeiling } from '../../api-keys/ceilings'
import { writeAuditEntry } from '../../audit/audit'
import { markPushed } from '../../orders/made-as'
import { refreshOrdersShowing } from '../../orders/push-status'
import { cancelledText, cancelledValues, writeCancellation } from './cancelled'
import type { PushLine } from './lines'

/** Longer than querying a line with all retries takes, and than creating one. */
export const leaseMs = 120_000

export interface Claim {
  readonly claimer: string
  readonly outsideId: string
  /** An earlier request claimed the line and did not record how it ended: the factory may have it. */
  readonly hadEarlierClaim: boolean
  /** The factory's answer to that request, where it sounded like a refusal and was not certainly one. */
  readonly doubtfulWords: string | null
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'pushed'; readonly factoryOrderId: string }
  /** Another request is sending it now. */
  | { readonly kind: 'busy' }
  /** The order, its pieces, its case or the line's factory changed after the check. */
  | { readonly kind: 'changed' }

interface PushTarget {
  readonly factoryId: number
  readonly orderId: number
}

/**
 * Our id of the line at the factory: the same for the same picture, also after this database is restored to an earlier state, and
 * never that of another server's line. It is another one after the factory cancelled the line, because it keeps the old one.
 */
function outsideIdOf({ prints, actor }: Ctx, { storedCase }: PushLine, attempt: number): string {
  const parts = ['line', actor.accountId, storedCase.shop_id, storedCase.key, storedCase.url]
  const text = JSON.stringify(attempt === 0 ? parts : [...parts, attempt])
  return `KJ${createHmac('sha256', prints.secret).update(text).digest('hex').slice(0, 30)}`
}

/** Whether a line may still be claimed, in the transaction that claims it; the facts that it depends on are read there. */
export type PushGuard = (inner: Ctx) => Promise<boolean>

export function claimLine(ctx: Ctx, line: PushLine, target: PushTarget, guard?: PushGuard): Promise<ClaimOutcome> {
  return transact(ctx, async (inner): Promise<ClaimOutcome> => {
    const { db, clock, actor } = inner
    if (!(await isUnchanged(inner, line))) return { kind: 'changed' }
    if (guard && !(await guard(inner))) return { kind: 'changed' }
    const now = clock.now()
    const id = line.storedCase.id
    const claim = { claimer: randomUUID(), lease_until: new Date(now.getTime() + leaseMs) }
    const newClaim = {
      ...claim,
      factory_id: target.factoryId,
      order_id: target.orderId,
      quantity: line.quantity,
      status: 'claimed' as const,
      message: null,
      claimed_at: now,
      ended_at: null,
      cancelled_number: null,
      cancelled_at: null,
      cancel_asked_at: null,
      doubtful_words: null,
    }
    const outsideId = outsideIdOf(inner, line, 0)
    const inserted = await db
      .insertInto('push_line')
      .values({ account_id: actor.accountId, customization_id: id, factory_order_id: null, outside_id: outsideId, ...newClaim })
      // A conflict on either key: two simultaneous calls bring the same outside id, too.
      .onConflict((conflict) => conflict.doNothing())
      .returning('customization_id')
      .executeTakeFirst()
    if (inserted) {
      await spendFromCeiling(inner, 'push', line.quantity)
      await refreshOrdersShowing({ db, clock, accountId: actor.accountId }, [id])
      return { kind: 'claimed', claim: { claimer: claim.claimer, outsideId, hadEarlierClaim: false, doubtfulWords: null } }
    }
    const row = await selectLine(db, actor.accountId, id).forUpdate().executeTakeFirstOrThrow()
    if (row.status === 'pushed' && row.factory_order_id !== null) {
      return row.factory_id === target.factoryId ? { kind: 'pushed', factoryOrderId: row.factory_order_id } : { kind: 'changed' }
    }
    if (row.status === 'claimed' && row.factory_id !== target.factoryId) return { kind: 'changed' }
    if (row.lease_until !== null && row.lease_until > now) return { kind: 'busy' }
    // A line that the factory may have keeps its outside id; a refused line starts anew.
    const hadEarlierClaim = row.status === 'claimed'
    if (!hadEarlierClaim) await spendFromCeiling(inner, 'push', line.quantity)
    const claimedId = hadEarlierClaim ? row.outside_id : outsideIdOf(inner, line, row.attempt)
    await updateLine(db, actor.accountId, id)
      .set(hadEarlierClaim ? { ...claim, message: null, ended_at: null } : { ...newClaim, outside_id: claimedId })
      .execute()
    await refreshOrdersShowing({ db, clock, accountId: actor.accountId }, [id])
    const doubtfulWords = hadEarlierClaim ? row.doubtful_words : null
    return { kind: 'claimed', claim: { claimer: claim.claimer, outsideId: claimedId, hadEarlierClaim, doubtfulWords } }
  })
}

const selectLine = (db: Db, accountId: number, customizationId: number) =>
  db
    .selectFrom('push_line')
    .select(['status', 'factory_id', 'factory_order_id', 'outside_id', 'lease_until', 'attempt', 'doubtful_words'])
    .where('account_id', '=', accountId)
    .where('customization_id', '=', customizationId)

export const updateLine = (db: Db, accountId: number, customizationId: number) =>
  db.updateTable('push_line').where('account_id', '=', accountId).where('customization_id', '=', customizationId)

/** Returns whether the line is unchanged. Imports of the shop wait until the end of the transaction, and then find the line. */
async function isUnchanged(ctx: Ctx, { storedCase, parts }: PushLine): Promise<boolean> {
  for (const part of parts) if (!(await isPartUnchanged(ctx, storedCase, part))) return false
  return parts.length > 0
}

async function isPartUnchanged(
  { db, actor }: Ctx,
  storedCase: PushLine['storedCase'],
  { item, quantity }: PushLine['parts'][number],
): Promise<boolean> {
  await db
    .selectFrom('shop')
    .select('id')
    .where('id', '=', storedCase.shop_id)
    .where('account_id', '=', actor.accountId)
    .forShare()
    .execute()
  const current = await db
    .selectFrom('customization')
    .innerJoin('order_item_customization as link', 'link.customization_id', 'customization.id')
    .innerJoin('order_item as item', 'item.id', 'link.order_item_id')
    .innerJoin('shop_order as o', 'o.id', 'item.order_id')
    .select([
      'o.held_back',
      'customization.sha256',
      'customization.customized_image_url as url',
      'item.quantity',
      'item.state',
      'item.hold',
      'item.sku_original_id',
      'item.properties_name',
      'item.decided_pieces',
    ])
    .where('customization.account_id', '=', actor.accountId)
    .where('customization.id', '=', storedCase.id)
    .where('item.id', '=', item.id)
    .executeTakeFirst()
  return (
    current !== undefined &&
    current.sha256 === storedCase.sha256 &&
    current.url === storedCase.url &&
    current.quantity === item.quantity &&
    piecesOf({ ...item, decidedPieces: current.decided_pieces })?.get(storedCase.id) === quantity &&
    current.state === item.state &&
    current.sku_original_id === item.skuOriginalId &&
    current.properties_name === item.propertiesName &&
    !isHeld(current) &&
    current.held_back === null &&
    quantity > 0
  )
}

/**
 * Extends the lease before the line is created, and stores what is requested now. Returns false when another call has taken the
 * line over.
 */
export function renewClaim(ctx: Ctx, line: PushLine, claim: Claim, target: PushTarget): Promise<boolean> {
  return transact(ctx, async ({ db, actor, clock }) => {
    const { numUpdatedRows } = await updateLine(db, actor.accountId, line.storedCase.id)
      .set({
        lease_until: new Date(clock.now().getTime() + leaseMs),
        quantity: line.quantity,
        order_id: target.orderId,
      })
      .where('claimer', '=', claim.claimer)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/** Records that the factory has the line, which is true whichever request holds it by now. */
export async function recordPushed(ctx: Ctx, line: PushLine, claim: Claim, receipt: ErpReceipt): Promise<void> {
  await endClaim(
    ctx,
    line,
    (query) =>
      query
        .set({ status: 'pushed', factory_order_id: receipt.factoryOrderId, message: receipt.state || null })
        .where('outside_id', '=', claim.outsideId)
        .where('status', '<>', 'pushed'),
    async (inner) => {
      await markPushed(inner, line.item, line.storedCase.id)
      await acknowledgePushed(inner, line.storedCase.id)
      await writeAuditEntry(inner, {
        action: 'pushed',
        subject: 'customizations',
        details: { id: line.storedCase.id, quantity: line.quantity, factoryOrderId: receipt.factoryOrderId },
        about: { customizationId: line.storedCase.id },
      })
    },
  )
}

/**
 * Records that the factory refused and has nothing. Returns false when another call has taken the line over, whose result counts.
 */
export const recordRefused = (ctx: Ctx, line: PushLine, claim: Claim, message: string): Promise<boolean> =>
  endClaim(ctx, line, (query) => query.set({ status: 'failed', message }).where('claimer', '=', claim.claimer))

/**
 * Records that the factory has the order and does not make it: no factory has the line any more. Returns false when another call
 * has taken the line over, whose result counts.
 */
export const recordCancelled = (ctx: Ctx, line: PushLine, claim: Claim, receipt: ErpReceipt): Promise<boolean> =>
  endClaim(
    ctx,
    line,
    (query) =>
      query.set(cancelledValues(ctx, receipt.factoryOrderId, cancelledText(receipt))).where('claimer', '=', claim.claimer),
    (inner) => writeCancellation(inner, line.storedCase.id, receipt.factoryOrderId, 'factory'),
  )

/** Leaves the line claimed without a lease: nobody knows whether the factory has it, and the next request asks the factory. */
export const releaseClaim = (
  ctx: Ctx,
  line: PushLine,
  claim: Claim,
  message: string,
  doubtfulWords: string | null = null,
): Promise<boolean> =>
  endClaim(ctx, line, (query) => query.set({ message, doubtful_words: doubtfulWords }).where('claimer', '=', claim.claimer))

type LineUpdate = ReturnType<typeof updateLine>

/** Ends a claim; `afterwards` runs in the same transaction if the line was updated. */
function endClaim(
  ctx: Ctx,
  line: PushLine,
  set: (query: LineUpdate) => LineUpdate,
  afterwards: (inner: Ctx) => Promise<void> = async () => undefined,
): Promise<boolean> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const query = updateLine(db, actor.accountId, line.storedCase.id).set({
      claimer: null,
      lease_until: null,
      ended_at: clock.now(),
    })
    const { numUpdatedRows } = await set(query).executeTakeFirst()
    if (numUpdatedRows > 0n) await afterwards(inner)
    await refreshOrdersShowing({ db, clock, accountId: actor.accountId }, [line.storedCase.id])
    return numUpdatedRows > 0n
  })
}
