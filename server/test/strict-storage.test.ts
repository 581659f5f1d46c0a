/** The S3 driver against a bucket that is as strict and as faulty as real ones. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storagePauses, storageRefusals } from '../../fixtures/replies/storage'
import { createOwnTickets } from '../infra/storage/own-tickets'
import { createS3Storage } from '../infra/storage/s3'
import { parseS3Address } from '../infra/storage/s3-address'
import { isOutage } from '../kernel/outage'
import type { Storage } from '../ports/storage'
import { type StrictStorage, startStrictStorage } from './strict-storage'

const origin = 'https://shop.example'
const clock = { now: () => new Date() }
let folder = ''
let bucket: StrictStorage
let storage: Storage

const open = (options: string): Storage =>
  createS3Storage(
    parseS3Address(`s3://S3RVER:S3RVER@127.0.0.1:${bucket.port}/shop?tls=off${options}`),
    createOwnTickets({ secret: 'only for tests', publicUrl: origin, clock }),
    clock,
  )
const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not fail')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kejiang-strict-'))
  bucket = await startStrictStorage(folder)
  storage = open('')
})
beforeEach(() => {
  bucket.fault = () => null
  bucket.origins = []
  bucket.takesForms = true
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

/** Every call of the storage that sends something. */
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  put: () => storage.put('a/b.png', Buffer.from('x'), 'image/png'),
  'put of a stream': () => storage.put('a/c.png', Readable.from([Buffer.from('x')]), 'image/png'),
  remove: () => storage.remove('a/b.png'),
  list: async () => {
    for await (const _ of storage.list('a/')) break
  },
  check: () => storage.check(),
}
const reads: Readonly<Record<string, () => Promise<unknown>>> = {
  get: () => storage.get('a/b.png'),
  size: () => storage.size('a/b.png'),
}

describe.each(storageRefusals)('$title', ({ reply, expected }) => {
  test.each(Object.keys(calls))('the refused call %s fails as an outage, and the operator reads the cause', async (name) => {
    bucket.fault = () => ({ kind: 'answer', ...reply })
    const error = await failureOf(calls[name]?.() ?? Promise.resolve())
    expect(error.message).toContain(expected)
    expect(error.message).not.toContain('S3RVER')
    expect(isOutage(error)).toBe(true)
  })

  test.each(Object.keys(reads))('the refused read %s fails as an outage, too', async (name) => {
    bucket.fault = () => ({ kind: 'answer', ...reply })
    const error = await failureOf(reads[name]?.() ?? Promise.resolve())
    expect([error.message.includes(expected), isOutage(error)]).toEqual([true, true])
  })
})

describe.each(storagePauses)('$title', ({ reply, expected }) => {
  test('a call is repeated after a passing refusal, and fails as an outage when the refusal lasts', async () => {
    let left = 2
    bucket.fault = () => {
      left -= 1
      return left >= 0 ? { kind: 'answer', ...reply } : null
    }
    await storage.put('a/b.png', Buffer.from('x'), 'image/png')
    bucket.fault = () => ({ kind: 'answer', ...reply })
    const error = await failureOf(storage.size('a/b.png'))
    expect([error.message.includes(expected), isOutage(error)]).toEqual([true, true])
  })
})

test('an answer that is cut ends the stream with an error, and no half object passes for a whole one', async () => {
  await storage.put('a/whole.png', Buffer.from('whole'), 'image/png')
  bucket.fault = ({ method }) => (method === 'GET' ? { kind: 'cut' } : null)
  const object = await storage.get('a/whole.png')
  await expect(object?.stream.toArray()).rejects.toThrow()
})

test('an object that is missing is an answer and no refusal', async () => {
  expect([await storage.get('a/none.png'), await storage.size('a/none.png')]).toEqual([null, null])
  await storage.remove('a/none.png')
})

test('a slow bucket is waited for', async () => {
  bucket.fault = () => ({ kind: 'slow', ms: 300 })
  await storage.put('a/slow.png', Buffer.from('slow'), 'image/png')
  expect(await storage.size('a/slow.png')).toBe(4)
})

describe('what browsers do with the bucket', () => {
  test('the upload of a browser is tried, and nothing of the trial stays', async () => {
    bucket.origins = [origin]
    await storage.checkUploads?.(origin)
    const keys: string[] = []
    for await (const key of storage.list('incoming/')) keys.push(key)
    expect(keys).toEqual([])
  })

  test.each([
    ['without CORS rules', () => {}, /OPTIONS.*AccessForbidden/],
    [
      'with rules for another page',
      () => {
        bucket.origins = ['https://other.example']
      },
      /OPTIONS/,
    ],
    [
      'that takes no forms',
      () => {
        bucket.origins = [origin]
        bucket.takesForms = false
      },
      /POST.*style=host.*SecondLevelDomainForbidden/,
    ],
  ])('a browser’s upload fails for a bucket %s that the server can use', async (_, prepare, reason) => {
    prepare()
    await storage.check()
    const error = await failureOf(storage.checkUploads?.(origin) ?? Promise.resolve())
    expect(error.message).toMatch(reason)
    expect(error.message).toContain('upload=proxy')
  })

  test('the upload of a browser is not tried where uploads go through the server', () => {
    expect(open('&upload=proxy').checkUploads).toBeUndefined()
  })
})
