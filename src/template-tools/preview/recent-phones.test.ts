import { describe, expect, test } from 'vitest'
import { forgetPhone, recentPhones, rememberPhone } from './recent-phones'

function memory(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial))
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      values.set(key, value)
    },
  }
}

const phone = (modelId: number) => ({ brandId: 1, brandName: '小米', modelId, modelName: `小米${modelId}` })

describe('recent phones', () => {
  test('recent phones are the last three, newest first, without duplicates', () => {
    const storage = memory()
    for (const id of [1, 2, 3, 4, 2]) rememberPhone('demo', phone(id), storage)
    expect(recentPhones('demo', storage).map((one) => one.modelId)).toEqual([2, 4, 3])
  })

  test('recent phones are stored per seller', () => {
    const storage = memory()
    rememberPhone('甲', phone(1), storage)
    expect(recentPhones('乙', storage)).toEqual([])
  })

  test('a phone that no longer exists is removed from the recent phones', () => {
    const storage = memory()
    rememberPhone('demo', phone(1), storage)
    rememberPhone('demo', phone(2), storage)
    expect(forgetPhone('demo', 2, storage).map((one) => one.modelId)).toEqual([1])
  })

  test('broken storage leaves the list of recent phones empty', () => {
    const storage = memory({ 'kejiang.recentPhones.demo': '{"not a list' })
    expect(recentPhones('demo', storage)).toEqual([])
    expect(rememberPhone('demo', phone(1), storage).map((one) => one.modelId)).toEqual([1])
  })
})
