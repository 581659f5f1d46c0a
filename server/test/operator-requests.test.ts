/** Commands that a running program with an embedded database answers: the server, and a cutout host, which has jobs alone. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askOperator } from '../infra/operator-socket'
import { serveCommands } from '../operator-requests'
import { type TestDatabase, testDatabase } from './database'
import { openTestEngine } from './jobs'

let folder = ''
let database: TestDatabase
let engine: Awaited<ReturnType<typeof openTestEngine>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kejiang-commands-'))
  database = await testDatabase()
  engine = await openTestEngine(database.db, { queues: [{ name: 'q', concurrency: 1, isSerialPerAccount: false, retries: 0 }] })
})
afterEach(async () => {
  await engine.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
const ask = (request: unknown) => askOperator(folder, request, () => undefined)

test('a cutout host shows its queues and retries what failed, and says that it makes no backups', async () => {
  const serving = await serveCommands(folder, { db: database.db, jobs: engine })
  const queues = await ask({ jobs: { about: 'queues' } })
  expect(queues?.done).toMatchObject({ queues: expect.arrayContaining([expect.objectContaining({ queue: 'q' })]) })
  expect((await ask({ jobs: { about: 'retry' } }))?.done).toEqual({ retried: { retried: 0, discarded: 0 } })
  for (const request of [{ backup: { to: { folder } } }, { operate: { about: 'state' } }, { unknown: true }])
    await expect(ask(request)).rejects.toThrow('运行中的服务不会做这件事')
  await serving.close()
  expect(await ask({ jobs: { about: 'queues' } })).toBeNull()
})

test('a server does what the operator says of the installation', async () => {
  const serving = await serveCommands(folder, { db: database.db, jobs: engine, operate: async ({ about }) => `done: ${about}` })
  expect((await ask({ operate: { about: 'confirm-copy' } }))?.done).toBe('done: confirm-copy')
  await serving.close()
})
