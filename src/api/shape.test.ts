import { expect, test } from 'vitest'
import { UnexpectedReplyError } from '../base/errors'
import { listReply, pageReply } from './shape'

const route = 'GET /api/design_templates'

test('listReply and pageReply return valid responses unchanged', () => {
  const list = [{ id: 1 }]
  expect(listReply(route, list)).toBe(list)
  const page = { items: list, totalItems: 1 }
  expect(pageReply(route, page)).toBe(page)
  expect(listReply(route, [])).toEqual([])
})

test.each([{}, { items: [] }, [null], ['x'], [1]])('listReply refuses %j', (reply) => {
  expect(() => listReply(route, reply as unknown[])).toThrow(UnexpectedReplyError)
})

test.each([
  {},
  [],
  { items: [] },
  { items: {}, totalItems: 1 },
  { items: [null], totalItems: 1 },
  { items: [], totalItems: '3' },
])('pageReply refuses %j', (reply) => {
  expect(() => pageReply(route, reply as { items: unknown[]; totalItems: number })).toThrow('返回数据发生错误，请联系客服')
})
