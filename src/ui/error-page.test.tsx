import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorPage } from './error-page'

afterEach(() => vi.unstubAllGlobals())

test('the error page copies the facts for support with a button that the keyboard reaches', async () => {
  vi.stubGlobal('__BUILD_ID__', 'test')
  vi.stubGlobal('__APP_VERSION__', '0.0.0')
  const user = userEvent.setup()
  render(<ErrorPage error={new Error('坏了')} resetErrorBoundary={() => undefined} />)
  screen.getByRole('button', { name: '复制诊断信息' }).focus()
  await user.keyboard('{Enter}')
  expect(await navigator.clipboard.readText()).toContain('坏了')
  await screen.findByText('已复制')
})
