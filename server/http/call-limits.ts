/**
 * Limits the calls of an account and of an address over all processes. A process counts by itself and tells the database now and then,
 * so that a call costs no statement; the sum may pass a limit by a hundredth per process.
 */
import type { Db } from '../kernel/context'
import { LimitReached } from '../kernel/failure'
import { countUses } from '../kernel/shared-limit'

/** Calls per minute; 0: no limit. */
export interface CallRates {
  readonly perAccount: number
  readonly perAddress: number
}

export interface CallLimits {
  /** Counts a call; rejects with LimitReached when the account made too many. */
  countAccount(accountId: number): Promise<void>
  /** The same for an address. Programs of this machine, such as a proxy without TRUSTED_PROXIES, have no limit. */
  countAddress(address: string): Promise<void>
}

const windowMs = 60_000
/** Share of a limit after which a process adds its uses to the database. */
const tellAfter = 0.01
const maxEntries = 10_000

interface Count {
  /** Uses of all processes when this one last added its own to the database. */
  used: number
  /** Uses here since then. */
  untold: number
  /** By this process's monotonic clock. */
  endsAt: number
  telling: Promise<void> | null
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

  async function tell(key: string, count: Count): Promise<void> {
    const told = count.untold
    const askedAt = monotonic()
    const { used, endsInMs } = await countUses(db, key, told, windowMs)
    count.used = used
    count.untold -= told
    count.endsAt = askedAt + endsInMs
  }

  async function newCount(key: string): Promise<void> {
    if (counts.size >= maxEntries) for (const [old, { endsAt }] of counts) if (endsAt <= monotonic()) counts.delete(old)
    const count: Count = { used: 0, untold: 0, endsAt: Number.POSITIVE_INFINITY, telling: null }
    counts.set(key, count)
    count.untold = 1
    count.telling = tell(key, count).finally(() => {
      count.telling = null
    })
    try {
      await count.telling
    } catch (error) {
      counts.delete(key)
      throw error
    }
  }

  async function use(key: string, most: number): Promise<void> {
    const count = counts.get(key)
    if (!count || count.endsAt <= monotonic()) {
      await newCount(key)
      return assertBelow(counts.get(key), most)
    }
    // The window's first call is being written to the database; later calls wait for its total.
    if (count.endsAt === Number.POSITIVE_INFINITY) await count.telling
    count.untold += 1
    try {
      assertBelow(count, most)
    } catch (error) {
      count.untold -= 1
      throw error
    }
    if (count.untold < most * tellAfter || count.telling) return
    // After a failed write the uses stay counted here and are sent with the next call.
    count.telling = tell(key, count)
      .catch(report)
      .finally(() => {
        count.telling = null
      })
  }

  function assertBelow(count: Count | undefined, most: number): void {
    if (count && count.used + count.untold > most)
      throw new LimitReached(Math.max(1, Math.ceil((count.endsAt - monotonic()) / 1000)))
  }

  return {
    async countAccount(accountId) {
      if (rates.perAccount > 0) await use(`calls of account ${accountId}`, rates.perAccount)
    },
    async countAddress(address) {
      if (rates.perAddress > 0 && !/^(?:127\.|::1|unknown)/.test(address)) await use(`calls from ${address}`, rates.perAddress)
    },
  }
}
