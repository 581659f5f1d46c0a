/** The server's task runner, without waiting for real time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginTask } from '../domain/tasks/tasks'
import { maxAttempts, startTaskRunner, taskText } from '../jobs/tasks'
import { Failure } from '../kernel/failure'
import { type Domain, openDomain } from './domain'
import { minute, openSyncSeller } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const openSeller = () => openSyncSeller(domain)

describe('the task runner', () => {
  const runKind = async (run: (tries: number) => Promise<void>) => {
    const { ctx, advance } = await openSeller()
    const { id } = await beginTask(ctx, { kind: 'probe', subject: 'factory:3' })
    const reported: unknown[] = []
    let tries = 0
    const kind = {
      kind: 'probe',
      run: () => {
        tries += 1
        return run(tries)
      },
    }
    for (let round = 0; round < 2 * maxAttempts; round += 1) {
      const runner = startTaskRunner(ctx, { kinds: [kind], report: (_, error) => reported.push(error), random: () => 1 })
      await runner.idle()
      await runner.stop()
      advance(2 * minute)
    }
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

  test('a signal starts the runner, and each task is run by one of several runners', async () => {
    const { ctx } = await openSeller()
    const worked: number[] = []
    const all: Promise<void>[] = []
    const kind = {
      kind: 'many',
      run: async ({ id }: { id: number }) => {
        worked.push(id)
      },
    }
    const runners = [1, 2, 3].map(() =>
      startTaskRunner(ctx, { kinds: [kind], report: (_, error) => all.push(Promise.reject(error)) }),
    )
    const begun = await Promise.all(Array.from({ length: 30 }, (_, n) => beginTask(ctx, { kind: 'many', subject: `shop:${n}` })))
    for (const runner of runners) await runner.idle()
    await Promise.all(all)
    expect(worked.sort((a, b) => a - b)).toEqual(begun.map(({ id }) => id).sort((a, b) => a - b))
    for (const runner of runners) await runner.stop()
  })
})
