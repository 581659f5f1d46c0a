import { afterEach, expect, test, vi } from 'vitest'
import { act, cleanup, renderHook } from './test/render'
import { useAttempt } from './use-attempt'

afterEach(cleanup)

const failing = async () => {
  throw new Error('网络不通')
}

test('a click right after a failure is taken, also by a button that still has the function of the render before', async () => {
  const { result } = renderHook(() => useAttempt({ stays: true }))
  let end = () => {}
  const unanswered = () =>
    new Promise<void>((_, reject) => {
      end = () => reject(new Error('网络不通'))
    })
  await act(async () => void result.current.attempt(unanswered))
  const whileBusy = result.current
  expect(whileBusy.busy).toBe(true)
  const again = vi.fn(async () => undefined)
  await act(() => whileBusy.attempt(again))
  expect(again).not.toHaveBeenCalled()
  await act(async () => end())
  await act(() => whileBusy.attempt(again))
  expect(again).toHaveBeenCalledOnce()
})

test('two clicks of one render run the work once, and one that succeeds and leaves is not repeated', async () => {
  const { result } = renderHook(() => useAttempt())
  const work = vi.fn(async () => undefined)
  const { attempt } = result.current
  await act(async () => {
    await Promise.all([attempt(work), attempt(work)])
  })
  expect(work).toHaveBeenCalledOnce()
  await act(() => result.current.attempt(work))
  expect(work).toHaveBeenCalledOnce()
})

test('the text of a failure is kept until the next attempt', async () => {
  const { result } = renderHook(() => useAttempt({ stays: true }))
  await act(() => result.current.attempt(failing))
  expect(result.current.problem).not.toBeNull()
  await act(() => result.current.attempt(async () => undefined))
  expect(result.current).toMatchObject({ problem: null, busy: false })
})
