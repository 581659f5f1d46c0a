/** Charges customized images: each once, whoever requests it, however often, and under whichever order it is shown. */
import { sql } from 'kysely'
import { creditsPerImage as priceOfImage } from '../../../contract/constants'
import { downloadIncludes, removedDesignFindings } from '../../../contract/rules/preflight'
import type { ChargeReply } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { acknowledgeCharged } from '../alarms/acknowledge'
import { spendFromCeiling } from '../api-keys/ceilings'
import { knownFindings } from '../orders/preflight'
import { shownUrl } from '../orders/rows'
import { enterJournal, expireLots, type Ledger, lockLedger, spendableLots, spendFromLots } from './ledger'

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
const rowsPerStatement = 2000

export interface Price {
  /** The price of an image now, credits. */
  readonly creditsPerImage: number
  /** The price the seller saw, credits; undefined where the page does not send it. */
  readonly seen?: number | undefined
}

/**
 * Charges each customization that is not paid for yet, in the given order; those that the balance does not cover are returned in
 * `insufficient` and cost nothing. Neither do those in `refused`: held, blank or without pieces, unless
 * `confirmed`, and those without an image, deleted or of another account. It is one transaction that reads the current state: an
 * order may have been refunded since the seller looked. Rejects with 'price-changed', and charges nothing, when an image costs
 * something else than the seller saw, and with 'key-ceiling' where it costs more than the caller's key may spend today.
 */
export function charge(
  ctx: Ctx,
  customizationIds: readonly number[],
  confirmed: readonly number[] = [],
  { creditsPerImage, seen }: Price = { creditsPerImage: priceOfImage },
): Promise<ChargeReply> {
  return transact(ctx, async (inner) => {
    const requestedIds = [...new Set(customizationIds)]
    const ledger = await lockLedger(inner, ctx.actor.accountId)
    const findings = await knownFindings(inner, requestedIds)
    const confirmedIds = new Set(confirmed)
    const isAccepted = (id: number) => downloadIncludes(findings.get(id) ?? removedDesignFindings, confirmedIds.has(id))
    const accepted = requestedIds.filter(isAccepted)
    const refused = requestedIds.filter((id) => !isAccepted(id))
    const targets = await findTargets(ledger, accepted)
    const paid = await findPaid(ledger, accepted)
    await expireLots(ledger)
    const lots = await spendableLots(ledger)
    const available = lots.reduce((sum, { remaining }) => sum + remaining, 0)
    const unpaid = accepted.filter((id) => !paid.has(id))
    if (unpaid.length > 0 && seen !== undefined && seen !== creditsPerImage) throw priceChanged(seen, creditsPerImage)
    const charged = unpaid.slice(0, Math.floor(available / creditsPerImage))
    const cost = charged.length * creditsPerImage
    if (charged.length > 0) {
      await spendFromCeiling(inner, 'download', cost)
      const key = await chargeKey(ledger, Math.min(...charged))
      const journalId = await enterJournal(ledger, 'charge', key, [...spendFromLots(lots, cost), { side: 'used', amount: cost }])
      await writeUsage(
        ledger,
        journalId,
        charged.flatMap((id) => targets.get(id) ?? []),
        creditsPerImage,
      )
      await acknowledgeCharged(inner, charged)
    }
    const insufficient = unpaid.slice(charged.length)
    const uncovered = new Set(insufficient)
    return {
      charged,
      alreadyCharged: accepted.filter((id) => paid.has(id)),
      insufficient,
      refused: refused.map((customizationId) => ({
        customizationId,
        findings: [...(findings.get(customizationId) ?? removedDesignFindings)],
      })),
      images: accepted.flatMap((id) => {
        const customizedImageUrl = uncovered.has(id) ? null : shownUrl(ctx, targets.get(id)?.url ?? null)
        return customizedImageUrl === null ? [] : { customizationId: id, customizedImageUrl }
      }),
      credits: available - cost,
    }
  })
}

const priceChanged = (seen: number, creditsPerImage: number): Failure =>
  new Failure(
    'price-changed',
    `每张定制图的价格已从 ${seen} 点变为 ${creditsPerImage} 点，这次没有扣点；请刷新页面，看过新价格后再下载`,
  )

/**
 * The journal's key contains the smallest of the charged ids and the number of corrections of it so far, so that no customization
 * can be charged twice without a correction in between.
 */
async function chargeKey({ db, accountId }: Ledger, smallestId: number): Promise<string> {
  const { corrections } = await db
    .selectFrom('usage_correction')
    .select((row) => row.fn.countAll<number>().as('corrections'))
    .where('account_id', '=', accountId)
    .where('customization_id', '=', smallestId)
    .executeTakeFirstOrThrow()
  return corrections === 0 ? `charge:${smallestId}` : `charge:${smallestId}:${corrections}`
}

const isOneOf = (column: string, ids: readonly number[]) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`

async function findTargets({ db, accountId }: Ledger, ids: readonly number[]): Promise<Map<number, ChargeTarget>> {
  const rows = await db
    .selectFrom('customization')
    .innerJoin('order_item_customization as link', 'link.customization_id', 'customization.id')
    .innerJoin('order_item', 'order_item.id', 'link.order_item_id')
    .innerJoin('shop_order', 'shop_order.id', 'order_item.order_id')
    .innerJoin('shop_order as top', (join) => join.on('top.id', '=', sql`coalesce(shop_order.parent_id, shop_order.id)`))
    .distinctOn('customization.id')
    .select(['customization.id', 'top.id as orderId', 'top.original_id as orderOriginalId', 'top.shop_id as shopId'])
    .select('customization.customized_image_url as url')
    .where('customization.account_id', '=', accountId)
    .where(isOneOf('customization.id', ids))
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
    .where(isOneOf('customization_id', ids))
    .execute()
  return new Set(rows.map((row) => row.customization_id))
}

/** Writes one usage record per order, with a line per customization. */
async function writeUsage(
  { db, accountId, now }: Ledger,
  journalId: number,
  targets: readonly ChargeTarget[],
  creditsPerImage: number,
): Promise<void> {
  const byOrder = new Map<number, ChargeTarget[]>()
  for (const target of targets) {
    const sameOrder = byOrder.get(target.orderId)
    if (sameOrder) sameOrder.push(target)
    else byOrder.set(target.orderId, [target])
  }
  const lines: { account_id: number; usage_record_id: number; customization_id: number; used_credits: number }[] = []
  for (const [orderId, sameOrder] of byOrder) {
    const [first] = sameOrder
    if (!first) continue
    const { id } = await db
      .insertInto('usage_record')
      .values({
        account_id: accountId,
        shop_id: first.shopId,
        order_id: orderId,
        order_original_id: first.orderOriginalId,
        used_credits: sameOrder.length * creditsPerImage,
        journal_id: journalId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const target of sameOrder) {
      lines.push({ account_id: accountId, usage_record_id: id, customization_id: target.id, used_credits: creditsPerImage })
    }
  }
  for (let from = 0; from < lines.length; from += rowsPerStatement) {
    await db
      .insertInto('usage_line')
      .values(lines.slice(from, from + rowsPerStatement))
      .execute()
  }
}
