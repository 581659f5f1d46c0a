import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config'
import { erpSealOwner } from '../domain/erp/keys'
import { writeNote } from '../infra/db/installation'
import type { OpenDatabase } from '../infra/db/open'
import { type TestDatabase, testDatabase } from '../test/database'
import { checkup, type Finding } from './checkup'
import { openSealer } from './sealer'
import { openStorage } from './storage'

const key = 'k'.repeat(40)
let database: TestDatabase
let folder: string
let answering: Server
let address: string
beforeAll(async () => {
  answering = createServer((incoming, reply) => reply.writeHead(incoming.url === '/healthz' ? 200 : 404).end())
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`
})
afterAll(() => void answering.close())
beforeEach(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'kejiang-checkup-'))
  await openSealer(database.db, { secretKey: key, oldSecretKey: undefined })
  await writeNote(database.db, 'backup', { last: null, wholeAt: new Date().toISOString(), failure: null })
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.close()
})

/** Runs the checks with these settings on the database of the test. */
async function findings(env: Record<string, string> = {}, given?: string): Promise<ReadonlyMap<string, Finding>> {
  const config = readConfig({ DATA_DIR: folder, SECRET_KEY: key, PUBLIC_URL: address, BACKUP_TO: folder, ...env })
  const opened = { db: database.db, kind: 'embedded', close: async () => undefined } as unknown as OpenDatabase
  const found: Finding[] = []
  const examined = { config, openDatabase: async () => given ?? opened, openStorage: () => openStorage(config) }
  for await (const finding of checkup(examined)) found.push(finding)
  return new Map(found.map((finding) => [finding.about, finding]))
}

describe('the operator’s self check', () => {
  test('the operator’s self check finds nothing wrong with an installation that works, and prints no secret', async () => {
    const found = await findings({ CUTOUT_HOST: address, CUTOUT_SECRET: 's'.repeat(40) })
    expect([...found.values()].filter(({ state }) => state !== 'ok')).toEqual([])
    expect([...found.keys()]).toEqual([
      '程序',
      '数据库',
      '时钟',
      '密钥',
      '首页计数',
      '备份',
      '文件存储',
      '磁盘',
      '公开网址',
      '抠图服务',
    ])
    const text = JSON.stringify([...found.values()])
    for (const secret of [key, 's'.repeat(40)]) expect(text).not.toContain(secret)
  })

  test('names a key that opens nothing of what is stored, and a key that lies beside it', async () => {
    const sealer = await openSealer(database.db, { secretKey: key, oldSecretKey: undefined })
    const { id } = await database.db.insertInto('account').values({ name: 'a' }).returning('id').executeTakeFirstOrThrow()
    const token_sealed = sealer.seal('factory key', erpSealOwner(id))
    await database.db
      .insertInto('erp_integration')
      .values({ account_id: id, erp: 1, token_sealed, token_tail: 'key', problem: null })
      .execute()
    expect((await findings()).get('密钥')).toMatchObject({ state: 'ok' })
    const other = (await findings({ SECRET_KEY: 'x'.repeat(40) })).get('密钥')
    expect(other).toMatchObject({ state: 'failed', detail: expect.stringContaining('SECRET_KEY 与数据库不符') })
  })

  test.each<[string, Parameters<typeof writeNote<'backup'>>[2], string, RegExp]>([
    [
      'the last one failed',
      { last: null, wholeAt: new Date().toISOString(), failure: { at: '2026-01-01T00:00:00Z', reason: '桶满了' } },
      'failed',
      /桶满了/,
    ],
    ['none was made yet', { last: null, wholeAt: null, failure: null }, 'warning', /还没有/],
    [
      'the last whole one is two days old',
      { last: null, wholeAt: new Date(Date.now() - 172_800_000).toISOString(), failure: null },
      'failed',
      /48 小时/,
    ],
  ])('the operator’s self check reports of backups that %s', async (_case, note, state, text) => {
    await writeNote(database.db, 'backup', note)
    const found = (await findings()).get('备份')
    expect(found).toMatchObject({ state, detail: expect.stringMatching(text) })
  })

  test('the operator’s self check warns where no backups are made', async () => {
    expect((await findings({ BACKUP_TO: 'off' })).get('备份')).toMatchObject({ state: 'warning' })
  })

  test('the operator’s self check counts missing migrations, and leaves alone what they would make', async () => {
    await database.db
      .deleteFrom('migration')
      .where('name', '=', ({ selectFrom }) => selectFrom('migration').select(({ fn }) => fn.max('name').as('name')))
      .execute()
    const found = await findings()
    expect(found.get('数据库')).toMatchObject({ state: 'warning', detail: expect.stringContaining('还缺 1 个迁移') })
    expect(found.has('备份')).toBe(false)
  })

  test('the operator’s self check goes on where a database cannot be looked at, a storage is away, and an address is another program’s', async () => {
    const found = await findings(
      { STORAGE_URL: 's3://KEY:SECRETSECRET@127.0.0.1:9/kejiang?tls=off', PUBLIC_URL: `${address}/elsewhere` },
      '正由运行中的服务使用',
    )
    expect(found.get('数据库')).toMatchObject({ state: 'warning', detail: '正由运行中的服务使用' })
    expect(found.get('文件存储')).toMatchObject({ state: 'failed' })
    expect(found.get('文件存储')?.detail).not.toContain('SECRETSECRET')
    expect(found.get('公开网址')).toMatchObject({ state: 'failed', detail: expect.stringContaining('404') })
    const away = await findings({ PUBLIC_URL: 'http://127.0.0.1:9' })
    expect(away.get('公开网址')).toMatchObject({ state: 'failed', detail: expect.stringContaining('没有回应') })
  })
})
