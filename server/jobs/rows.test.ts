import { describe, expect, test } from 'vitest'
import type { Db } from '../kernel/context'
import type { RunningJob } from '../kernel/jobs'
import { rowQueue } from './rows'

const cut = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

/** A database whose transactions run at once. */
const db = { transaction: () => ({ execute: (work: (tx: Db) => unknown) => work(db) }) } as unknown as Db

/** A job whose first `cuts` transactions meet a connection that was cut. */
function jobWithCuts(cuts: number) {
  const ended: string[] = []
  let begun = 0
  const end = (how: string) => async () => void ended.push(how)
  const job: RunningJob = {
    accountId: 1,
    data: {},
    signal: new AbortController().signal,
    isLastAttempt: false,
    async hold() {
      begun += 1
      if (begun <= cuts) throw cut()
      return ended.length === 0
    },
    complete: end('completed'),
    nameOutcome: () => {},
    bury: end('buried'),
    requeue: end('requeued'),
  }
  return { job, ended }
}

const queue = (run: () => Promise<string>) =>
  rowQueue<object, string>(
    db,
    { name: 'cut', concurrency: 1, isSerialPerAccount: true, retries: 1 },
    {
      read: async () => ({}),
      run,
      failed: (text) => text,
      end: async () => {},
      mayRetry: () => true,
      brokenText: '',
      name: () => 'row',
    },
    () => {},
  )

describe('the end of a job after an outage', () => {
  test('work that was done is completed although the first connection had been cut', async () => {
    const { job, ended } = jobWithCuts(1)
    await queue(async () => 'done').run(job)
    expect(ended).toEqual(['completed'])
  })

  test('work that an outage stopped is put back although the next connection had been cut, too', async () => {
    const { job, ended } = jobWithCuts(1)
    await queue(() => Promise.reject(cut())).run(job)
    expect(ended).toEqual(['requeued'])
  })
})
