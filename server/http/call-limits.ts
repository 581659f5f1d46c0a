/**
 * Limits the calls of an account, of an address and of an API key over all processes. A process counts its calls in memory and adds them to the database
 * when they reach a hundredth of the limit, so that most calls cost no statement; the sum may pass a limit by a hundredth per process.
 *
 * rate-limiter-flexible 11 counts every call in the database instead. `npm run bench -- limits`, four times on 2 busy cores (ADR 43): on the
 * embedded database 483 to 594 calls a second of one account against our 4,205 to 5,105 (p95 24 to 76 ms against 3 to 13 ms), on PostgreSQL
 * 919 to 1,499 against 1,753 to 2,139 (32 to 120 ms against 19 to 64 ms). Four processes answered up to 2,064 calls of a limit of 2,000, with
 * the library exactly 2,000.
 */
import type { Db } from '../kernel/context'
import { LimitReached } from '../kernel/failure'
import { countUses } from '../kernel/shared-limit'

/** Calls per minute; 0: no limit. */
export interface CallRates {
  readonly perAccount: number
  readonly perAddress: number
  /** Absent: no limit. */
  readonly perKey?: number
}

/** How far a limit is used in the current minute. */
export interface LimitStanding {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export interface CallLimits {
  /** Counts a call; rejects with LimitReached when the account made too many. */
  countAccount(accountId: number): Promise<void>
  /** The same for an address. Programs of this machine, such as a proxy without TRUSTED_PROXIES, have no limit. */
  countAddress(address: string): Promise<void>
  /** The same for an API key; null without a limit. */
  countKey(keyId: number): Promise<LimitStanding | null>
}

const windowMs = 60_000
/** Share of a limit after which a process adds its pending calls to the database. */
const flushShare = 0.01
const maxEntries = 10_000

interface Count {
  /** Calls of all processes in the window when this one last flushed its own. */
  used: number
  /** Calls that this process served since then. */
  pending: number
  /** End of the window by this process's monotonic clock, ms; infinite until the first flush returns it. */
  endsAt: number
  /** The flush that is under way. */
  flushing: Promise<void> | null
}

export interface CallLimitOptions {
  readonly db: Db
  readonly rates: CallRates
  readonly report: (error: unknown) => void
  /** Returns ms since any moment; never set back. */
  readonly monotonic?: () => number
}

export function createCallLimits({ db, rates, report, monotonic = () => performance.now() }: CallLimitOptions): CallLimits {
  const counts = new Map<string, Count>()

  /** Adds the pending calls to the database, and reads what all processes counted. */
  async function flush(key: string, count: Count): Promise<void> {
    const flushed = count.pending
    const askedAt = monotonic()
    const { used, endsInMs } = await countUses(db, key, flushed, windowMs)
    count.used = used
    count.pending -= flushed
    count.endsAt = askedAt + endsInMs
  }

  /** Begins to count under `key` with one call; its total is read before that call is answered. */
  async function newCount(key: string): Promise<void> {
    if (counts.size >= maxEntries) for (const [old, { endsAt }] of counts) if (endsAt <= monotonic()) counts.delete(old)
    const count: Count = { used: 0, pending: 0, endsAt: Number.POSITIVE_INFINITY, flushing: null }
    counts.set(key, count)
    count.pending = 1
    count.flushing = flush(key, count).finally(() => {
      count.flushing = null
    })
    try {
      await count.flushing
    } catch (error) {
      counts.delete(key)
      throw error
    }
  }

  async function use(key: string, most: number): Promise<LimitStanding> {
    const count = counts.get(key)
    if (!count || count.endsAt <= monotonic()) {
      await newCount(key)
      return assertBelow(counts.get(key), most)
    }
    // The window's first call is being written to the database; later calls wait for its total.
    if (count.endsAt === Number.POSITIVE_INFINITY) await count.flushing
    count.pending += 1
    let standing: LimitStanding
    try {
      standing = assertBelow(count, most)
    } catch (error) {
      count.pending -= 1
      throw error
    }
    if (count.pending < most * flushShare || count.flushing) return standing
    // After a failed flush the count stays pending and is sent with the next one.
    count.flushing = flush(key, count)
      .catch(report)
      .finally(() => {
        count.flushing = null
      })
    return standing
  }

  function assertBelow(count: Count | undefined, most: number): LimitStanding {
    if (!count) return { limit: most, remaining: most, resetSeconds: windowMs / 1000 }
    const used = count.used + count.pending
    const resetSeconds = Math.max(1, Math.ceil((count.endsAt - monotonic()) / 1000))
    if (used > most) throw new LimitReached(resetSeconds)
    return { limit: most, remaining: most - used, resetSeconds }
  }

  return {
    async countAccount(accountId) {
      if (rates.perAccount > 0) await use(`calls of account ${accountId}`, rates.perAccount)
    },
    async countAddress(address) {
      if (rates.perAddress > 0 && !/^(?:127\.|::1|unknown)/.test(address)) await use(`calls from ${address}`, rates.perAddress)
    },
    countKey: async (keyId) => (rates.perKey ? use(`calls of key ${keyId}`, rates.perKey) : null),
  }
}
