import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ShellKeys } from './shell-keys'

const offline = vi.hoisted(() => ({ now: true }))
vi.mock('./key-sheet', () => {
  if (offline.now) throw new Error('offline')
  return { default: ({ visible }: { readonly visible: boolean }) => visible && <p role="dialog">快捷键表</p> }
})
afterEach(() => vi.unstubAllGlobals())

test('shortcuts whose code cannot be loaded say so over the page, which stays, and can be closed or tried again', async () => {
  vi.stubGlobal('__APP_VERSION__', '0.0.0')
  vi.stubGlobal('__BUILD_ID__', 'test')
  render(
    <>
      <p>订单列表</p>
      <ShellKeys />
    </>,
  )
  fireEvent.keyDown(document.body, { key: '?' })
  expect((await screen.findByRole('alert')).textContent).toContain('页面没有加载成功，请检查网络后重试')
  fireEvent.click(screen.getByRole('button', { name: '关闭快捷键' }))
  expect(screen.queryByRole('region', { name: '快捷键' })).toBeNull()
  expect(screen.getByText('订单列表')).toBeTruthy()

  offline.now = false
  fireEvent.keyDown(document.body, { key: '?' })
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  expect((await screen.findByRole('dialog')).textContent).toBe('快捷键表')
})
