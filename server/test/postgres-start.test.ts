/** The errors for an operator when a PostgreSQL is not set up as it should be. Skipped where none is installed. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres, startPostgres } from '../../scripts/lib/postgres.mjs'
import { openDatabase } from '../infra/db/open'
import { freePort } from './free-port'

describe.skipIf(findPostgres() === null)('a start on a PostgreSQL', () => {
  let cluster: ReturnType<typeof startPostgres>
  const sql = async (...statements: string[]): Promise<void> => {
    const client = new pg.Client(cluster.url)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const urlOf = (change: (url: URL) => void): string => {
    const url = new URL(cluster.url)
    change(url)
    return String(url)
  }
  async function problemsAt(databaseUrl: string): Promise<string[]> {
    const problems: string[] = []
    const onProblem = (problem: unknown) => problems.push((problem as Error).message)
    await (await openDatabase({ databaseUrl, dataDir: '', onProblem })).close()
    return problems
  }

  beforeAll(async () => {
    cluster = startPostgres(await freePort())
  })
  afterAll(() => cluster?.stop())

  test('a start on a PostgreSQL whose collation changed below its indexes warns with the statements that mend it, and serves', async () => {
    await sql(`create database sorted template template0 locale_provider icu icu_locale 'zh'`)
    const url = urlOf((address) => {
      address.pathname = '/sorted'
    })
    expect(await problemsAt(url)).toEqual([])
    await sql(`update pg_database set datcollversion = '100.1' where datname = 'sorted'`)
    expect(await problemsAt(url)).toEqual([
      expect.stringMatching(
        /^数据库 sorted 的排序规则版本与系统的不同.*reindex database; alter database sorted refresh collation version/,
      ),
    ])
  })

  test('a start on a PostgreSQL whose columns have a collation that changed names it', async () => {
    await sql('create database columns')
    const url = urlOf((address) => {
      address.pathname = '/columns'
    })
    await problemsAt(url)
    const client = new pg.Client(url)
    await client.connect()
    await client.query('alter table phone_brand alter column name type text collate "zh-Hans-x-icu"')
    await client.query(`update pg_collation set collversion = '100.1' where collname = 'zh-Hans-x-icu'`)
    await client.end()
    expect(await problemsAt(url)).toEqual([
      expect.stringMatching(/^排序规则 zh-Hans-x-icu .*alter collation "zh-Hans-x-icu" refresh version/),
    ])
  })

  test.each([
    ['does not exist', (url: URL) => void Object.assign(url, { pathname: '/nowhere' }), '请先创建它'],
    ['has no TLS', (url: URL) => void Object.assign(url, { search: '?sslmode=require' }), 'sslmode=disable'],
    [
      'needs a file that is not there',
      (url: URL) => void Object.assign(url, { search: '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem' }),
      '/nowhere/ca.pem 不存在',
    ],
  ])('a start on a PostgreSQL that %s ends with a sentence', async (_, change, expected) => {
    await expect(openDatabase({ databaseUrl: urlOf(change), dataDir: '' })).rejects.toThrow(expected)
  })
})
