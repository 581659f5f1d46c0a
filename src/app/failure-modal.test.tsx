import { Message } from '@arco-design/web-react'
import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AbortedError, OfflineError } from '../../contract/call-errors'
import { replyError } from '../api/failure'
import FailureModal from './failure-modal'
import { failures, reportFailure } from './failures'
import { session } from './session-store'

afterEach(() => {
  failures.current = null
})

const call = { method: 'GET', url: '/api/orders' }
const requestId = 'c1f3a2b4d5e6f708'

test.each([
  ['the server', JSON.stringify({ traceId: requestId, code: 'internal', message: '服务器内部错误' }), {}],
  ['a proxy before it', '<html>500</html>', { 'x-request-id': requestId }],
])('the error dialog shows the request id of an answer of %s', async (_, body, headers) => {
  failures.current = { error: replyError(call, { status: 500, headers, body }) }
  render(<FailureModal />)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('追踪号').nextElementSibling?.textContent).toBe(requestId)
  expect(dialog.getByText('GET /api/orders')).toBeTruthy()
  expect(dialog.getByText('状态码').nextElementSibling?.textContent).toBe('500')
  expect(dialog.queryByRole('button', { name: '复制错误信息给客服' })).toBeNull()
})

test('a reviewer’s account gets a toast with the words instead of a dialog, and nothing about what it cancelled', async () => {
  const toasts = document.body.appendChild(document.createElement('div'))
  Message.config({ getContainer: () => toasts })
  session.username = 'demo:kjaudit'
  reportFailure(new AbortedError('取消操作', call))
  reportFailure(new OfflineError('没有删除成功', call))
  await expect.poll(() => toasts.textContent).toContain('没有删除成功')
  expect(toasts.textContent).not.toContain('取消操作')
  expect(failures.current).toBeNull()
  session.username = null
})
