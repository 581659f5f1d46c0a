import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database'
import { throwError } from '../../test/server'
import { readNote } from '../db/installation'
import { assertOwnStorage, storageIdentity } from './identity'
import { createLocalStorage } from './local'
import { createOwnTickets } from './own-tickets'
import { parseS3Address } from './s3-address'
import { StorageUnavailable } from './s3-refusal'

let root = ''
let database: TestDatabase
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kejiang-identity-'))
  database = await testDatabase()
})
afterEach(async () => {
  await database.close()
  await rm(root, { recursive: true, force: true })
})

const tickets = createOwnTickets({ secret: 'only for tests', publicUrl: '', clock: { now: () => new Date() } })
const openFolder = async (name: string) => {
  const dataDir = join(root, name)
  return {
    storage: await createLocalStorage(join(dataDir, 'files'), tickets),
    identity: await storageIdentity({ storage: undefined, dataDir }),
    report: throwError,
  }
}
const bucketOf = (url: string) => storageIdentity({ storage: parseS3Address(url), dataDir: root })

async function addFile(key: string): Promise<void> {
  const account = await database.db.insertInto('account').values({ name: 'x' }).returning('id').executeTakeFirstOrThrow()
  const row = { account_id: account.id, kind: 1, name: 'x', status: 'ready', storage_key: key } as const
  await database.db.insertInto('file').values(row).execute()
}

test('the first storage is written down, and a process with another one is refused with both names', async () => {
  const first = await openFolder('a')
  await assertOwnStorage(database.db, first)
  await assertOwnStorage(database.db, await openFolder('a'))
  const other = await openFolder('b')
  await expect(assertOwnStorage(database.db, other)).rejects.toThrow(
    `数据库的文件在${first.identity.name}，而这个进程会用${other.identity.name}`,
  )
  const bucket = { ...other, identity: await bucketOf('s3://KEY:SECRET@s3.example/shop') }
  await expect(assertOwnStorage(database.db, bucket)).rejects.toThrow('storage-moved')
})

test('a folder is known wherever it is mounted, and a bucket by its address without its keys', async () => {
  const before = (await openFolder('a')).identity
  await rename(join(root, 'a'), join(root, 'moved'))
  const after = (await openFolder('moved')).identity
  expect([after.id, after.name === before.name]).toEqual([before.id, false])
  expect((await openFolder('a')).identity.id).not.toBe(before.id)
  const [one, again, below] = [
    await bucketOf('s3://KEY:SECRET@s3.example/shop'),
    await bucketOf('s3://OTHER:PASSWORD@s3.example/shop?upload=proxy'),
    await bucketOf('s3://KEY:SECRET@s3.example/shop/below'),
  ]
  expect(again).toEqual(one)
  expect(below.id).not.toBe(one.id)
  expect(JSON.stringify(one)).not.toMatch(/KEY|SECRET/)
})

test('an older database with files takes no storage that has none of them', async () => {
  await addFile('ab/cd.png')
  const wrong = await openFolder('a')
  await expect(assertOwnStorage(database.db, wrong)).rejects.toThrow('数据库的文件在别处')
  expect(await readNote(database.db, 'storage')).toBeNull()
  const right = await openFolder('b')
  await right.storage.put('ab/cd.png', Buffer.from('x'), 'image/png')
  await assertOwnStorage(database.db, right)
  expect(await readNote(database.db, 'storage')).toEqual(right.identity)
})

test('a storage that is away when it is first looked at is reported and does not stop the start', async () => {
  await addFile('ab/cd.png')
  const reported: unknown[] = []
  const away = new StorageUnavailable('away')
  const { storage, identity } = await openFolder('a')
  const failing = { ...storage, size: () => Promise.reject(away) }
  await assertOwnStorage(database.db, { storage: failing, identity, report: (error) => reported.push(error) })
  expect([reported, await readNote(database.db, 'storage')]).toEqual([[away], null])
})
