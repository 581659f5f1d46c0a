/** The operator's halts: jobs pause, calls to other systems are held back, and copies of an installation are recognised. */
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readNote, writeNote } from '../infra/db/installation'
import { openDatabase } from '../infra/db/open'
import { databaseOrigin, noteOrigin, type Origin } from '../infra/db/origin'
import { operateInstallation } from '../infra/operate'
import { heldErp, heldMarketplace, heldPayments, heldPlatforms, heldText } from '../infra/outside'
import { watchPauses } from '../infra/pauses'
import { deliveryConfirmation, deliveryQueues } from '../jobs/deliveries'
import { paymentWork } from '../jobs/payments'
import { sweeps } from '../jobs/sweeper'
import { taskQueues } from '../jobs/tasks'
import type { Erp } from '../ports/erp'
import type { Marketplace } from '../ports/marketplace'
import type { MiniApps } from '../ports/mini-apps'
import type { Payments } from '../ports/payments'
import { type TestDatabase, testDatabase } from './database'
import { newDatabaseFolder } from './faults/process'
import { openTestEngine } from './jobs'
import { throwError } from './server'

let database: TestDatabase
const closing: (() => unknown)[] = []
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await database.close()
})
const now = () => new Date('2026-03-01T08:00:00Z')
const parts = () => ({ db: database.db, now, storage: { id: 'x', name: 'x' } })

describe('a paused queue', () => {
  test('a paused queue takes no job and loses none, and the others go on', async () => {
    const queues = ['inside', 'outside'].map((name) => ({
      name,
      concurrency: 1,
      isSerialPerAccount: false,
      retries: 0,
      actsOutside: name === 'outside',
    }))
    const engine = await openTestEngine(database.db, { queues })
    closing.push(() => engine.stop())
    const account = await database.db.insertInto('account').values({ name: 'x' }).returning('id').executeTakeFirstOrThrow()
    const done: string[] = []
    let isHeld = true
    const pause = () => engine.pauseWhere(({ actsOutside }) => isHeld && actsOutside)
    await pause()
    for (const queue of queues) {
      await engine.work({
        ...queue,
        run: async (job) => {
          done.push(queue.name)
          await job.complete(database.db)
        },
      })
      await engine.send(database.db, { queue: queue.name, accountId: account.id, data: {} })
      engine.wake(queue.name)
    }
    await engine.idle()
    expect(done).toEqual(['inside'])
    isHeld = false
    await pause()
    await engine.idle()
    expect(done).toEqual(['inside', 'outside'])
    // It pauses again while it has nothing to do.
    isHeld = true
    await pause()
    await engine.send(database.db, { queue: 'outside', accountId: account.id, data: {} })
    await engine.idle()
    expect(done).toHaveLength(2)
  })

  test('queues that change something outside pause: syncs, deliveries, payments, and the sweep of files', () => {
    const deps = {} as never
    const periodic = [paymentWork(deps, throwError), deliveryConfirmation(deps, throwError), ...sweeps(deps, throwError)]
    const outside = [...taskQueues, ...deliveryQueues, ...periodic].filter(({ actsOutside }) => actsOutside === true)
    expect(outside.map(({ name }) => name).sort()).toEqual(
      [...taskQueues, ...deliveryQueues]
        .map(({ name }) => name)
        .concat('payments', 'confirm-deliveries', 'sweep')
        .sort(),
    )
  })
})

describe('what the operator says', () => {
  test('a command of the operator reaches each process once, and ends when he says so', async () => {
    const pauses = await watchPauses(database.db, throwError)
    closing.push(() => pauses.stop())
    const told: unknown[] = []
    pauses.onChange((halt) => told.push(halt))
    expect(pauses.now()).toEqual({ maintenance: null, copy: null })
    await operateInstallation(parts(), { about: 'maintenance', on: true, words: '' })
    await pauses.look()
    await pauses.look()
    await operateInstallation(parts(), { about: 'maintenance', on: false })
    await pauses.look()
    expect(told).toEqual([
      { maintenance: '系统正在维护，暂时只能查看，请稍后再试', copy: null },
      { maintenance: null, copy: null },
    ])
    expect(await operateInstallation(parts(), { about: 'confirm-copy' })).toContain('没有被标记')
  })
})

describe('a copy', () => {
  /** Ports that note every call that goes out. */
  const called: string[] = []
  const port = <P>(names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, async () => void called.push(name)])) as unknown as P
  const why = () => '从备份恢复'
  const marketplaceNames = ['authorizationUrl', 'exchange', 'checkOrders', 'seller', 'products', 'orders', 'order']
  const miniAppNames = ['find', 'templates', 'update']
  const paymentNames = ['form', 'query', 'close', 'refund', 'readNotice']
  const erpNames = ['factories', 'phoneModels', 'materials', 'findLine', 'createLine']
  const marketplace = { ...port<Marketplace>(marketplaceNames), miniApps: port<MiniApps>(miniAppNames) }
  const invoke = async (target: object, name: string) => (target as Record<string, () => unknown>)[name]?.()

  test.each([
    ['marketplace', marketplaceNames, heldMarketplace(marketplace, why)],
    ['mini-app', miniAppNames, heldMarketplace(marketplace, why).miniApps as object],
    ['payment provider', paymentNames.slice(0, 4), heldPayments(port<Payments>(paymentNames), why)],
    ['factory', erpNames, heldErp(port<Erp>(erpNames), why)],
    ['platform', ['deliver', 'hasDesign'], heldPlatforms({ DOUDIAN: port(['deliver', 'hasDesign']) }, why).DOUDIAN as object],
  ])('calls nothing at the %s, and says why', async (_, names, held) => {
    called.length = 0
    for (const name of names) await expect(invoke(held, name)).rejects.toThrow(heldText)
    expect(called).toEqual([])
  })

  test("a copy still reads the payment provider's notices, and calls everything once it is confirmed", async () => {
    called.length = 0
    await invoke(heldPayments(port<Payments>(paymentNames), why), 'readNotice')
    for (const name of paymentNames)
      await invoke(
        heldPayments(port<Payments>(paymentNames), () => null),
        name,
      )
    expect(called).toEqual(['readNotice', ...paymentNames])
  })

  test('a copy refuses a push as made nowhere, so that the line is not a doubtful one', async () => {
    const erp = heldErp(port<Erp>(erpNames), why)
    await expect(invoke(erp, 'createLine')).rejects.toMatchObject({ kind: 'refused', message: heldText })
  })

  test('a copy of a folder is recognised at its next start, and a folder that was moved is none', async () => {
    const root = mkdtempSync(join(tmpdir(), 'kejiang-copy-'))
    closing.push(() => rmSync(root, { recursive: true, force: true }))
    const start = async (dataDir: string) => {
      const opened = await openDatabase({ dataDir })
      await noteOrigin(opened.db, opened.kind, await databaseOrigin(opened.db, opened.kind, dataDir), now())
      const copy = await readNote(opened.db, 'copy')
      await opened.close()
      return copy
    }
    const first = await newDatabaseFolder()
    closing.push(() => rmSync(first, { recursive: true, force: true }))
    expect(await start(first)).toBeNull()
    expect(await start(first)).toBeNull()
    cpSync(first, join(root, 'copied'), { recursive: true })
    renameSync(first, join(root, 'moved'))
    expect(await start(join(root, 'moved'))).toBeNull()
    expect(await start(join(root, 'copied'))).toMatchObject({ reason: expect.stringContaining('复制到了别处') })
  })

  test.each<[string, Origin, boolean]>([
    ['the same place', ['cluster 1', 'cluster 1 database 5'], false],
    ['a standby that took over', ['cluster 1', 'cluster 1 database 5'], false],
    ['another database of the cluster', ['cluster 1', 'cluster 1 database 6'], true],
    ['another cluster', ['cluster 2', 'cluster 2 database 5'], true],
  ])('a copy of a PostgreSQL is recognised at %s: %j %s', async (_, marks, isCopy) => {
    await noteOrigin(database.db, 'postgres', ['cluster 1', 'cluster 1 database 5'], now())
    await noteOrigin(database.db, 'postgres', marks, now())
    expect((await readNote(database.db, 'copy')) !== null).toBe(isCopy)
  })

  test('a database that counts as a copy stays one until the operator confirms', async () => {
    await writeNote(database.db, 'copy', { since: now().toISOString(), reason: '从备份恢复' })
    expect(await operateInstallation(parts(), { about: 'state' })).toContain('confirm-copy')
    expect(await operateInstallation(parts(), { about: 'confirm-copy' })).toContain('已确认')
    expect(await readNote(database.db, 'copy')).toBeNull()
  })
})
