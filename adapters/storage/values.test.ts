import { expect, test } from 'vitest'
import { guardedValues } from './values'

type Opens = () => Storage | null

const denied: Opens = () => {
  throw new DOMException('denied', 'SecurityError')
}
const full: Opens = () => {
  const stored = new Map([['old', 'kept']])
  const refuse: Storage['setItem'] = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: refuse,
    removeItem: (key: string) => void stored.delete(key),
  }
  return storage as unknown as Storage
}
const absent: Opens = () => null

test.each<[string, Opens]>([
  ['denied', denied],
  ['absent', absent],
  ['full', full],
])('with a storage that is %s, guardedValues holds values in memory and reports that', (_, storage) => {
  const values = guardedValues(storage)
  expect(values.getItem('a')).toBeNull()
  expect(values.setItem('a', '1')).toBe(false)
  expect(values.getItem('a')).toBe('1')
  values.removeItem('a')
  expect(values.getItem('a')).toBeNull()
})

test('guardedValues reads old values of a full storage until they are replaced or removed', () => {
  const opened = full()
  const values = guardedValues(() => opened)
  expect(values.getItem('old')).toBe('kept')
  values.setItem('old', 'newer')
  expect(values.getItem('old')).toBe('newer')
  values.removeItem('old')
  expect(values.getItem('old')).toBeNull()
})
