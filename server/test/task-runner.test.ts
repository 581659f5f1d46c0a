/** The runner of long work on the server; nothing here waits for real time. */
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

describe('the runner', () => {
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

  test('tries a defect a few times, tells the operator of each, and the seller in the end', async () => {
    const { row, tries, reported } = await runKind(async () => {
      throw new TypeError('x is not a function')
    })
    expect([row.status, row.error, tries, reported.length]).toEqual([3, taskText.broken, maxAttempts, maxAttempts])
  })

  test('tells the seller at once what another try does not mend', async () => {
    const { row, tries, reported } = await runKind(async () => {
      throw new Failure('upstream-failed', '工厂拒绝了请求')
    })
    expect([row.status, row.error, tries, reported]).toEqual([3, '工厂拒绝了请求', 1, []])
  })

  test('gets over what passes', async () => {
    const { row, tries } = await runKind(async (attempt) => {
      if (attempt < 3) throw new Failure('unavailable', '工厂暂时没有响应')
    })
    expect([row.status, row.error, tries]).toEqual([2, null, 3])
  })

  test('starts when a task is signalled, and gives each task to one of several', async () => {
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
