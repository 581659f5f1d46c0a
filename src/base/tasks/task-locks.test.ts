import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { leaseLocks } from './task-locks'
import { memoryTaskStorage } from './task-storage'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new AbortController().signal
/** Whether a lock that is being acquired is held by now. */
function watch(acquiring: Promise<(() => void) | null>) {
  const seen: { release: (() => void) | null | undefined } = { release: undefined }
  void acquiring.then((release) => {
    seen.release = release
  })
  return seen
}

describe('leases', () => {
  test('are held by one window as long as it renews them', async () => {
    const storage = memoryTaskStorage()
    const first = watch(leaseLocks(storage, 'a').acquire('task', never))
    await vi.advanceTimersByTimeAsync(0)
    expect(first.release).toBeTypeOf('function')
    const second = watch(leaseLocks(storage, 'b').acquire('task', never))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(second.release).toBeUndefined()
    first.release?.()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(second.release).toBeTypeOf('function')
  })

  test('of a window that vanished run out', async () => {
    const storage = memoryTaskStorage(new Map([['lease/task', { owner: 'dead', until: Date.now() + 150_000 }]]))
    const mine = watch(leaseLocks(storage, 'b').acquire('task', never))
    await vi.advanceTimersByTimeAsync(149_000)
    expect(mine.release).toBeUndefined()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(mine.release).toBeTypeOf('function')
  })

  test('of this window before its reload are its own at once', async () => {
    const storage = memoryTaskStorage(new Map([['lease/task', { owner: 'me', until: Date.now() + 150_000 }]]))
    const mine = watch(leaseLocks(storage, 'me').acquire('task', never))
    await vi.advanceTimersByTimeAsync(0)
    expect(mine.release).toBeTypeOf('function')
  })

  test('are not waited for any longer once nobody wants them', async () => {
    const storage = memoryTaskStorage(new Map([['lease/task', { owner: 'other', until: Date.now() + 150_000 }]]))
    const stop = new AbortController()
    const mine = watch(leaseLocks(storage, 'me').acquire('task', stop.signal))
    await vi.advanceTimersByTimeAsync(10)
    stop.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(mine.release).toBeNull()
  })
})
