import { expect, test } from 'vitest'
import { keepLastSeen, keepSyncs, lastSeenOrder, startedSyncs } from './local-memory'

function storage(start: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(start))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('syncs are remembered for one seller', () => {
  const local = storage()
  keepSyncs('晨曦:小王', [{ taskId: 4, shopId: 1 }], local)
  expect(startedSyncs('晨曦:小王', local)).toEqual([{ taskId: 4, shopId: 1 }])
  expect(startedSyncs('晨曦', local)).toEqual([])
})

test('what somebody else wrote there counts as nothing', () => {
  const key = 'kejiang.orderSync.demo'
  for (const text of ['{', '{"taskId":1}', 'null', '7']) expect(startedSyncs('demo', storage({ [key]: text }))).toEqual([])
  const mixed = JSON.stringify([null, { taskId: 'x', shopId: 1 }, { taskId: 2, shopId: 1.5 }, { taskId: 2, shopId: 1 }])
  expect(startedSyncs('demo', storage({ [key]: mixed }))).toEqual([{ taskId: 2, shopId: 1 }])
  expect(lastSeenOrder('demo', storage({ 'kejiang.orderSeen.demo': '"9"' }))).toBeNull()
})

test('a look at an empty list is a look', () => {
  const local = storage()
  expect(lastSeenOrder('demo', local)).toBeNull()
  keepLastSeen('demo', 0, local)
  expect(lastSeenOrder('demo', local)).toBe(0)
})
