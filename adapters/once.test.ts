import { describe, expect, test } from 'vitest'
import { onceByKey } from './once'

/** Waits one task, because `run` starts its work in a microtask. */
const nextTick = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A work function whose runs the test settles. */
function work() {
  const runs: {
    signal: AbortSignal
    done: (value: string) => void
    fail: (error: Error) => void
    tell: (loaded: number) => void
  }[] = []
  const start = (signal: AbortSignal, onProgress: (progress: { stage: string; loaded: number }) => void) =>
    new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
      runs.push({ signal, done: resolve, fail: reject, tell: (loaded) => onProgress({ stage: 'send', loaded }) })
    })
  return { begun: runs, start }
}

describe('one effect per key', () => {
  test('a second call with the same key joins the first and gets its progress', async () => {
    const { begun, start } = work()
    const once = onceByKey<string>(() => 0)
    const loadedBytes: number[] = []
    const first = once.run('k', 'f', {}, start)
    const second = once.run('k', 'f', { onProgress: ({ loaded }) => loadedBytes.push(loaded) }, start)
    await nextTick()
    begun[0]?.tell(7)
    begun[0]?.done('file')
    expect(await Promise.all([first, second])).toEqual(['file', 'file'])
    expect(begun).toHaveLength(1)
    expect(loadedBytes).toEqual([7])
  })

  test('an aborted caller leaves alone, and the work is aborted with the last caller', async () => {
    const { begun, start } = work()
    const once = onceByKey<string>(() => 0)
    const [a, b] = [new AbortController(), new AbortController()]
    const first = once.run('k', 'f', { signal: a.signal }, start)
    const second = once.run('k', 'f', { signal: b.signal }, start)
    await nextTick()
    a.abort()
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(begun[0]?.signal.aborted).toBe(false)
    b.abort()
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(begun[0]?.signal.aborted).toBe(true)
  })

  test('a failure frees the key, so that a retry runs the work again', async () => {
    const { begun, start } = work()
    const once = onceByKey<string>(() => 0)
    const first = once.run('k', 'f', {}, start)
    await nextTick()
    begun[0]?.fail(new Error('no network'))
    await expect(first).rejects.toThrow('no network')
    const second = once.run('k', 'f', {}, start)
    await nextTick()
    begun[1]?.done('file')
    expect(await second).toBe('file')
  })

  test('an abandoned work frees its key before it has ended', async () => {
    const { begun, start } = work()
    const once = onceByKey<string>(() => 0)
    const controller = new AbortController()
    const first = once.run('k', 'f', { signal: controller.signal }, start)
    await nextTick()
    const rejection = expect(first).rejects.toMatchObject({ code: 'CANCELLED' })
    controller.abort()
    const second = once.run('k', 'f', {}, start)
    await nextTick()
    begun[1]?.done('file')
    await rejection
    expect(await second).toBe('file')
  })

  test('onceByKey forgets a key after ten minutes', async () => {
    let now = 0
    const { begun, start } = work()
    const once = onceByKey<string>(() => now)
    const first = once.run('k', 'f', {}, start)
    await nextTick()
    begun[0]?.done('old')
    await first
    now = 600_001
    const second = once.run('k', 'f', {}, start)
    await nextTick()
    begun[1]?.done('new')
    expect(await second).toBe('new')
  })

  test('dispose aborts all running works, also those without a key', async () => {
    const { start } = work()
    const once = onceByKey<string>(() => 0)
    const running = [once.run('k', 'f', {}, start), once.run(undefined, 'f', {}, start)]
    await nextTick()
    expect(once.running()).toBe(2)
    once.dispose()
    for (const one of running) await expect(one).rejects.toThrow('aborted')
    expect(once.running()).toBe(0)
  })
})
