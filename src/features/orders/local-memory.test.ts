import { expect, test } from 'vitest'
import { firstOrderLayout } from '../../../contract/rules/order-layout'
import { lastSeenOrder, orderLayout, startedSyncs, storeLastSeen, storeOrderLayout, storeSyncs } from './local-memory'

function storage(start: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(start))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('a started sync is stored for the user who started it', () => {
  const local = storage()
  storeSyncs('晨曦:小王', [{ taskId: 4, shopId: 1 }], local)
  expect(startedSyncs('晨曦:小王', local)).toEqual([{ taskId: 4, shopId: 1 }])
  expect(startedSyncs('晨曦', local)).toEqual([])
})

test('stored values of another shape are ignored', () => {
  const key = 'kejiang.orderSync.demo'
  for (const text of ['{', '{"taskId":1}', 'null', '7']) expect(startedSyncs('demo', storage({ [key]: text }))).toEqual([])
  const mixed = JSON.stringify([null, { taskId: 'x', shopId: 1 }, { taskId: 2, shopId: 1.5 }, { taskId: 2, shopId: 1 }])
  expect(startedSyncs('demo', storage({ [key]: mixed }))).toEqual([{ taskId: 2, shopId: 1 }])
  expect(lastSeenOrder('demo', storage({ 'kejiang.orderSeen.demo': '"9"' }))).toBeNull()
})

test('the layout of the list is that of the user, and what is none is left out', () => {
  const local = storage()
  const layout = { density: 'large', choices: { effect: false }, order: ['info', 'product'] } as const
  storeOrderLayout('demo', layout, local)
  expect(orderLayout('demo', local)).toEqual(layout)
  expect(orderLayout('demo:1', local)).toEqual(firstOrderLayout)
  const key = 'kejiang.orderLayout.demo'
  for (const text of ['{', '7', '[]', 'null']) expect(orderLayout('demo', storage({ [key]: text }))).toEqual(firstOrderLayout)
  const odd = '{"density":"tiny","choices":{"effect":false,"push":"no"},"order":["info",3]}'
  expect(orderLayout('demo', storage({ [key]: odd }))).toEqual({
    density: 'compact',
    choices: { effect: false },
    order: ['info'],
  })
})

test('looking at an empty list is recorded, so that it differs from never having looked', () => {
  const local = storage()
  expect(lastSeenOrder('demo', local)).toBeNull()
  storeLastSeen('demo', 0, local)
  expect(lastSeenOrder('demo', local)).toBe(0)
})
