import { describe, expect, test } from 'vitest'
import { orderTabKeys } from '../../../contract/rules/order-findings'
import { daysParams, filterTexts, isFiltered, noFilters, readFilters, tabOf, tabParams, toQuery } from './order-filters'

const read = (search: string) => {
  const params = new URLSearchParams(search)
  return readFilters((name) => params.get(name) ?? '')
}
const page = { pageNo: 2, pageSize: 50 }

describe('the address', () => {
  test('all filters are read from the address and sent to the server', () => {
    const filters = read(
      'shopId=7&q= 小米14 &days=2026-11-01_2026-11-21&downloaded=false&pushed=true&held=true&state=shipped&ship=soon&flag=red&status=MERGE_PARENT&mark=held&tag=3&finding=problem&notes=buyerMessage&page=2&dialog=sync',
    )
    expect(toQuery(filters, page)).toEqual({
      pageNo: 2,
      pageSize: 50,
      shopId: 7,
      keyword: '小米14',
      createdAtStart: Date.parse('2026-11-01T00:00:00+08:00'),
      createdAtEnd: Date.parse('2026-11-22T00:00:00+08:00') - 1,
      downloaded: 'false',
      pushed: 'true',
      held: 'true',
      state: 'shipped',
      shipUntil: 'soon',
      flag: 'red',
      mergeSplitStatus: 'MERGE_PARENT',
      heldBack: 'true',
      tagId: 3,
      finding: 'problem',
      withText: 'buyerMessage',
    })
    expect(toQuery(read('mark=waiting'), page)).toEqual({ ...page, approval: 'waiting' })
    expect(isFiltered(filters)).toBe(true)
  })

  test('without filters the server is asked for the page alone', () => {
    expect(toQuery(read('page=2'), page)).toEqual(page)
    expect(isFiltered(read('page=2'))).toBe(false)
  })

  test('a wrong value in the address is ignored', () => {
    const filters = read(
      'shopId=-1&days=2026-02-30_2026-03-01&downloaded=yes&pushed=1&state=lost&ship=now&flag=gold&status=SOLD&mark=x&tag=0&finding=bad&notes=any',
    )
    expect(isFiltered(filters)).toBe(false)
    expect(read(`q=${'长'.repeat(300)}`).keyword).toHaveLength(100)
    expect(read('shopId=1e3').shopId).toBeNull()
  })

  test('choosing a range of days writes it into the address, and clearing removes it', () => {
    expect(daysParams({ from: '2026-11-01', to: '2026-11-21' })).toEqual({ days: '2026-11-01_2026-11-21' })
    expect(daysParams(null)).toEqual({ days: null })
  })
})

test('every filter that is set is described in words and can be removed by itself', () => {
  const filters = read(
    'shopId=7&q=小米&days=2026-11-20_2026-11-20&downloaded=true&pushed=false&held=false&state=partlyShipped&ship=late&flag=none&status=SPLIT_CHILD&mark=waiting&tag=3&finding=poor&notes=sellerMemo',
  )
  const texts = filterTexts(filters, '晨曦', '加急')
  expect(texts.map(({ label }) => label)).toEqual([
    '店铺：晨曦',
    '搜索：小米',
    '下单：2026-11-20',
    '已下载',
    '未推送',
    '没有退款或改动',
    '平台状态：部分发货',
    '已超时未发货',
    '没有旗帜',
    '拆分子单',
    '待审批',
    '标签：加急',
    '分辨率过低',
    '有卖家备注',
  ])
  expect(Object.assign({}, ...texts.map(({ clearingParams }) => clearingParams))).toEqual(noFilters)
  expect(filterTexts(read('shopId=9'), null)[0]?.label).toBe('店铺：不在本账号')
})

test('the address of each tab opens that tab, whatever other filters there are, and no chip repeats it', () => {
  for (const key of orderTabKeys) {
    const params = new URLSearchParams('q=小米')
    for (const [name, value] of Object.entries(tabParams(key))) if (value) params.set(name, value)
    const filters = read(String(params))
    expect(tabOf(filters)).toBe(key)
    expect(filterTexts(filters, null).map(({ label }) => label)).toEqual(['搜索：小米'])
  }
  expect(tabOf(read('pushed=true'))).toBeNull()
})
