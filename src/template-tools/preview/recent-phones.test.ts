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
  test('are the last three, newest first, each once', () => {
    const storage = memory()
    for (const id of [1, 2, 3, 4, 2]) rememberPhone('demo', phone(id), storage)
    expect(recentPhones('demo', storage).map((one) => one.modelId)).toEqual([2, 4, 3])
  })

  test('belong to one seller', () => {
    const storage = memory()
    rememberPhone('甲', phone(1), storage)
    expect(recentPhones('乙', storage)).toEqual([])
  })

  test('lose a phone that is gone', () => {
    const storage = memory()
    rememberPhone('demo', phone(1), storage)
    rememberPhone('demo', phone(2), storage)
    expect(forgetPhone('demo', 2, storage).map((one) => one.modelId)).toEqual([1])
  })

  test('survive a broken storage', () => {
    const storage = memory({ 'kejiang.recentPhones.demo': '{"not a list' })
    expect(recentPhones('demo', storage)).toEqual([])
    expect(rememberPhone('demo', phone(1), storage).map((one) => one.modelId)).toEqual([1])
  })
})
