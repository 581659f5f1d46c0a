import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useEverTrue, useValueWhileClosing } from './use-value-while-closing'

test('useValueWhileClosing returns the value while a dialog is open, and the last one while it closes', () => {
  const { result, rerender } = renderHook(({ row }: { row: string | null }) => useValueWhileClosing(row !== null, row), {
    initialProps: { row: null as string | null },
  })
  expect(result.current).toBeNull()
  const seen = ['第一行', '第二行', null, '第三行', null].map((row) => {
    rerender({ row })
    return result.current
  })
  expect(seen).toEqual(['第一行', '第二行', '第二行', '第三行', '第三行'])
})

test('useValueWhileClosing does not return the previous value for a dialog that is open without its value yet', () => {
  const { result, rerender } = renderHook(
    ({ open, asset }: { open: boolean; asset: string | null }) => useValueWhileClosing(open, asset),
    { initialProps: { open: true, asset: '星星' as string | null } },
  )
  rerender({ open: false, asset: null })
  expect(result.current).toBe('星星')
  rerender({ open: true, asset: null })
  expect(result.current).toBeNull()
})

test('useEverTrue stays true after its first use', () => {
  const { result, rerender } = renderHook(({ needed }) => useEverTrue(needed), { initialProps: { needed: false } })
  const seen = [false, true, false].map((needed) => {
    rerender({ needed })
    return result.current
  })
  expect(seen).toEqual([false, true, true])
})
