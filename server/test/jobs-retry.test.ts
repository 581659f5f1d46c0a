/** The operator lists failed work and has it tried again, on the engine of jobs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginTask } from '../domain/tasks/tasks'
import type { Engine } from '../infra/jobs/engine'
import { retryLetters } from '../jobs/retry'
import { maxAttempts, taskQueue } from '../jobs/tasks'
import type { Ctx } from '../kernel/context'
import { type Domain, openDomain } from './domain'
import { openTestEngine } from './jobs'
import { openSyncSeller } from './sync-seller'

let domain: Domain
let engine: Engine
let ctx: Ctx
/** Whether the work fails. */
let isBroken: boolean

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(async () => {
  await engine.stop()
  await domain.close()
})

let queue = ''
let queues = 0
beforeEach(async () => {
  await engine?.stop()
  queues += 1
  queue = `probe-${queues}`
  ;({ ctx } = await openSyncSeller(domain))
  const settings = { name: queue, concurrency: 1, isSerialPerAccount: true, retries: maxAttempts - 1 }
  engine = await openTestEngine(ctx.db, { queues: [settings] })
  ctx = { ...ctx, jobs: engine }
  isBroken = true
  const run = async () => {
    if (isBroken) throw new TypeError('the disk is full')
  }
  await engine.work(taskQueue(ctx, { kind: queue, run }, () => undefined))
})

const begin = (subject: string) => beginTask(ctx, { kind: queue, subject })
const statusOf = async (id: number) =>
  (await ctx.db.selectFrom('sync_task').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const stateOf = async () => (await engine.states()).find((state) => state.queue === queue)

test('a job that failed for the last time is listed with its reason, and is done when it is tried again', async () => {
  const { id } = await begin('shop:1')
  await engine.idle()
  expect(await statusOf(id)).toBe(3)
  expect(await stateOf()).toMatchObject({ due: 0, running: 0, failed: 1, deadLetters: 1 })
  const letters = await engine.letters({ queue })
  expect(letters).toMatchObject([{ queue, accountId: ctx.actor.accountId, data: { taskId: id }, reason: 'the disk is full' }])

  isBroken = false
  expect(await retryLetters(ctx.db, engine, letters)).toEqual({ retried: 1, discarded: 0 })
  await engine.idle()
  expect(await statusOf(id)).toBe(2)
  expect(await engine.letters({ queue })).toEqual([])
})

test('failed work that a newer task took over is not done twice', async () => {
  const { id } = await begin('shop:2')
  await engine.idle()
  await engine.stop()
  const newer = await begin('shop:2')
  expect(newer.id).not.toBe(id)
  expect(await retryLetters(ctx.db, engine, await engine.letters({ queue }))).toEqual({ retried: 0, discarded: 1 })
  expect([await statusOf(id), await statusOf(newer.id)]).toEqual([3, 1])
  expect(await engine.letters({ queue })).toEqual([])
})

test('the state of a queue shows what is due and how long the oldest job waits', async () => {
  await engine.stop()
  await begin('shop:3')
  await begin('shop:4')
  const state = await stateOf()
  expect(state).toMatchObject({ due: 2, running: 0, delayed: 0 })
  expect(state?.oldestSeconds).toBeGreaterThanOrEqual(0)
})
