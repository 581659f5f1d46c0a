/** A new data directory of the embedded database is a copy of the one that the build made. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../infra/db/open'
import { openThread } from '../infra/db/pglite/client'
import { testDatabaseKind } from './database'

describe.skipIf(testDatabaseKind === 'postgres')('a database that the build made', () => {
  let folder: string
  const prepared = () => join(folder, 'prepared')
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kejiang-prepared-'))
    await (await openDatabase({ dataDir: prepared() })).close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function tablesOf(dataDir: string): Promise<number> {
    const engine = await openThread(dataDir, () => undefined, prepared())
    try {
      const { rows } = await engine.run("select count(*)::int4 as n from pg_class where relname in ('account', 'migration')", [])
      return (rows[0] as { n: number }).n
    } finally {
      await engine.close()
    }
  }
  const newDir = (): string => mkdtempSync(join(folder, 'data-'))

  test('two new directories begin with its tables, and each with rows of its own', async () => {
    const [one, other] = [newDir(), newDir()]
    expect(await tablesOf(one)).toBe(2)
    const engine = await openThread(one, () => undefined, prepared())
    await engine.run("insert into account (name) values ('甲')", [])
    await engine.close()
    const second = await openThread(other, () => undefined, prepared())
    expect((await second.run('select name from account', [])).rows).toEqual([])
    await second.close()
  })

  test('a directory that was made by another PGlite is not copied', async () => {
    const stamp = join(prepared(), 'db.json')
    const before = readFileSync(stamp, 'utf8')
    writeFileSync(stamp, JSON.stringify({ ...JSON.parse(before), pglite: '0.0.1' }))
    try {
      expect(await tablesOf(newDir())).toBe(0)
    } finally {
      writeFileSync(stamp, before)
    }
  })
})
