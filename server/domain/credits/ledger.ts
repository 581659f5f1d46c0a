/**
 * The account's ledger. Callers lock it before they change it, and enter both sides; database triggers update balances and lots.
 */
import type { Db, Deps } from '../../kernel/context'
import type { Database } from '../../kernel/tables'

export type Side = Database['ledger_account']['kind']
type JournalKind = Database['journal']['kind']

const sides: readonly Side[] = ['balance', 'expired', 'held', 'recharged', 'refunded', 'used']

/** A ledger that nobody else can change until the transaction ends. */
export interface Ledger {
  readonly db: Db
  readonly accountId: number
  readonly now: Date
  readonly ids: ReadonlyMap<Side, number>
}

/** A credit lot with a remaining balance. */
export interface Lot {
  readonly id: number
  readonly remaining: number
}

export interface Posting {
  readonly side: Side
  /** Credits; a positive amount increases the side. */
  readonly amount: number
  /** The lot that the credits come into or go out of; only for the balance. */
  readonly lotId?: number
}

/**
 * Locks the ledger of an account, which is created on first use. Every change of credits begins here, so that concurrent changes
 * wait for each other in one place and cannot deadlock. Throws outside a transaction, where the lock would be released at once.
 */
export async function lockLedger({ db, clock }: Pick<Deps, 'db' | 'clock'>, accountId: number): Promise<Ledger> {
  if (!db.isTransaction) throw new Error('a ledger is locked inside a transaction')
  // The rows are always locked in one order: by kind, the balance first.
  const lock = () =>
    db
      .selectFrom('ledger_account')
      .select(['id', 'kind'])
      .where('account_id', '=', accountId)
      .orderBy('kind')
      .forUpdate()
      .execute()
  let rows = await lock()
  if (rows.length < sides.length) {
    await db
      .insertInto('ledger_account')
      .values(sides.map((kind) => ({ account_id: accountId, kind })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    rows = await lock()
  }
  return { db, accountId, now: clock.now(), ids: new Map(rows.map(({ kind, id }) => [kind, id])) }
}

/**
 * Enters a journal with its postings, whose sum is 0, and returns its id. `key` identifies its cause: the database refuses a
 * second journal with the same key, and a balance or lot below zero.
 */
export async function enterJournal(
  { db, accountId, now, ids }: Ledger,
  kind: JournalKind,
  key: string,
  postings: readonly Posting[],
): Promise<number> {
  const journal = await db
    .insertInto('journal')
    .values({ account_id: accountId, kind, key, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('posting')
    .values(
      postings.map(({ side, amount, lotId }) => {
        const ledgerAccountId = ids.get(side)
        if (ledgerAccountId === undefined) throw new Error(`account ${accountId} has no ledger side ${side}`)
        return {
          account_id: accountId,
          journal_id: journal.id,
          ledger_account_id: ledgerAccountId,
          credit_lot_id: lotId ?? null,
          amount,
        }
      }),
    )
    .execute()
  return journal.id
}

const lotsWithCredits = (db: Db, accountId: number) =>
  db
    .selectFrom('credit_lot')
    .select(['id', 'remaining'])
    .where('account_id', '=', accountId)
    .where('remaining', '>', 0)
    .orderBy('expires_at')
    .orderBy('id')

/** Returns lots that can be spent now, the one that expires first coming first; expired lots are excluded. */
export const spendableLots = ({ db, accountId, now }: Ledger): Promise<Lot[]> =>
  lotsWithCredits(db, accountId).where('expires_at', '>', now).execute()

/** Books the expiry of every expired lot; returns how many credits expired. */
export async function expireLots(ledger: Ledger): Promise<number> {
  const expired = await lotsWithCredits(ledger.db, ledger.accountId).where('expires_at', '<=', ledger.now).execute()
  for (const { id, remaining } of expired) {
    await enterJournal(ledger, 'expiry', `expiry:${id}`, [
      { side: 'balance', amount: -remaining, lotId: id },
      { side: 'expired', amount: remaining },
    ])
  }
  return expired.reduce((sum, { remaining }) => sum + remaining, 0)
}

/** Takes `credits` out of `lots` in their order. Throws when the lots do not hold as many: the caller must check first. */
export function spendFromLots(lots: readonly Lot[], credits: number): Posting[] {
  const postings: Posting[] = []
  let remainingCredits = credits
  for (const { id, remaining } of lots) {
    if (remainingCredits === 0) break
    const amount = Math.min(remainingCredits, remaining)
    postings.push({ side: 'balance', amount: -amount, lotId: id })
    remainingCredits -= amount
  }
  if (remainingCredits > 0) throw new Error(`the lots hold ${remainingCredits} credits too few`)
  return postings
}
