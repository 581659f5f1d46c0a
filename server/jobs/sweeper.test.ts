import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { sessionIdleMs } from '../domain/users/sessions'
import { startTestServer, type TestServer, throwError } from '../test/server'
import { idempotencyLifeMs, sweep } from './sweeper'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

test('the sweeper removes what has expired and nothing else', async () => {
  const { db, clock } = server.deps
  const old = await server.newAccount()
  const at = clock.now()
  await db.insertInto('login_failure').values({ key: 'name:old', at }).execute()
  const answer = { account_id: old.accountId, request_sha256: 'x', status: 200, body: '{}' }
  await db
    .insertInto('idempotency')
    .values({ ...answer, key: 'old', created_at: at })
    .execute()
  server.clock.advance(Math.max(sessionIdleMs, idempotencyLifeMs) + 1)
  const young = await server.newAccount()
  await db.insertInto('login_failure').values({ key: 'name:young', at: clock.now() }).execute()
  await db
    .insertInto('idempotency')
    .values({ ...answer, key: 'young', created_at: clock.now() })
    .execute()

  await sweep(server.deps, throwError)

  const sessions = await db.selectFrom('session').select('user_id').execute()
  expect(sessions).toEqual([{ user_id: young.userId }])
  expect(await db.selectFrom('login_failure').select('key').execute()).toEqual([{ key: 'name:young' }])
  expect(await db.selectFrom('idempotency').select('key').execute()).toEqual([{ key: 'young' }])
})

test('a failing step of the sweeper is reported and does not prevent the others', async () => {
  const { db, clock } = server.deps
  const { token } = await server.newAccount()
  const body = { fileName: 'never sent.png', type: fileKind.wireframe }
  expect((await server.call('POST', '/api/files/upload_form', { token, body })).status).toBe(200)
  await db.insertInto('login_failure').values({ key: 'name:old', at: clock.now() }).execute()
  server.clock.advance(sessionIdleMs)
  const reported: unknown[] = []
  const remove = () => Promise.reject(new Error('the bucket is gone'))
  const broken = { ...server.deps, storage: { ...server.deps.storage, remove } }
  await sweep(broken, (error) => reported.push(error))
  expect(reported).toEqual([new Error('the bucket is gone')])
  expect(await db.selectFrom('login_failure').select('key').execute()).toEqual([])
})
