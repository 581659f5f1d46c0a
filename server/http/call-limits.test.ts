import { afterEach, beforeEach, expect, test } from 'vitest'
import { LimitReached } from '../kernel/failure'
import { countUses, reserveTurn, sweepLimits } from '../kernel/shared-limit'
import { type TestDatabase, testDatabase } from '../test/database'
import { startTestServer } from '../test/server'
import { type CallRates, createCallLimits } from './call-limits'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

/** The limits of one of several processes. */
const open = (rates: CallRates, monotonic?: () => number) =>
  createCallLimits({
    db: database.db,
    rates,
    report: (error) => {
      throw error
    },
    ...(monotonic ? { monotonic } : {}),
  })

const outcome = (call: Promise<void>) =>
  call.then(
    () => 'counted',
    (error: unknown) => (error instanceof LimitReached ? 'refused' : error),
  )

test('the turns of all processes are apart, and a turn too far away is not reserved', async () => {
  const turns = await Promise.all(Array.from({ length: 6 }, () => reserveTurn(database.db, 'app', 10_000, 3_600_000)))
  const sorted = turns.map((ms) => ms ?? Number.NaN).sort((a, b) => a - b)
  expect(sorted[0]).toBe(0)
  // Each is less than a whole interval after the one before by the time that the statements took.
  expect(sorted.map((ms) => Math.ceil(ms / 10_000))).toEqual([0, 1, 2, 3, 4, 5])
  expect(await reserveTurn(database.db, 'app', 10_000, 20_000)).toBeNull()
  expect(await reserveTurn(database.db, 'other app', 10_000, 20_000)).toBe(0)
})

test('calls of an account are counted over all processes, to a hundredth per process', async () => {
  const processes = Array.from({ length: 4 }, () => open({ perAccount: 200, perAddress: 0 }))
  const outcomes: unknown[] = []
  for (let n = 0; n < 80; n += 1) {
    outcomes.push(...(await Promise.all(processes.map((limits) => outcome(limits.countAccount(7))))))
    // Waits for what the processes tell the database about the same row.
    await countUses(database.db, 'calls of account 7', 0, 60_000)
  }
  const counted = outcomes.filter((each) => each === 'counted').length
  expect(counted).toBeGreaterThanOrEqual(200)
  expect(counted).toBeLessThanOrEqual(200 + 4 * 2 * 4)
  expect(outcomes.filter((each) => each === 'refused')).toHaveLength(320 - counted)
  expect(await outcome(open({ perAccount: 200, perAddress: 0 }).countAccount(8))).toBe('counted')
})

test('a refused caller learns when the minute ends, and is then served again', async () => {
  let now = 0
  const limits = open({ perAccount: 0, perAddress: 2 }, () => now)
  const call = () => limits.countAddress('203.0.113.9')
  await call()
  await call()
  const refused = await call().catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'too-many-requests', message: expect.stringMatching(/^操作太频繁，请 \d+ 秒后再试$/) })
  expect((refused as LimitReached).retryAfterSeconds).toBeLessThanOrEqual(60)
  now += 60_001
  await database.db
    .updateTable('shared_limit')
    .set({ ends_at: new Date(0) })
    .execute()
  expect(await outcome(call())).toBe('counted')
  // Programs of this machine, and accounts without a limit.
  for (let n = 0; n < 5; n += 1) await limits.countAddress('127.0.0.1')
  for (let n = 0; n < 5; n += 1) await limits.countAccount(1)
})

test('limits that ended are swept', async () => {
  await reserveTurn(database.db, 'app', 1, 1)
  await database.db
    .updateTable('shared_limit')
    .set({ ends_at: new Date(0) })
    .execute()
  await sweepLimits(database.db)
  expect(await database.db.selectFrom('shared_limit').selectAll().execute()).toEqual([])
})

test('a call over a limit is answered with 429, a Retry-After and a sentence, before it is looked at', async () => {
  const server = await startTestServer({ settings: { callLimits: open({ perAccount: 3, perAddress: 6 }) } })
  try {
    const { token } = await server.newAccount()
    const from = (address: string) => server.call('GET', '/api/phone_brands', { token, address })
    // Three of the account from wherever; the address of IPv6 is its /64 network.
    const replies = [await from('203.0.113.1'), await from('2001:db8::1'), await from('203.0.113.2'), await from('203.0.113.3')]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(Number(replies[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(replies[3]?.body.message).toMatch(/^操作太频繁，请 \d+ 秒后再试$/)
    const anonymous = []
    for (let n = 2; n < 8; n += 1)
      anonymous.push((await server.call('GET', '/api/phone_brands', { address: `2001:db8::${n}` })).status)
    expect(anonymous).toEqual([401, 401, 401, 401, 401, 429])
  } finally {
    await server.close()
  }
})
