import { describe, expect, test } from 'vitest'
import { layeredStorage, memoryLayer } from '../browser/layered-storage'
import type { PlatformStorage } from '../platform'
import { optionalStorage } from './optional-storage'

const memory = () => layeredStorage([memoryLayer()])
const failing: PlatformStorage = {
  get: () => Promise.reject(new Error('no')),
  set: () => Promise.reject(new Error('no')),
  remove: () => Promise.reject(new Error('no')),
}
const createStorage = (client: PlatformStorage | null, own = memory()) => ({
  own,
  storage: optionalStorage(async () => client, own),
})

describe('a client that keeps values', () => {
  test('optionalStorage stores values only in a client that works', async () => {
    const client = memory()
    const { own, storage } = createStorage(client)
    await storage.set('token', 'a')
    expect([await client.get('token'), await own.get('token'), await storage.get('token')]).toEqual(['a', null, 'a'])
    await storage.remove('token')
    expect(await storage.get('token')).toBeNull()
  })
})

describe.each([
  ['refuses', failing],
  ['has no storage', null],
])('a client that %s', (_, client) => {
  test('optionalStorage uses the page’s storage', async () => {
    const { storage } = createStorage(client)
    expect(await storage.get('token')).toBeNull()
    await storage.set('token', 'a')
    expect(await storage.get('token')).toBe('a')
    await storage.remove('token')
    expect(await storage.get('token')).toBeNull()
  })
})

test('optionalStorage uses the page’s storage if there is no host', async () => {
  const storage = optionalStorage(() => Promise.reject(new Error('no host')), memory())
  await storage.set('token', 'a')
  expect(await storage.get('token')).toBe('a')
})

test('values set or removed while the client failed stay so once it works again', async () => {
  const client = memory()
  const own = memory()
  await client.set('token', 'old')
  await client.set('theme', 'old')
  const broken = optionalStorage(async () => failing, own)
  await broken.set('token', 'new')
  await broken.remove('theme')
  const again = optionalStorage(async () => client, own)
  expect([await again.get('token'), await again.get('theme')]).toEqual(['new', null])
  await again.set('theme', 'newest')
  expect([await again.get('theme'), await own.get('theme')]).toEqual(['newest', null])
})

test('optionalStorage does not ask a client again after a failure', async () => {
  let calls = 0
  const { storage } = createStorage({
    ...failing,
    get: () => {
      calls += 1
      return Promise.reject(new Error('no'))
    },
  })
  await storage.get('a')
  await storage.get('b')
  expect(calls).toBe(1)
})
