/** The account's ledger. Whoever changes it locks it first and enters both sides; the database carries balances and lots along. */
import type { Db, Deps } from '../../kernel/context'
import type { Database } from '../../kernel/tables'

export type Side = Database['ledger_account']['kind']
type Entry = Database['journal']['kind']

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
  /** For the balance: the lot the credits come into or go out of. */
  readonly lotId?: number
}

/**
 * Locks the ledger of an account, which is made on first use. Every change of credits begins here, so that two of them wait for each
 * other in one place and never in a circle. Throws outside a transaction, where a lock would be gone at once.
 */
export async function lockLedger({ db, clock }: Pick<Deps, 'db' | 'clock'>, accountId: number): Promise<Ledger> {
  if (!db.isTransaction) throw new Error('a ledger is locked inside a transaction')
  // In one order always: by kind, the balance first.
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
 * Enters a journal with its sides, whose sum is 0, and answers its id. `key` is what it is about: the database refuses the second
 * journal of one key, as it refuses a balance or a lot below zero.
 */
export async function enter(
  { db, accountId, now, ids }: Ledger,
  kind: Entry,
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

const lotsLeft = (db: Db, accountId: number) =>
  db
    .selectFrom('credit_lot')
    .select(['id', 'remaining'])
    .where('account_id', '=', accountId)
    .where('remaining', '>', 0)
    .orderBy('expires_at')
    .orderBy('id')

/** Lots that can be spent now, the one that ends first coming first. A lot whose time has come is not among them. */
export const openLots = ({ db, accountId, now }: Ledger): Promise<Lot[]> =>
  lotsLeft(db, accountId).where('expires_at', '>', now).execute()

/** Enters the end of every lot whose time has come; answers how many credits ended. */
export async function endLots(ledger: Ledger): Promise<number> {
  const ended = await lotsLeft(ledger.db, ledger.accountId).where('expires_at', '<=', ledger.now).execute()
  for (const { id, remaining } of ended) {
    await enter(ledger, 'expiry', `expiry:${id}`, [
      { side: 'balance', amount: -remaining, lotId: id },
      { side: 'expired', amount: remaining },
    ])
  }
  return ended.reduce((sum, { remaining }) => sum + remaining, 0)
}

/** Takes `credits` out of `lots` in their order. Throws when they do not hold as many: the caller counts first. */
export function takeFrom(lots: readonly Lot[], credits: number): Posting[] {
  const taken: Posting[] = []
  let missing = credits
  for (const { id, remaining } of lots) {
    if (missing === 0) break
    const amount = Math.min(missing, remaining)
    taken.push({ side: 'balance', amount: -amount, lotId: id })
    missing -= amount
  }
  if (missing > 0) throw new Error(`the lots hold ${missing} credits too few`)
  return taken
}
