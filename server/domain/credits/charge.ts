/** Charges customized images: each once, whoever requests it, however often, and under whichever order it is shown. */
import { sql } from 'kysely'
import { creditsPerImage } from '../../../contract/constants'
import { goneFindings, isTaken } from '../../../contract/rules/preflight'
import type { ChargeReply } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { knownFindings } from '../orders/preflight'
import { shownUrl } from '../orders/rows'
import { endLots, enter, type Ledger, lockLedger, openLots, takeFrom } from './ledger'

/** A customization to charge, and the order under which a seller sees it: the parent, for merged and split orders. */
interface ChargeTarget {
  readonly id: number
  /** The stored address of the customized image. */
  readonly url: string | null
  readonly orderId: number
  readonly orderOriginalId: string
  readonly shopId: number
}

/** Rows per statement, so that its parameters stay far below PostgreSQL's limit. */
const rowsAtOnce = 2000

/**
 * Charges 60 credits for each customization that is not paid for yet, in the given order; those that the balance does not cover
 * are returned in `insufficient` and cost nothing. Neither do those in `refused`: held, blank or without pieces, unless
 * `confirmed`, and those without an image, deleted or of another account. It is one transaction that reads the current state: an
 * order may have been refunded since the seller looked.
 */
export function charge(ctx: Ctx, customizationIds: readonly number[], confirmed: readonly number[] = []): Promise<ChargeReply> {
  return transact(ctx, async (inner) => {
    const wanted = [...new Set(customizationIds)]
    const ledger = await lockLedger(inner, ctx.actor.accountId)
    const found = await knownFindings(inner, wanted)
    const isWanted = new Set(confirmed)
    const isAsked = (id: number) => isTaken(found.get(id) ?? goneFindings, isWanted.has(id))
    const asked = wanted.filter(isAsked)
    const left = wanted.filter((id) => !isAsked(id))
    const targets = await findTargets(ledger, asked)
    const paid = await findPaid(ledger, asked)
    await endLots(ledger)
    const lots = await openLots(ledger)
    const available = lots.reduce((sum, { remaining }) => sum + remaining, 0)
    const unpaid = asked.filter((id) => !paid.has(id))
    const charged = unpaid.slice(0, Math.floor(available / creditsPerImage))
    const cost = charged.length * creditsPerImage
    if (charged.length > 0) {
      const key = await chargeKey(ledger, Math.min(...charged))
      const journalId = await enter(ledger, 'charge', key, [...takeFrom(lots, cost), { side: 'used', amount: cost }])
      await record(
        ledger,
        journalId,
        charged.flatMap((id) => targets.get(id) ?? []),
      )
    }
    const insufficient = unpaid.slice(charged.length)
    const short = new Set(insufficient)
    return {
      charged,
      alreadyCharged: asked.filter((id) => paid.has(id)),
      insufficient,
      refused: left.map((customizationId) => ({ customizationId, findings: [...(found.get(customizationId) ?? goneFindings)] })),
      images: asked.flatMap((id) => {
        const customizedImageUrl = short.has(id) ? null : shownUrl(ctx, targets.get(id)?.url ?? null)
        return customizedImageUrl === null ? [] : { customizationId: id, customizedImageUrl }
      }),
      credits: available - cost,
    }
  })
}

/**
 * The journal's key contains the smallest of the charged ids and the number of corrections of it so far, so that no customization
 * can be charged twice without a correction in between.
 */
async function chargeKey({ db, accountId }: Ledger, first: number): Promise<string> {
  const { corrections } = await db
    .selectFrom('usage_correction')
    .select((row) => row.fn.countAll<number>().as('corrections'))
    .where('account_id', '=', accountId)
    .where('customization_id', '=', first)
    .executeTakeFirstOrThrow()
  return corrections === 0 ? `charge:${first}` : `charge:${first}:${corrections}`
}

const among = (column: string, ids: readonly number[]) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`

async function findTargets({ db, accountId }: Ledger, ids: readonly number[]): Promise<Map<number, ChargeTarget>> {
  const rows = await db
    .selectFrom('customization')
    .innerJoin('order_item_customization as shown', 'shown.customization_id', 'customization.id')
    .innerJoin('order_item', 'order_item.id', 'shown.order_item_id')
    .innerJoin('shop_order', 'shop_order.id', 'order_item.order_id')
    .innerJoin('shop_order as top', (join) => join.on('top.id', '=', sql`coalesce(shop_order.parent_id, shop_order.id)`))
    .distinctOn('customization.id')
    .select(['customization.id', 'top.id as orderId', 'top.original_id as orderOriginalId', 'top.shop_id as shopId'])
    .select('customization.customized_image_url as url')
    .where('customization.account_id', '=', accountId)
    .where(among('customization.id', ids))
    .orderBy('customization.id')
    .orderBy('top.id')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function findPaid({ db, accountId }: Ledger, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('usage_line')
    .select('customization_id')
    .where('account_id', '=', accountId)
    .where(among('customization_id', ids))
    .execute()
  return new Set(rows.map((row) => row.customization_id))
}

/** Writes one usage record per order, with a line per customization. */
async function record({ db, accountId, now }: Ledger, journalId: number, targets: readonly ChargeTarget[]): Promise<void> {
  const byOrder = new Map<number, ChargeTarget[]>()
  for (const target of targets) {
    const shown = byOrder.get(target.orderId)
    if (shown) shown.push(target)
    else byOrder.set(target.orderId, [target])
  }
  const lines: { account_id: number; usage_record_id: number; customization_id: number; used_credits: number }[] = []
  for (const [orderId, shown] of byOrder) {
    const [first] = shown
    if (!first) continue
    const { id } = await db
      .insertInto('usage_record')
      .values({
        account_id: accountId,
        shop_id: first.shopId,
        order_id: orderId,
        order_original_id: first.orderOriginalId,
        used_credits: shown.length * creditsPerImage,
        journal_id: journalId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const target of shown) {
      lines.push({ account_id: accountId, usage_record_id: id, customization_id: target.id, used_credits: creditsPerImage })
    }
  }
  for (let from = 0; from < lines.length; from += rowsAtOnce) {
    await db
      .insertInto('usage_line')
      .values(lines.slice(from, from + rowsAtOnce))
      .execute()
  }
}
