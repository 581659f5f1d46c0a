import { expect, test } from 'vitest'
import { createJsonLog, createTextLog } from './log'

const failure = new Error('bad value "张伟明"', { cause: new Error('connect ECONNREFUSED 127.0.0.1:5432') })

test('a failure is one line of JSON, and text for a person has the same facts', () => {
  const json: string[] = []
  createJsonLog({ write: (line) => json.push(line) }).error('request failed', failure, { requestId: 'r-1' })
  expect(json).toHaveLength(1)
  expect(JSON.parse(json[0] ?? '')).toMatchObject({
    level: 'error',
    message: 'request failed',
    requestId: 'r-1',
    error: { type: 'Error', message: 'bad value "…"', cause: { message: 'connect ECONNREFUSED 127.0.0.1:5432' } },
  })
  const text: string[] = []
  createTextLog({ out: () => expect.unreachable(), err: (line) => text.push(line) }).error('request failed', failure, {
    requestId: 'r-1',
  })
  expect(text[0]).toMatch(/^\d{4}-\S+Z request failed requestId=r-1\nError: bad value "…"\n {4}at /)
  expect(text[0]).toContain('cause Error: connect ECONNREFUSED 127.0.0.1:5432')
})

test('a failure may be a message alone, and a sentence for a person has no time', () => {
  const lines: string[] = []
  const log = createTextLog({ out: (line) => lines.push(line), err: (line) => lines.push(line) })
  log.error('3 files are missing', null)
  log.info('壳匠已启动')
  log.info('request', { route: '/a', account: undefined })
  const time = expect.stringMatching(/^\d{4}-\S+Z$/)
  expect(lines.map((line) => line.split(' '))).toEqual([
    [time, '3', 'files', 'are', 'missing'],
    ['壳匠已启动'],
    [time, 'request', 'route=/a'],
  ])
})
