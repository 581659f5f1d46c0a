/** The tasks of accounts on the engine of jobs, without waiting for real time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginTask } from '../domain/tasks/tasks'
import { maxAttempts, taskQueue, taskText } from '../jobs/tasks'
import { Failure } from '../kernel/failure'
import type { QueueSettings } from '../kernel/jobs'
import { type Domain, openDomain } from './domain'
import { openTestEngine } from './jobs'
import { openSyncSeller } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const openSeller = () => openSyncSeller(domain)

describe('tasks', () => {
  const queueOf = (name: string): QueueSettings => ({ name, concurrency: 3, isSerialPerAccount: false, retries: maxAttempts - 1 })

  const runKind = async (run: (tries: number) => Promise<void>) => {
    const { ctx } = await openSeller()
    const engine = await openTestEngine(ctx.db, { queues: [queueOf('probe')] })
    const { id } = await beginTask({ ...ctx, jobs: engine }, { kind: 'probe', subject: 'factory:3' })
    const reported: unknown[] = []
    let tries = 0
    const kind = {
      kind: 'probe',
      run: () => {
        tries += 1
        return run(tries)
      },
    }
    await engine.work(taskQueue(ctx, kind, (_, error) => reported.push(error)))
    await engine.idle()
    await engine.stop()
    const row = await ctx.db.selectFrom('sync_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { row, tries, reported }
  }

  test('a task with a defect is tried a few times, each reported to the operator, and fails for the seller at last', async () => {
    const { row, tries, reported } = await runKind(async () => {
      throw new TypeError('x is not a function')
    })
    expect([row.status, row.error, tries, reported.length]).toEqual([3, taskText.broken, maxAttempts, maxAttempts])
  })

  test('a failure that a retry cannot mend is shown to the seller at once', async () => {
    const { row, tries, reported } = await runKind(async () => {
      throw new Failure('upstream-failed', '工厂拒绝了请求')
    })
    expect([row.status, row.error, tries, reported]).toEqual([3, '工厂拒绝了请求', 1, []])
  })

  test('a task recovers from temporary failures', async () => {
    const { row, tries } = await runKind(async (attempt) => {
      if (attempt < 3) throw new Failure('unavailable', '工厂暂时没有响应')
    })
    expect([row.status, row.error, tries]).toEqual([2, null, 3])
  })

  test('each task is run by one of several engines', async () => {
    const { ctx } = await openSeller()
    const worked: number[] = []
    const kind = {
      kind: 'many',
      run: async ({ id }: { id: number }) => {
        worked.push(id)
      },
    }
    const errors: unknown[] = []
    const report = (_: string, error: unknown) => errors.push(error)
    const engines = await Promise.all([1, 2, 3].map(() => openTestEngine(ctx.db, { queues: [queueOf('many')], report })))
    const [first] = engines
    if (!first) throw new Error('no engine')
    const many = Array.from({ length: 30 }, (_, n) => beginTask({ ...ctx, jobs: first }, { kind: 'many', subject: `shop:${n}` }))
    const begun = await Promise.all(many)
    for (const engine of engines) await engine.work(taskQueue(ctx, kind, report))
    await first.idle()
    expect(worked.sort((a, b) => a - b)).toEqual(begun.map(({ id }) => id).sort((a, b) => a - b))
    expect(errors).toEqual([])
    for (const engine of engines) await engine.stop()
  })
})
