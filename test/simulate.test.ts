/** The queues and sums behind docs/scale.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { perOrder } from '../bench/simulate/assumed.mjs'
import { planFor, storedByOrder } from '../bench/simulate/plan.mjs'
import { serversFor, simulateQueue } from '../bench/simulate/queue.mjs'

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('a simulated queue', () => {
  test('calls wait for one server as long as the theory of such queues says', () => {
    // Busy for 0.6 of the time: a call waits 0.6 / (1 - 0.6) of a service on average.
    const waits = simulateQueue([{ rate: 6, mean: 0.1 }], 1, { calls: 200_000 })
    expect(meanOf(waits)).toBeGreaterThan(0.15 * 0.9)
    expect(meanOf(waits)).toBeLessThan(0.15 * 1.1)
  })

  test('calls wait less for many servers that are as busy as one', () => {
    const waits = simulateQueue([{ rate: 60, mean: 0.1 }], 10)
    expect(meanOf(waits)).toBeLessThan(0.15 / 10)
  })

  test('two kinds need the servers of both, at the share that may be busy', () => {
    const kinds = [
      { rate: 10, mean: 0.05 },
      { rate: 1, mean: 1 },
    ]
    expect(serversFor(kinds, 0.5)).toBe(3)
    expect(serversFor(kinds, 0.6)).toBe(3)
    expect(serversFor([], 0.6)).toBe(1)
  })
})

describe('a plan', () => {
  const cost = { app: 10, pictures: 0, database: 2, held: 3, sent: 1000, files: 0, rows: 100 }
  const costs = Object.fromEntries([...Object.keys(perOrder), 'sync'].map((step) => [step, { ...cost }]))
  costs.submit = { ...cost, pictures: 1000, files: 2_000_000 }

  test('ten times the shops need ten times the processor time, bytes and files', () => {
    const [few, many] = [planFor(100, costs), planFor(1000, costs)]
    for (const part of ['app', 'pictures', 'database'] as const) expect(many[part].busy / few[part].busy).toBeCloseTo(10)
    expect(many.bytesASecond / few.bytesASecond).toBeCloseTo(10)
    expect(many.yearGb.files / few.yearGb.files).toBeCloseTo(10)
  })

  test('100 shops with 300 orders a day and a fifth of them in an hour get 1.67 orders a second, whose pictures are drawn in that time', () => {
    const plan = planFor(100, costs)
    expect(plan.ordersASecond).toBeCloseTo(6000 / 3600)
    expect(plan.pictures.busy).toBeCloseTo((6000 / 3600) * perOrder.submit.times)
    expect(plan.pictures.servers).toBe(Math.ceil(plan.pictures.busy / 0.6))
  })

  test('an order leaves the files of its uploads and submissions, and the rows of what stays', () => {
    const { begin, upload, submit, charge } = perOrder
    expect(storedByOrder(costs)).toEqual({
      files: 2_000_000 * submit.times,
      rows: expect.closeTo(100 * (begin.times + upload.times + submit.times + charge.times + 1)),
    })
  })
})

test('docs/scale.md has the tables of a run', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/scale.md'), 'utf8')
  for (const name of ['needs', 'limits', 'costs', 'guesses', 'prices'])
    expect(text).toMatch(new RegExp(`<!-- ${name} -->\\n\\|[^]*<!-- end of ${name} -->`))
})
