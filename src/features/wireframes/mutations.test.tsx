import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { HttpReply, Platform } from '../../../adapters/platform'
import { createApi } from '../../api/client'
import { ServicesProvider } from '../../api/services'
import { useShelf } from './mutations'
import type { WireframeRow } from './rows'

function Switch() {
  const shelf = useShelf({ key: '7-9' } as WireframeRow)
  return (
    <button type="button" onClick={() => shelf.mutate(true)}>
      上架
    </button>
  )
}

test('a switch of the shelf says 操作成功 once the server has done it, and nothing when it refuses', async () => {
  const answers: HttpReply[] = [
    { status: 422, headers: {}, body: JSON.stringify({ traceId: 't', code: 'invalid', message: '请先上传线框图' }) },
    { status: 200, headers: {}, body: '{"ok":true}' },
  ]
  const onFailure = vi.fn()
  const api = createApi(async () => answers.shift() as HttpReply, { token: () => 't', onSessionEnded: () => {}, onFailure })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider api={api} platform={{} as Platform}>
        <Switch />
      </ServicesProvider>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '上架' }))
  await expect.poll(() => onFailure.mock.calls.length).toBe(1)
  expect(screen.queryByText('操作成功')).toBeNull()
  await user.click(screen.getByRole('button', { name: '上架' }))
  await screen.findByText('操作成功')
})
