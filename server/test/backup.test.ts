/** Backups in a folder and in a bucket: what they hold, what they refuse, and what an interruption leaves. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginTask } from '../domain/tasks/tasks'
import { createBackup } from '../infra/backup/create'
import {
  blobKey,
  databaseKey,
  filesKey,
  findBackups,
  type Manifest,
  manifestKey,
  readManifest,
  runningKey,
} from '../infra/backup/format'
import { restoreDatabase, restoreFiles } from '../infra/backup/restore'
import { idsToKeep, pruneBackups } from '../infra/backup/retention'
import { linkInto, openTarget, parseBackupTarget } from '../infra/backup/target'
import { verifyBackup, verifyDatabase } from '../infra/backup/verify'
import { readNote } from '../infra/db/installation'
import { taskQueue, taskRepair } from '../jobs/tasks'
import type { Ctx, Db } from '../kernel/context'
import type { Storage } from '../ports/storage'
import { Backups } from '../providers/backups'
import { describeKey } from '../providers/sealer'
import { emptyEmbeddedDatabase, type TestDatabase, testDatabase } from './database'
import { openTestEngine } from './jobs'

const secretKey = 'a secret key of thirty-two characters'
const keys = { secretKey, oldSecretKey: undefined }
const day = 24 * 60 * 60_000

interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
const S3rver: new (options: object) => S3Server = createRequire(import.meta.url)('s3rver')

let folder = ''
let database: TestDatabase
let storage: Storage
let account = 0
let time = Date.parse('2026-03-01T08:00:00Z')
const closing: (() => Promise<unknown>)[] = []
const now = () => new Date(time)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kejiang-backup-'))
  database = await testDatabase()
  storage = await openTarget({ folder: join(folder, 'files') })
  account = (await database.db.insertInto('account').values({ name: '壳匠' }).returning('id').executeTakeFirstOrThrow()).id
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function addFile(text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const sha256 = hashOf(bytes)
  const key = `${sha256.slice(32)}/${sha256.slice(0, 16)}.png`
  await storage.put(key, bytes, 'image/png')
  const row = {
    account_id: account,
    kind: 1,
    name: text.slice(0, 20),
    status: 'ready',
    storage_key: key,
    size: bytes.length,
    sha256,
  } as const
  await database.db.insertInto('file').values(row).execute()
  return key
}

const backUp = (target: Storage, options: Partial<Parameters<typeof createBackup>[0]> = {}): Promise<Manifest> =>
  createBackup({
    database: { withSnapshot: (_, work) => work(database.db) },
    db: database.db,
    storage,
    target,
    link: undefined,
    readKey: (db) => describeKey(db, keys),
    product: '0.0.0',
    now,
    signal: new AbortController().signal,
    ...options,
  })

async function openBucket(): Promise<Storage> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'shop' }],
  })
  const { port } = await server.run()
  closing.push(() => server.close())
  const place = parseBackupTarget(`s3://S3RVER:S3RVER@127.0.0.1:${port}/shop/daily?tls=off`)
  if (!place) throw new Error('not a target')
  return openTarget(place)
}

const places = { folder: () => openTarget({ folder: join(folder, 'backup') }), bucket: openBucket }

async function keysOf(target: Storage, prefix: string): Promise<string[]> {
  const all: string[] = []
  for await (const key of target.list(prefix)) all.push(key)
  return all.sort()
}

const read = async (from: Storage, key: string): Promise<string> =>
  Buffer.concat((await (await from.get(key))?.stream.toArray()) ?? []).toString()

async function restoreInto(db: Db, target: Storage, manifest: Manifest, name: string): Promise<Storage> {
  const restored = await openTarget({ folder: join(folder, name) })
  await verifyDatabase(target, manifest)
  await restoreFiles({ target, manifest, storage: restored })
  await restoreDatabase(db, { target, manifest })
  return restored
}

describe.each(['folder', 'bucket'] as const)('in a %s', (place) => {
  test('a backup is verified and restored whole, and a backup of what was restored has the same manifest', async () => {
    const big = await addFile('大'.repeat(3_000_000))
    const small = await addFile('小')
    const target = await places[place]()
    const manifest = await backUp(target)
    expect(manifest.files).toMatchObject({ count: 2, bytes: 9_000_003, problems: 0 })
    expect(await verifyBackup(target, manifest)).toEqual([])
    const empty = await emptyEmbeddedDatabase()
    closing.push(() => empty.close())
    const restored = await restoreInto(empty.db, target, manifest, 'restored')
    expect([await read(restored, small), hashOf(Buffer.from(await read(restored, big)))]).toEqual([
      '小',
      hashOf(Buffer.from('大'.repeat(3_000_000))),
    ])
    const again = await backUp(target, {
      database: { withSnapshot: (_, work) => work(empty.db) },
      db: empty.db,
      storage: restored,
    })
    const { id: _, createdAt: __, ...same } = manifest
    expect(again).toMatchObject(same)
  })

  test('contents that an earlier backup has are not read again, and those of removed backups go with them', async () => {
    const kept = await addFile('kept')
    const target = await places[place]()
    await backUp(target)
    const readKeys: string[] = []
    const watched: Storage = {
      ...storage,
      get(key) {
        readKeys.push(key)
        return storage.get(key)
      },
    }
    const dropped = await addFile('dropped')
    time += day
    await backUp(target, { storage: watched })
    expect(readKeys).toEqual([dropped])
    await database.db.deleteFrom('file').where('storage_key', '=', dropped).execute()
    time += day
    const last = await backUp(target)
    expect(await pruneBackups(target, 1, now)).toEqual({ backups: 2, contents: 1 })
    expect(await findBackups(target)).toEqual([{ id: last.id, isFinished: true }])
    expect(await keysOf(target, 'blobs/')).toEqual([blobKey(hashOf(Buffer.from('kept')))])
    expect([kept, await verifyBackup(target, last)]).toEqual([kept, []])
  })

  test('an interrupted backup is never taken for a finished one, and the next one goes on with its contents', async () => {
    for (let n = 0; n < 20; n += 1) await addFile(`file ${n}`)
    const target = await places[place]()
    const stopping = new AbortController()
    const onProgress = ({ files }: { files: number }) => {
      if (files === 9) stopping.abort(new Error('interrupted'))
    }
    await expect(backUp(target, { signal: stopping.signal, onProgress })).rejects.toThrow()
    const [unfinished] = await findBackups(target)
    expect(unfinished).toMatchObject({ isFinished: false })
    await expect(readManifest(target, unfinished?.id ?? '')).rejects.toThrow('no finished backup')
    const copied = await keysOf(target, 'blobs/')
    expect(copied.length).toBeGreaterThanOrEqual(9)
    const manifest = await backUp(target)
    expect([manifest.files.count, await verifyBackup(target, manifest)]).toEqual([20, []])
    expect(await pruneBackups(target, 7, now)).toEqual({ backups: 1, contents: 0 })
  })
})

test('damage in a backup is found: a content, the list, the database and the manifest', async () => {
  const key = await addFile('whole')
  const target = await places.folder()
  const { id } = await backUp(target)
  const manifest = await readManifest(target, id)
  const at = (name: string): string => join(folder, 'backup', name)
  await target.put(blobKey(hashOf(Buffer.from('whole'))), Buffer.from('WHOLE'), '')
  expect(await verifyBackup(target, manifest)).toEqual([key])
  await truncate(at(databaseKey(id)), (await stat(at(databaseKey(id)))).size - 9)
  await expect(verifyBackup(target, manifest)).rejects.toThrow()
  const text = await readFile(at(manifestKey(id)), 'utf8')
  await target.put(manifestKey(id), Buffer.from(text.slice(0, 99)), '')
  await expect(readManifest(target, id)).rejects.toThrow('damaged')
  await target.put(manifestKey(id), Buffer.from(text.replace('"version": 1', '"version": 2')), '')
  await expect(readManifest(target, id)).rejects.toThrow('newer')
})

test('a file that the storage lost or damaged is counted and reported, and one that was deleted meanwhile is not', async () => {
  await addFile('good')
  const lost = await addFile('lost')
  const damaged = await addFile('damaged')
  const deleted = await addFile('deleted')
  await storage.remove(lost)
  await storage.put(damaged, Buffer.from('DAMAGED'), 'image/png')
  const told: string[] = []
  const manifest = await backUp(await places.folder(), {
    database: {
      async withSnapshot(_, work) {
        const result = await work(database.db)
        await database.db.deleteFrom('file').where('storage_key', '=', deleted).execute()
        await storage.remove(deleted)
        return result
      },
    },
    onProgress: ({ problem }) => void (problem && told.push(problem)),
  })
  expect(manifest.files).toMatchObject({ count: 1, problems: 2 })
  expect(told).toEqual([lost, damaged])
})

test('a second backup in the same place waits for the first one, and takes over from one that died', async () => {
  const target = await places.folder()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = () => {}
  const beginning = new Promise<void>((resolve) => {
    begun = resolve
  })
  const first = backUp(target, {
    database: {
      async withSnapshot(_, work) {
        begun()
        await released
        return work(database.db)
      },
    },
  })
  await beginning
  await expect(backUp(target)).rejects.toThrow('another backup is running')
  time += 11 * 60_000
  await expect(backUp(target)).resolves.toMatchObject({ files: { problems: 0 } })
  release()
  await first
})

test('a backup takes over at once from a process of this machine that was killed', async () => {
  const target = await places.folder()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const mark = { id: 'killed', at: new Date(time).toISOString(), holder: { host: hostname(), pid, life: 'its own' } }
  await target.put(runningKey, Buffer.from(JSON.stringify(mark)), 'application/json')
  await expect(backUp(target)).resolves.toMatchObject({ files: { problems: 0 } })
})

test('contents are links where files and backups are on one disk', async () => {
  const key = await addFile('linked')
  const place = { folder: join(folder, 'backup') }
  await backUp(await openTarget(place), { link: linkInto(place, join(folder, 'files')) })
  expect((await stat(join(folder, 'files', key))).ino).toBe(
    (await stat(join(folder, 'backup', blobKey(hashOf(Buffer.from('linked')))))).ino,
  )
})

test.each(['database', 'files'] as const)(
  'a damaged part of a backup (%s) is named as such, not in the words of the decompression',
  async (part) => {
    for (let n = 0; n < 40; n += 1) await addFile(`${n} ${hashOf(Buffer.from(String(n)))}`)
    const target = await places.folder()
    const manifest = await backUp(target)
    const key = part === 'database' ? databaseKey(manifest.id) : filesKey(manifest.id)
    const bytes = await readFile(join(folder, 'backup', key))
    for (let at = 40; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0x5a
    await writeFile(join(folder, 'backup', key), bytes)
    await expect(verifyBackup(target, manifest)).rejects.toThrow(`${key} 已损坏`)
  },
)

test('a storage that fails ends the backup, and nothing hangs', async () => {
  await addFile('x')
  const target = await places.folder()
  const failing: Storage = {
    ...target,
    put: (key, body, type) => (key.startsWith('blobs/') ? Promise.reject(new Error('full')) : target.put(key, body, type)),
  }
  await expect(backUp(failing)).rejects.toThrow('full')
  const early: Storage = {
    ...target,
    put: (key, body, type) => {
      if (!key.endsWith('.gz')) return target.put(key, body, type)
      if (body instanceof Readable) body.destroy()
      return Promise.reject(new Error('away'))
    },
  }
  await expect(backUp(early)).rejects.toThrow('away')
  expect((await findBackups(target)).filter(({ isFinished }) => isFinished)).toEqual([])
})

test('a task that was running when the backup was made gets a job again, and is done', async () => {
  const queue = { name: 'probe', concurrency: 1, isSerialPerAccount: false, retries: 0 }
  const clock = { now }
  const before = await openTestEngine(database.db, { queues: [queue] })
  const caller = { db: database.db, clock, jobs: before, actor: { accountId: account } } as unknown as Ctx
  const { id } = await beginTask(caller, { kind: 'probe', subject: 'shop:1' })
  const target = await places.folder()
  const manifest = await backUp(target)
  await before.stop()

  const other = await testDatabase()
  closing.push(() => other.close())
  await restoreDatabase(other.db, { target, manifest })
  const engine = await openTestEngine(other.db, { queues: [queue] })
  closing.push(() => engine.stop())
  const deps = { db: other.db, clock, jobs: engine }
  const done: number[] = []
  const kind = { kind: 'probe', run: async (task: { id: number }) => void done.push(task.id) }
  await taskRepair(deps, [kind], engine.jobTable).run()
  await engine.work(taskQueue(deps, kind, () => {}))
  await engine.idle()
  expect(done).toEqual([id])
  expect(await other.db.selectFrom('sync_task').select('status').execute()).toEqual([{ status: 2 }])
})

test('the last backup of each of the newest days is kept', () => {
  const ids = ['2026-03-01-080000-aaaa', '2026-03-02-080000-aaaa', '2026-03-02-200000-aaaa', '2026-03-09-080000-aaaa']
  const whole = ids.map((id) => ({ id, isWhole: true }))
  expect([...idsToKeep(whole, 2)]).toEqual(['2026-03-02-200000-aaaa', '2026-03-09-080000-aaaa'])
})

test('a backup from which files are missing takes the place of no whole one, however many follow it', () => {
  const day = (number: number, isWhole: boolean) => ({ id: `2026-03-${String(number).padStart(2, '0')}-080000-aaaa`, isWhole })
  const backups = [day(1, true), day(2, true), ...[3, 4, 5, 6, 7, 8, 9].map((number) => day(number, false))]
  // Beside the whole ones the newest data is kept.
  expect([...idsToKeep(backups, 7)].sort()).toEqual([1, 2, 9].map((number) => day(number, true).id))
  expect([...idsToKeep([...backups, day(10, true)], 2)].sort()).toEqual([2, 10].map((number) => day(number, true).id))
})

describe('the daily backup', () => {
  const hour = 60 * 60_000
  const daily = (to: { folder: string }) => {
    const backups = new Backups({
      database: { db: database.db, withSnapshot: (_, work) => work(database.db) },
      storage,
      dataDir: folder,
      filesAreLocal: false,
      clock: { now },
      keys,
    })
    closing.push(() => backups.stop())
    const reported: string[] = []
    const { run } = backups.daily({ to, keep: 2 }, (message) => reported.push(message))
    const problems = async () => {
      const target = await openTarget(to)
      const found = await findBackups(target)
      return Promise.all(found.map(async ({ id }) => (await readManifest(target, id)).files.problems))
    }
    return { run, reported, problems, backups }
  }
  const note = () => readNote(database.db, 'backup')

  test('the daily backup is made once a day while it is whole, and is written down', async () => {
    await addFile('there')
    const { run, problems, reported } = daily({ folder: join(folder, 'daily') })
    await run()
    time += hour
    await run()
    expect([await problems(), reported]).toEqual([[0], []])
    expect(await note()).toMatchObject({ last: { problems: 0 }, wholeAt: new Date(time - hour).toISOString(), failure: null })
  })

  test('a backup that misses files does not count as the day’s, is tried again hours later, and removes no whole one', async () => {
    await addFile('there')
    const { run, problems, reported } = daily({ folder: join(folder, 'daily') })
    await run()
    const wholeAt = new Date(time).toISOString()
    // Its content is in no earlier backup.
    await storage.remove(await addFile('lost'))
    time += day
    await run()
    time += hour
    await run()
    expect([await problems(), reported]).toEqual([[0, 1], ['backup: 1 stored files are missing or damaged']])
    time += 6 * hour
    await run()
    for (let n = 0; n < 4; n += 1) {
      time += day
      await run()
    }
    expect((await problems())[0]).toBe(0)
    expect(await note()).toMatchObject({ last: { problems: 1 }, wholeAt })
  })

  test('a backup that cannot be made is written down with its reason, beside the last one that was', async () => {
    const { run, backups } = daily({ folder: join(folder, 'daily') })
    await run()
    const made = await note()
    time += day
    await writeFile(join(folder, 'file'), '')
    await expect(backups.create({ to: { folder: join(folder, 'file', 'below') }, keep: undefined }, () => {})).rejects.toThrow()
    expect(await note()).toEqual({
      ...made,
      failure: { at: new Date(time).toISOString(), reason: expect.stringContaining('ENOTDIR') },
    })
  })
})
