import { expect, test } from 'vitest'
import { queryOf, viewParams } from './view-params'

const get = (params: Readonly<Record<string, string>>) => (name: string) => params[name] ?? ''

test('a view keeps the filters and the page size of the address, in one sequence, and opens with them alone', () => {
  const address = { tag: '3', pageSize: '50', pushed: 'false', page: '4', order: '12', view: 'other' }
  const query = queryOf(get(address))
  expect(query).toBe('pushed=false&tag=3&pageSize=50')
  expect(queryOf(get({ pushed: 'false', tag: '3', pageSize: '50' }))).toBe(query)
  const opened = viewParams({ id: 'v1', query: `${query}&unknown=1&dialog=import` })
  expect(opened).toMatchObject({ pushed: 'false', tag: '3', pageSize: '50', shopId: null, page: null, view: 'v1' })
  expect(Object.keys(opened)).not.toContain('unknown')
  expect(Object.keys(opened)).not.toContain('dialog')
})
