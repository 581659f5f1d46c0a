import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database'
import { openTestEngine } from '../../test/jobs'
import type { Engine } from './engine'

let database: TestDatabase
let reported: unknown[]
let engines: Engine[]

beforeEach(async () => {
  database = await testDatabase()
  reported = []
  engines = []
})
afterEach(async () => {
  for (const engine of engines) await engine.stop()
  await database.close()
})

async function open(): Promise<Engine> {
  const engine = await openTestEngine(database.db, { report: (_, error) => reported.push(error) })
  engines.push(engine)
  return engine
}

test('several engines may open at once on a database that has no jobs yet', async () => {
  const opened = await Promise.all([open(), open(), open(), open()])
  expect(await opened[3]?.states()).toEqual(await opened[0]?.states())
  expect(reported).toEqual([])
})

describe('periodic work', () => {
  test('periodic work runs when the engine starts, and its failure is reported without stopping the other work', async () => {
    const engine = await open()
    const runs: string[] = []
    await engine.repeat({
      name: 'broken',
      cron: '0 0 1 1 *',
      run: async () => {
        throw new Error('no space')
      },
    })
    await engine.repeat({ name: 'whole', cron: '0 0 1 1 *', run: async () => void runs.push('whole') })
    await engine.idle()
    expect(runs).toEqual(['whole'])
    expect(reported).toEqual([new Error('no space')])
  })

  test('a round begins as soon as the work says that something is due, and after a failed one only at its time', async () => {
    const engine = await open()
    let due = false
    let rounds = 0
    let fails = false
    const run = async () => {
      due = false
      rounds += 1
      if (fails) throw new Error('no space')
    }
    await engine.repeat({ name: 'asked', cron: '0 0 1 1 *', isDue: async () => due, run })
    await expect.poll(() => rounds).toBe(1)
    due = true
    await expect.poll(() => rounds).toBe(2)
    fails = true
    due = true
    await expect.poll(() => reported.length).toBe(1)
    let looks = 0
    await engine.repeat({
      name: 'looked-at',
      cron: '0 0 1 1 *',
      isDue: async () => {
        looks += 1
        return false
      },
      run: async () => undefined,
    })
    due = true
    await expect.poll(() => looks).toBeGreaterThan(1)
    expect(rounds).toBe(3)
  })

  test('periodic work runs in one of several engines at a time', async () => {
    let running = 0
    let most = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const run = async () => {
      running += 1
      most = Math.max(most, running)
      await released
      running -= 1
    }
    for (const engine of [await open(), await open(), await open()])
      await engine.repeat({ name: 'sweep', cron: '0 0 1 1 *', run })
    await expect.poll(() => running).toBe(1)
    release()
    await engines[0]?.idle()
    expect(most).toBe(1)
  })
})
