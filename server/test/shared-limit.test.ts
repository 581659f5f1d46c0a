/** Limits that all processes count together. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../infra/db/open'
import { countUses, restartWindow, takeBackUse, usesOf } from '../kernel/shared-limit'
import { type TestDatabase, testDatabase } from './database'

const minute = 60_000
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('uses', () => {
  test('uses are counted once each by parallel callers, and can be taken back, not below zero', async () => {
    const { db } = database
    const counted = await Promise.all(Array.from({ length: 8 }, () => countUses(db, 'a', 1, minute)))
    expect(counted.map(({ used }) => used).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    for (let n = 0; n < 10; n++) await takeBackUse(db, 'a')
    expect(await usesOf(db, 'a')).toBe(0)
    expect(await usesOf(db, 'unknown')).toBe(0)
  })

  test('uses of an ended window do not count, and a window can begin anew', async () => {
    const { db } = database
    await countUses(db, 'b', 3, minute)
    await restartWindow(db, 'b', 60 * minute)
    const { used, endsInMs } = await countUses(db, 'b', 1, minute)
    expect([used, endsInMs > 50 * minute]).toEqual([4, true])
    await db
      .updateTable('shared_limit')
      .set({ ends_at: new Date(Date.now() - minute) })
      .where('key', '=', 'b')
      .execute()
    expect(await usesOf(db, 'b')).toBe(0)
    expect((await countUses(db, 'b', 1, minute)).used).toBe(1)
  })

  test('uses are still there after a restart of the server', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kejiang-limits-'))
    const first = await openDatabase({ dataDir })
    await countUses(first.db, 'c', 5, 60 * minute)
    await first.close()
    const second = await openDatabase({ dataDir })
    expect(await usesOf(second.db, 'c')).toBe(5)
    await second.close()
    await rm(dataDir, { recursive: true, force: true })
  })
})
