import { expect, test } from 'vitest'
import { accountOf, markPushed, readPushedFlag } from './pushed-flag'

function memory() {
  const kept = new Map<string, string>()
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

test('a push is remembered per account, and its sub-accounts share that', () => {
  const storage = memory()
  const main = accountOf({ username: '晨曦' })
  const sub = accountOf({ username: '晨曦:小雪', mainUsername: '晨曦' })
  expect(readPushedFlag(sub, storage)).toBe(false)
  markPushed(main, storage)
  expect(readPushedFlag(sub, storage)).toBe(true)
  expect(readPushedFlag('晚霞', storage)).toBe(false)
})
