/**
 * The real API with no limit of calls, with the product's, or with that of rate-limiter-flexible, as the benchmark asks by messages.
 * argv: the folder of the embedded database (unless DATABASE_URL names one), how many accounts to make, and the peer's folder.
 */
import { createRequire } from 'node:module'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { createAccount } from '../../server/domain/users/accounts'
import { type CallLimits, createCallLimits } from '../../server/http/call-limits'
import type { Db } from '../../server/kernel/context'
import { LimitReached } from '../../server/kernel/failure'
import { serveApi } from '../lib/api'

export type Side = 'none' | 'ours' | 'peer'
interface Asked {
  readonly side: Side
  /** Calls per minute of an account; an address has twice as many. */
  readonly limit: number
}

/** The part of the peer that the benchmark uses. */
interface Limiter {
  consume(key: string): Promise<unknown>
}
type LimiterClass = new (options: object) => Limiter

/** Neither side limits API keys here. */
const countKey = async () => null
const noLimits: CallLimits = { countAccount: async () => {}, countAddress: async () => {}, countKey }

/** The peer's limiters, at their fastest: a key over its limit is refused without a statement, and memory counts while the database fails. */
async function createPeerLimits(db: Db, { limit }: Asked, folder: string): Promise<CallLimits> {
  const { RateLimiterPostgres, RateLimiterMemory } = createRequire(import.meta.url)(folder) as Record<string, LimiterClass>
  if (!RateLimiterPostgres || !RateLimiterMemory) throw new Error(`${folder} is not rate-limiter-flexible`)
  await sql`
    create unlogged table if not exists peer_limit (key varchar(255) primary key, points integer not null default 0, expire bigint)
    with (fillfactor = 50)`.execute(db)
  const url = process.env.DATABASE_URL
  // The embedded database has no client of pg: its statements take the way of all others of the server.
  const query = ({ text, values }: { text: string; values: unknown[] }) => db.executeQuery(CompiledQuery.raw(text, values))
  const storeClient = url ? pool(url) : { query }
  const create = (points: number, keyPrefix: string) => {
    const window = { points, duration: 60, keyPrefix }
    const insuranceLimiter = new RateLimiterMemory(window)
    const table = { storeClient, storeType: 'pool', tableName: 'peer_limit', tableCreated: true }
    const limiter = new RateLimiterPostgres({ ...window, ...table, inMemoryBlockOnConsumed: points, insuranceLimiter })
    return async (key: string) => {
      try {
        await limiter.consume(key)
      } catch (refused) {
        if (refused instanceof Error) throw refused
        throw new LimitReached(Math.ceil((refused as { msBeforeNext: number }).msBeforeNext / 1000))
      }
    }
  }
  const [countAccount, countAddress] = [create(limit, 'account'), create(limit * 2, 'address')]
  return { countAccount: (accountId) => countAccount(String(accountId)), countAddress, countKey }
}

let peerPool: pg.Pool | undefined
const pool = (connectionString: string) => {
  peerPool ??= new pg.Pool({ connectionString, max: 10 })
  return peerPool
}

function createLimits(db: Db, asked: Asked, peerFolder: string): CallLimits | Promise<CallLimits> {
  if (asked.side === 'none') return noLimits
  if (asked.side === 'peer') return createPeerLimits(db, asked, peerFolder)
  return createCallLimits({ db, rates: { perAccount: asked.limit, perAddress: asked.limit * 2 }, report: console.error })
}

async function main(folder: string, accountCount: number, peerFolder: string): Promise<void> {
  let limits = noLimits
  const switched: CallLimits = {
    countAccount: (accountId) => limits.countAccount(accountId),
    countAddress: (address) => limits.countAddress(address),
    countKey,
  }
  const { db, port, signIn } = await serveApi(folder, {
    callLimits: switched,
    isTrustedProxy: (address) => address === '127.0.0.1',
  })
  const tokens: string[] = []
  for (let n = 0; n < accountCount; n += 1) {
    const { userId } = await createAccount({ db, clock: { now: () => new Date() } }, { name: `bench-${n}` })
    tokens.push(await signIn(userId))
  }
  process.on('message', async (asked: Asked) => {
    limits = await createLimits(db, asked, peerFolder)
    process.send?.('ready')
  })
  process.once('disconnect', () => process.exit(0))
  process.send?.({ port, tokens })
}

await main(process.argv[2] ?? '', Number(process.argv[3]), process.argv[4] ?? '')
