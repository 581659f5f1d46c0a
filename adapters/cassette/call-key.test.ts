import { describe, expect, test } from 'vitest'
import { callKey, differences } from './call-key'

describe('a call’s key', () => {
  test('callKey does not depend on the order of fields', () => {
    expect(callKey('top.invoke', { data: { b: 1, a: 2 }, api: 'x' })).toBe(
      callKey('top.invoke', { api: 'x', data: { a: 2, b: 1 } }),
    )
  })

  test.each<[string, string, object, object]>([
    ['time stamps and nonces', 'top.invoke', { api: 'x', timestamp: 1, nonce: 'a' }, { api: 'x', timestamp: 2, nonce: 'b' }],
    [
      'the file an upload carries',
      'cloud.upload',
      { fileName: 'a.png', size: 1, cloudPath: 'x' },
      { fileName: 'b.png', size: 2, cloudPath: 'y' },
    ],
    ['the cloud file that is deleted', 'cloud.delete', { fileIds: ['cloud://s1/a.png'] }, { fileIds: ['cloud://s2/b.png'] }],
    ['the epoch the SDK puts before names', 'x', { path: '1763712000000-a.png' }, { path: '1763712999999-a.png' }],
    ['the time range of a marketplace query', 'top.invoke', { data: { start_created: 'a' } }, { data: { start_created: 'b' } }],
    ['who talks', 'chat.open', { nick: 'tb1' }, { nick: 'tb2' }],
  ])('callKey masks %s', (_, method, one, two) => {
    expect(callKey(method, one)).toBe(callKey(method, two))
  })

  test.each<[string, string, object, object]>([
    ['the API', 'top.invoke', { api: 'x' }, { api: 'y' }],
    ['a business name', 'top.invoke', { data: { name: 'x' } }, { data: { name: 'y' } }],
    ['a business size', 'top.invoke', { data: { page_size: 20 } }, { data: { page_size: 40 } }],
    ['the number of deleted files', 'cloud.delete', { fileIds: ['cloud://a/1'] }, { fileIds: ['cloud://a/1', 'cloud://a/2'] }],
    ['text and number', 'top.invoke', { data: { cid: '1' } }, { data: { cid: 1 } }],
  ])('callKey distinguishes %s', (_, method, one, two) => {
    expect(callKey(method, one)).not.toBe(callKey(method, two))
  })
})

test('callKey treats parameters such as __proto__ as ordinary fields', () => {
  expect(callKey('x', JSON.parse('{"__proto__":{"a":1},"constructor":2}'))).not.toBe(callKey('x', {}))
})

test('differences returns the place of each difference, also in lists', () => {
  expect(differences({ a: { b: [1, 2] }, c: 1 }, { a: { b: [1, 3, 4] }, c: 1 })).toEqual([
    { path: 'a.b[1]', recorded: 2, called: 3 },
    { path: 'a.b[2]', recorded: undefined, called: 4 },
  ])
})
