import { describe, expect, test } from 'vitest'
import type { Owner } from '../../ports/examiner'
import type { PictureProcess } from './child-process'
import { createPool, maxWaiting } from './pool'
import type { Work, WorkResult } from './work'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A pool whose processes wait for the test; a picture is identified by its bytes. */
function pool(size: number) {
  const running = new Map<string, { finish(): void; die(): void }>()
  let started = 0
  let ended = 0
  const start = (): PictureProcess => {
    let alive = true
    started += 1
    return {
      run: (work) =>
        new Promise<WorkResult>((resolve, reject) => {
          const name = work.bytes.toString()
          running.set(name, {
            finish() {
              running.delete(name)
              resolve(Buffer.from(name))
            },
            die() {
              alive = false
              running.delete(name)
              reject(new Error(`${name} broke its process`))
            },
          })
        }),
      alive: () => alive,
      ready: () => true,
      end() {
        alive = false
        ended += 1
        for (const { die } of [...running.values()]) if (size === 1) die()
      },
    }
  }
  const made = createPool({ size, start, report: () => undefined })
  const loaded: string[] = []
  const runPicture = (owner: Owner, name: string, signal?: AbortSignal): Promise<WorkResult> =>
    made.run(
      owner,
      async (): Promise<Work> => {
        loaded.push(name)
        return { kind: 'analyse', bytes: Buffer.from(name) }
      },
      signal,
    )
  return {
    ...made,
    running,
    loaded,
    ask: runPicture,
    now: async () => {
      await nextTurn()
      return [...running.keys()]
    },
    counts: () => ({ started, ended }),
  }
}

describe('the processes', () => {
  test('one account never occupies all picture processes, and waiting pictures are not read yet', async () => {
    const { ask, now, running, loaded } = pool(2)
    const calls = ['a1', 'a2', 'a3'].map((name) => ask(1, name))
    expect(await now()).toEqual(['a1'])
    const other = ask(2, 'b1')
    expect(await now()).toEqual(['a1', 'b1'])
    expect(loaded).toEqual(['a1', 'b1'])
    running.get('b1')?.finish()
    expect(String(await other)).toBe('b1')
    // A process is free, but not for the account that has its share.
    expect(await now()).toEqual(['a1'])
    for (const name of ['a1', 'a2', 'a3']) {
      expect(await now()).toEqual([name])
      running.get(name)?.finish()
    }
    expect((await Promise.all(calls)).map(String)).toEqual(['a1', 'a2', 'a3'])
  })

  test('picture processes serve accounts in turn, however many pictures each sent', async () => {
    const { ask, now, running } = pool(2)
    const calls = [ask(9, 'x'), ...['a1', 'a2', 'a3'].map((name) => ask(1, name)), ask(2, 'b1'), ask(3, 'c1')]
    const order: string[] = []
    for (let left = 5; left > 0; left -= 1) {
      const [name = ''] = (await now()).filter((one) => one !== 'x')
      order.push(name)
      running.get(name)?.finish()
    }
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
    running.get('x')?.finish()
    await Promise.all(calls)
  })

  test('a picture process that ends is replaced at once, and the next picture is worked on', async () => {
    const { ask, now, running, counts, startAll } = pool(2)
    startAll()
    expect(counts().started).toBe(2)
    const call = ask(1, 'hostile')
    await now()
    running.get('hostile')?.die()
    await expect(call).rejects.toThrow('broke its process')
    expect(counts().started).toBe(3)
    const next = ask(1, 'plain')
    await now()
    running.get('plain')?.finish()
    expect(String(await next)).toBe('plain')
  })

  test('work that is given up leaves the queue, or ends with its process, and the next one is worked on', async () => {
    const { ask, now, running, loaded, counts } = pool(1)
    const [first, second] = [new AbortController(), new AbortController()]
    const calls = [ask(1, 'a', first.signal), ask(1, 'b', second.signal), ask(1, 'c')]
    await now()
    second.abort(new Error('b is not wanted'))
    await expect(calls[1]).rejects.toThrow('b is not wanted')
    first.abort(new Error('a is not wanted'))
    await expect(calls[0]).rejects.toThrow('a is not wanted')
    expect(counts().ended).toBe(1)
    expect(await now()).toEqual(['c'])
    running.get('c')?.finish()
    expect(String(await calls[2])).toBe('c')
    expect(loaded).toEqual(['a', 'c'])
    await expect(ask(1, 'd', first.signal)).rejects.toThrow('a is not wanted')
  })

  test('a source that cannot be read frees its picture process', async () => {
    const { run, ask, now, running } = pool(2)
    await expect(run(1, () => Promise.reject(new Error('storage away')))).rejects.toThrow('storage away')
    const next = ask(1, 'plain')
    await now()
    running.get('plain')?.finish()
    await next
  })

  test('one account’s pictures beyond its queue are refused, and no other account’s', async () => {
    const { ask, now, close, counts } = pool(2)
    const calls = Array.from({ length: maxWaiting + 1 }, (_, n) => ask(1, `a${n}`).catch((error: Error) => error.message))
    await expect(ask(1, 'one more')).rejects.toMatchObject({ code: 'unavailable' })
    void ask(2, 'b').catch(() => undefined)
    expect(await now()).toContain('b')
    close()
    expect(counts().ended).toBe(counts().started)
    await expect(ask(3, 'late')).rejects.toMatchObject({ code: 'unavailable' })
    expect((await Promise.all(calls.slice(1))).every((message) => message === '服务正在停止，请稍后重试')).toBe(true)
  })
})

test('a machine on which no picture process starts is reported with the reason, and works again with the first one that does', async () => {
  let canStart = false
  const made = createPool({
    size: 1,
    report: () => undefined,
    start(report) {
      const works = canStart
      if (!works) report(new Error('Permission denied'))
      const refuse = () => Promise.reject(new Error('not started'))
      return { run: works ? async () => null : refuse, alive: () => works, ready: () => works, end: () => undefined }
    },
  })
  const picture = () => made.run(1, async () => ({ kind: 'analyse', bytes: Buffer.from('x') }))
  expect(made.report()).toEqual({ state: 'unknown', problem: null })
  await expect(picture()).rejects.toThrow('not started')
  expect(made.report()).toEqual({ state: 'failed', problem: 'Permission denied' })
  canStart = true
  await picture().catch(() => undefined)
  await picture()
  expect(made.report()).toEqual({ state: 'ok', problem: null })
  made.close()
})
