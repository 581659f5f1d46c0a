import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screens } from '../base/paths'
import { useDialog } from './use-dialog'

test('the open dialog and its row are in the address, and another name than those of the screen is a type error', () => {
  const { result } = renderHook(() => useDialog(screens.links))
  act(() => result.current.open('edit', 7))
  expect(location.search).toBe('?dialog=edit&id=7')
  expect([result.current.name, result.current.id]).toEqual(['edit', 7])
  // @ts-expect-error a dialog of another screen
  act(() => result.current.open('colors'))
  // @ts-expect-error a dialog of another screen
  expect(result.current.name === 'colors').toBe(true)
})
