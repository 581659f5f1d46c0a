/** Wherever a failure is shown in place, one of the server carries what support needs, and a refusal does not. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { OfflineError, TimeoutError } from '../../contract/call-errors'
import { replyError } from '../api/failure'
import { supportText, tracedMessage } from '../base/support-facts'
import { FailureText, LoadError, RefreshError } from '../ui/failure-view'
import { SortFailure } from '../ui/sort-failure'

afterEach(cleanup)

const call = { method: 'POST', url: '/api/phone_brands' }
const traceId = 'c1f3a2b4d5e6f708'
const answer = (status: number, code: string, message: string) =>
  replyError(call, { status, headers: {}, body: JSON.stringify({ traceId, code, message }) })

const failures: readonly (readonly [string, Error, string | null])[] = [
  ['a server error', answer(500, 'internal', '服务器内部错误'), `错误码 internal，追踪号 ${traceId}`],
  ['another program that failed', answer(502, 'upstream-failed', '淘宝没有响应'), `错误码 upstream-failed，追踪号 ${traceId}`],
  ['a server that is busy', answer(503, 'unavailable', '系统繁忙'), `错误码 unavailable，追踪号 ${traceId}`],
  ['the page of a proxy', replyError(call, { status: 500, headers: {}, body: '<html>500</html>' }), '状态码 500'],
  [
    'a page with a request id',
    replyError(call, { status: 500, headers: { 'x-request-id': traceId }, body: '<html></html>' }),
    `状态码 500，追踪号 ${traceId}`,
  ],
  ['a refused field', answer(422, 'invalid', '请输入品牌名称'), null],
  ['a change by somebody else', answer(409, 'conflict', '已被修改'), null],
  ['a missing right', answer(422, 'subuser.has-no-permission', '该子帐号无此操作权限'), null],
  ['a row that is gone', answer(404, 'not-found', '品牌不存在'), null],
  ['no network', new OfflineError('网络不通', call), null],
  ['no answer in time', new TimeoutError('等待太久', call), null],
  ['a failure of the page itself', new Error('画布还没有准备好'), null],
]

const shows: readonly (readonly [string, (error: Error) => React.ReactNode])[] = [
  ['in a form', (error) => <FailureText error={error} />],
  ['above rows that were not refreshed', (error) => <RefreshError error={error} onRetry={() => undefined} />],
  ['in place of a part of the screen', (error) => <LoadError error={error} onRetry={() => undefined} />],
  [
    'above a list that was not sorted',
    (error) => <SortFailure sort={{ problem: { error, saved: 0, failed: 1 }, clearProblem: () => undefined }} />,
  ],
]

describe.each(shows)('%s', (where, show) => {
  test.each(failures)('%s', (_, error, trace) => {
    render(show(error))
    // A part of the screen that could not be loaded names the trace of every answer.
    const isTraced = trace !== null || (where === 'in place of a part of the screen' && 'traceId' in error && error.traceId)
    expect(screen.queryByRole('button', { name: '复制错误信息给客服' }) !== null).toBe(Boolean(isTraced))
    if (trace !== null) screen.getByText(trace)
  })
})

test.each(failures)('where only text is kept: %s', (_, error, trace) => {
  expect(tracedMessage(error)).toBe(trace === null ? error.message : `${error.message}（${trace}）`)
})

test('the text that is copied for support names the call, the trace, the code, the status and the words', () => {
  expect(supportText(answer(500, 'internal', '服务器内部错误'))).toBe(
    `请求地址：POST /api/phone_brands\n追踪号：${traceId}\n错误码：internal\n状态码：500\n错误信息：服务器内部错误`,
  )
})
