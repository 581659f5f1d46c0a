/**
 * Returns credits for images that turn out to be missing after they were charged: a further journal gives them back to their
 * lots, and the image counts as unpaid. Only what this server finds at the picture's address counts. An image that was delivered
 * stays paid for, because its host may remove it afterwards.
 */
import { sql } from 'kysely'
import type { CorrectionReply } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { transact } from '../../kernel/transact'
import { refreshAlarms } from '../alarms/refresh'
import { examinePictures } from '../orders/picture-analysis'
import { readDelivered } from './deliveries'
import { enterJournal, expireLots, type Ledger, lockLedger, type Posting, spendableLots } from './ledger'

/** Time limit for checking the pictures of one call, ms. */
const limitMs = 40_000
/** Days after the charge after which a picture counts as delivered and cannot be corrected any more. */
const correctableDays = 3

interface UsageLine {
  readonly id: number
  readonly recordId: number
  readonly journalId: number
  /** The price of the image when it was charged. */
  readonly usedCredits: number
}

type Returned = CorrectionReply['returned'][number]

/**
 * Gives back what each of these customizations cost when it was charged, if it is paid for and missing; once, however often it is
 * called.
 */
export async function correctMissing(ctx: Ctx, customizationIds: readonly number[]): Promise<CorrectionReply> {
  const missing = await findMissing(ctx, [...new Set(customizationIds)])
  return transact(ctx, async (inner) => {
    const ledger = await lockLedger(inner, ctx.actor.accountId)
    await expireLots(ledger)
    // Checked again under the lock: it may have been delivered while this server looked.
    const delivered = await readDelivered(inner.db, ctx.actor.accountId, missing)
    const lines = await readLines(
      ledger,
      missing.filter((id) => !delivered.has(id)),
    )
    for (const line of lines) await correctLine(ledger, line)
    await refreshAlarms(
      { ...inner, accountId: ctx.actor.accountId },
      lines.map(({ id }) => id),
    )
    const lots = await spendableLots(ledger)
    const returned = await readCorrected(ledger, missing)
    return {
      corrected: returned.map(({ customizationId }) => customizationId),
      returned,
      credits: lots.reduce((sum, { remaining }) => sum + remaining, 0),
    }
  })
}

async function findMissing(ctx: Ctx, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ customizationId: number; url: string | null; fileId: number | null; storageKey: string | null }>`
    select customization.id as "customizationId", customization.customized_image_url as url,
      file.id as "fileId", file.storage_key as "storageKey"
    from customization left join file on file.id = customization.customized_file_id and file.status = 'ready'
    where customization.account_id = ${ctx.actor.accountId} and customization.id = any(${[...ids]}::bigint[])`.execute(ctx.db)
  const examined = await examinePictures(ctx, rows, limitMs)
  return rows.flatMap(({ customizationId: id }) => {
    const kind = examined.get(id)?.kind
    return kind === 'missing' || kind === 'notPicture' ? id : []
  })
}

/** Returns which of them are still charged. The ledger is locked, so nobody else corrects them meanwhile. */
async function readLines({ db, accountId, now }: Ledger, ids: readonly number[]): Promise<readonly UsageLine[]> {
  const since = new Date(now.getTime() - correctableDays * 24 * 60 * 60_000)
  const { rows } = await sql<UsageLine>`
    select line.customization_id as id, line.usage_record_id as "recordId", record.journal_id as "journalId",
      line.used_credits as "usedCredits"
    from usage_line line join usage_record record on record.id = line.usage_record_id
    where line.account_id = ${accountId} and line.customization_id = any(${[...ids]}::bigint[])
      and record.created_at >= ${since}::timestamptz
    order by line.customization_id`.execute(db)
  return rows
}

/** Returns those that this call or an earlier one, whose response may have been lost, gave back last, with their credits. */
async function readCorrected({ db, accountId }: Ledger, ids: readonly number[]): Promise<Returned[]> {
  const { rows } = await sql<Returned>`
    select distinct on (customization_id) customization_id as "customizationId", used_credits as credits
    from usage_correction back
    where account_id = ${accountId} and customization_id = any(${[...ids]}::bigint[])
      and not exists (select from usage_line line
        where line.account_id = back.account_id and line.customization_id = back.customization_id)
    order by customization_id, created_at desc, journal_id desc`.execute(db)
  return rows
}

async function correctLine(ledger: Ledger, { id, recordId, journalId, usedCredits }: UsageLine): Promise<void> {
  const { db, accountId, now } = ledger
  const returnPostings = await postReturn(ledger, journalId, usedCredits)
  const key = `${correctionKey(journalId)}${id}`
  const correctionId = await enterJournal(ledger, 'correction', key, [{ side: 'used', amount: -usedCredits }, ...returnPostings])
  const line = { account_id: accountId, usage_record_id: recordId, customization_id: id }
  await db
    .insertInto('usage_correction')
    .values({ ...line, used_credits: usedCredits, journal_id: correctionId, created_at: now })
    .execute()
  await db.deleteFrom('usage_line').where('usage_record_id', '=', recordId).where('customization_id', '=', id).execute()
}

const correctionKey = (journalId: number): string => `correction:${journalId}:`

/**
 * Returns where the credits of one image go: to the lots that its charge took from and that have not got them back, the one that
 * expires last first. Credits of a lot that has expired by now expire, too.
 */
async function postReturn({ db, accountId, now }: Ledger, journalId: number, credits: number): Promise<Posting[]> {
  const { rows } = await sql<{ lotId: number; taken: number; ended: boolean }>`
    select lot.id as "lotId", -sum(p.amount)::int8 as taken, lot.expires_at <= ${now}::timestamptz as ended
    from posting p join journal j on j.id = p.journal_id join credit_lot lot on lot.id = p.credit_lot_id
    where p.account_id = ${accountId} and (j.id = ${journalId} or starts_with(j.key, ${correctionKey(journalId)}))
    group by lot.id having sum(p.amount) < 0
    order by lot.expires_at desc, lot.id desc`.execute(db)
  const postings: Posting[] = []
  let remaining = credits
  for (const { lotId, taken } of rows.filter(({ ended }) => !ended)) {
    const amount = Math.min(remaining, taken)
    if (amount > 0) postings.push({ side: 'balance', amount, lotId })
    remaining -= amount
  }
  return remaining > 0 ? [...postings, { side: 'expired', amount: remaining }] : postings
}
