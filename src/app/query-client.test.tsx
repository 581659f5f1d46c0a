import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { OfflineError } from '../../contract/call-errors'
import { failures } from './failures'
import { createQueryClient } from './query-client'

afterEach(() => {
  vi.useRealTimers()
  failures.current = null
})

test('a read that failed without a network is repeated by itself, and its message goes away', async () => {
  vi.useFakeTimers()
  const queries = createQueryClient()
  let isOnline = false
  const observer = new QueryObserver(queries, {
    queryKey: ['list'],
    queryFn: async () => {
      if (!isOnline) throw new OfflineError('请检查您的网络设置，请求发送失败！', { method: 'GET', url: '/api/shops' })
      return ['a']
    },
  })
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(4000)
  expect(failures.current?.error).toBeInstanceOf(OfflineError)
  isOnline = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(observer.getCurrentResult().data).toEqual(['a'])
  expect(failures.current).toBeNull()
  stop()
})
