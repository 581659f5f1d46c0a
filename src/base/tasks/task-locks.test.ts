import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { leaseLocks } from './task-locks'
import { memoryTaskStorage } from './task-storage'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const neverAborted = new AbortController().signal
/** Reports whether a lock that is being acquired is held by now. */
function watchAcquisition(acquiring: Promise<(() => void) | null>) {
  const acquisition: { release: (() => void) | null | undefined } = { release: undefined }
  void acquiring.then((release) => {
    acquisition.release = release
  })
  return acquisition
}

describe('leaseLocks', () => {
  test('a window holds its lease as long as it renews it', async () => {
    const storage = memoryTaskStorage()
    const first = watchAcquisition(leaseLocks(storage, 'a').acquire('task', neverAborted))
    await vi.advanceTimersByTimeAsync(0)
    expect(first.release).toBeTypeOf('function')
    const second = watchAcquisition(leaseLocks(storage, 'b').acquire('task', neverAborted))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(second.release).toBeUndefined()
    first.release?.()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(second.release).toBeTypeOf('function')
  })

  test('the lease of a window that vanished expires', async () => {
    const storage = memoryTaskStorage(new Map([['lease/task', { owner: 'dead', until: Date.now() + 150_000 }]]))
    const mine = watchAcquisition(leaseLocks(storage, 'b').acquire('task', neverAborted))
    await vi.advanceTimersByTimeAsync(149_000)
    expect(mine.release).toBeUndefined()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(mine.release).toBeTypeOf('function')
  })

  test('a reloaded window takes its own lease at once', async () => {
    const storage = memoryTaskStorage(new Map([['lease/task', { owner: 'me', until: Date.now() + 150_000 }]]))
    const mine = watchAcquisition(leaseLocks(storage, 'me').acquire('task', neverAborted))
    await vi.advanceTimersByTimeAsync(0)
    expect(mine.release).toBeTypeOf('function')
  })

  test('waiting for a lease ends when it is aborted', async () => {
    const storage = memoryTaskStorage(new Map([['lease/task', { owner: 'other', until: Date.now() + 150_000 }]]))
    const stop = new AbortController()
    const mine = watchAcquisition(leaseLocks(storage, 'me').acquire('task', stop.signal))
    await vi.advanceTimersByTimeAsync(10)
    stop.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(mine.release).toBeNull()
  })
})
