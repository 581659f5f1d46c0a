/** Several server processes behind a proxy, on one PostgreSQL behind PgBouncer in transaction mode and one S3-compatible storage. */

import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Order, PushOrderBody } from '../../../contract/types'
import { findPgBouncer, findPostgres, startPgBouncer, startPostgres } from '../../../scripts/lib/postgres.mjs'
import { createAccount } from '../../domain/users/accounts'
import { openSession } from '../../domain/users/sessions'
import { openDatabase } from '../../infra/db/open'
import { createSealer } from '../../infra/sealer'
import { createOwnTickets } from '../../infra/storage/own-tickets'
import { createS3Storage } from '../../infra/storage/s3'
import { parseS3Address } from '../../infra/storage/s3-address'
import type { Ctx } from '../../kernel/context'
import { type Domain, domainOn } from '../domain'
import { buildPrograms, type RunningProgram, startProgram, temporaryFolder } from '../faults/process'
import { freePort } from '../free-port'
import { requestedItem } from '../push-shop'
import { openProxy } from './proxy'

interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
// s3rver speaks the protocol but checks no signature.
const S3rver: new (options: object) => S3Server = createRequire(import.meta.url)('s3rver')

/** Whether this machine has what a cluster needs. */
export const canCluster = findPostgres() !== null && findPgBouncer() !== null
/** Connections to PostgreSQL that all servers share. */
const poolSize = 10
export const demoPassword = 'only-for-tests'

const secretKey = 'only for tests, and long enough for a key'

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the reply has.
  readonly body: any
}

export interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  readonly key?: string
}

export interface Cluster {
  /** The same database and storage, for the test itself; its sellers can sign in. */
  readonly domain: Domain
  /** Returns a session of the seller's user. */
  session(ctx: Ctx): Promise<string>
  /** Calls one of the servers; the status is 0 when the connection broke before the answer. */
  call(method: string, path: string, options: CallOptions): Promise<Reply>
  /** Returns what a seller sends to push each of the orders as they are shown now. */
  pushBodies(token: string, factoryId: number): Promise<PushOrderBody[]>
  /** Kills the process of this place as the kernel does, and starts another one; resolves when that one answers. */
  replace(place: number): Promise<void>
  close(): Promise<void>
}

/** Starts the cluster with an empty database. */
export async function openCluster(servers: number): Promise<Cluster> {
  const folder = temporaryFolder()
  const programs = await buildPrograms({ main: '../../main.ts', 'cutout-worker': '../../infra/cutout/worker.ts' })
  const postgres = startPostgres(await freePort())
  const pooler = await startPgBouncer({ port: await freePort(), url: postgres.url, poolSize })
  const configureBuckets = [{ name: 'shop' }]
  const bucket = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3'), configureBuckets })
  const storageUrl = `s3://S3RVER:S3RVER@127.0.0.1:${(await bucket.run()).port}/shop?tls=off&upload=proxy`
  const proxy = await openProxy()
  const env = {
    ...{ HOST: '', PUBLIC_URL: '', WEB_DIR: '', PORT: '0', DATA_DIR: folder, DEMO: '1', DEMO_PASSWORD: demoPassword },
    ...{ DATABASE_URL: pooler.url, STORAGE_URL: storageUrl, SECRET_KEY: secretKey },
  }
  const running: RunningProgram[] = []
  const start = async (place: number): Promise<void> => {
    const server = startProgram(programs.program('main'), undefined, env)
    running[place] = server
    const line = await server.line((text) => text.startsWith('壳匠已启动'))
    proxy.targets[place] = Number(new URL(line.slice(line.indexOf('http')).trim()).port)
  }
  // The first one makes the demo shop, which the others would make, too, only to find it made.
  await start(0)
  await Promise.all(Array.from({ length: servers - 1 }, (_, place) => start(place + 1)))

  const database = await openDatabase({ databaseUrl: pooler.url, dataDir: folder })
  const clock = { now: () => new Date() }
  const tickets = createOwnTickets({ secret: 'only for tests', publicUrl: '', clock })
  const storage = createS3Storage(parseS3Address(storageUrl), tickets, clock)
  const domain = await domainOn({ db: database.db, storage, clock, sealer: createSealer(secretKey) })
  let sellers = 0
  async function call(method: string, path: string, { token, body, key }: CallOptions): Promise<Reply> {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    try {
      const reply = await fetch(`${proxy.address}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: reply.status, body: await reply.json() }
    } catch {
      return { status: 0, body: {} }
    }
  }
  return {
    domain: {
      ...domain,
      async seller() {
        sellers += 1
        const username = `seller-${sellers}`
        const { userId } = await createAccount(domain.deps, { name: username })
        const user = await database.db
          .selectFrom('app_user')
          .select('account_id')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
        return { ...domain.deps, actor: { accountId: user.account_id, userId, username, permissions: [] }, traceId: 'test' }
      },
    },
    session: ({ actor }) => openSession(domain.deps, actor.userId),
    call,
    async pushBodies(token, factoryId) {
      const bodies: PushOrderBody[] = []
      for (let pageNo = 1; ; pageNo += 1) {
        const { body: page } = await call('GET', `/api/orders?pageNo=${pageNo}&pageSize=500`, { token })
        for (const { originalId, orderItems } of page.items as Order[])
          bodies.push({ factoryId, orderOriginalId: originalId, orderItems: orderItems.map(requestedItem) })
        if (page.items.length < 500) return bodies
      }
    },
    async replace(place) {
      await running[place]?.kill()
      await start(place)
    },
    async close() {
      await proxy.close()
      await domain.close()
      await database.close()
      // Only now, because a server needs its database to stop.
      for (const server of running) await server.kill()
      await bucket.close()
      pooler.stop()
      postgres.stop()
      programs.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
