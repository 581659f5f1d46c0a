import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOutage } from '../../kernel/outage'
import type { Storage } from '../../ports/storage'
import { assertKey, createLocalStorage } from './local'
import { createOwnTickets } from './own-tickets'
import { policyFields, signPolicy } from './post-policy'
import { createS3Storage } from './s3'
import { parseS3Address } from './s3-address'

const clock = { now: () => new Date('2026-03-01T08:00:00Z') }
const tickets = createOwnTickets({ secret: 'only for tests', publicUrl: 'https://shop.example', clock })
const ticketRequest = { key: 'incoming/abc', maxBytes: 1000, contentType: 'image/png', expiresInSeconds: 60 }

// s3rver speaks the protocol but checks no signature; signatures are checked against fixed values below.
interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
const S3rver: new (options: object) => S3Server = createRequire(import.meta.url)('s3rver')

let folder = ''
let bucketServer: S3Server
const drivers: Record<string, Storage> = {}
let bucketUrl = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kejiang-storage-'))
  const configureBuckets = [{ name: 'shop' }]
  bucketServer = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3'), configureBuckets })
  const { port } = await bucketServer.run()
  bucketUrl = `http://127.0.0.1:${port}/shop`
  const address = `s3://S3RVER:S3RVER@127.0.0.1:${port}/shop/sub?tls=off`
  drivers.local = await createLocalStorage(join(folder, 'local'), tickets)
  drivers.s3 = createS3Storage(parseS3Address(address), tickets, { now: () => new Date() })
  drivers.proxied = createS3Storage(parseS3Address(`${address}&upload=proxy`), tickets, clock)
})
afterAll(async () => {
  await bucketServer.close()
  await rm(folder, { recursive: true, force: true })
})

const driver = (name: string): Storage => {
  const found = drivers[name]
  if (!found) throw new Error(`no driver ${name}`)
  return found
}
async function read(storage: Storage, key: string, range?: { start: number; end: number }): Promise<string | null> {
  const object = await storage.get(key, range)
  if (!object) return null
  return Buffer.concat(await object.stream.toArray()).toString()
}

test('the local storage driver puts files into a directory that is being removed', async () => {
  const storage = driver('local')
  const lane = async (lane: number) => {
    for (let n = 0; n < 60; n += 1) {
      await storage.put(`leaving/${lane}-${n}`, Buffer.from('x'), 'text/plain')
      await storage.remove(`leaving/${lane}-${n}`)
    }
  }
  await expect(Promise.all([0, 1, 2, 3, 4, 5].map(lane))).resolves.toHaveLength(6)
})

describe.each(['local', 's3'])('the %s storage driver', (name) => {
  test(`the ${name} storage driver stores bytes and streams, reports their size, reads ranges and removes`, async () => {
    const storage = driver(name)
    await storage.put('a/one.png', Buffer.from('hello world'), 'image/png')
    await storage.put('a/empty', Buffer.alloc(0), 'image/png')
    expect(await storage.size('a/empty')).toBe(0)
    await storage.remove('a/empty')
    await storage.put('a/two.png', Readable.from([Buffer.from('str'), Buffer.from('eam')]), 'image/png')
    expect(await read(storage, 'a/one.png')).toBe('hello world')
    expect(await read(storage, 'a/two.png')).toBe('stream')
    expect(await read(storage, 'a/one.png', { start: 6, end: 8 })).toBe('wor')
    expect((await storage.get('a/one.png', { start: 0, end: 0 }))?.size).toBe(11)
    expect(await storage.size('a/one.png')).toBe(11)
    const keys: string[] = []
    for await (const key of storage.list('a/')) keys.push(key)
    expect(keys.sort()).toEqual(['a/one.png', 'a/two.png'])
    await storage.put('a/one-w200.webp', Buffer.from('small'), 'image/webp')
    await storage.remove('a/one.png')
    await storage.remove('a/one.png')
    expect(await storage.get('a/one.png')).toBeNull()
    expect(await read(storage, 'a/one-w200.webp')).toBe('small')
    await storage.check()
  })

  test(`the ${name} storage driver stores nothing of a stream that breaks`, async () => {
    const storage = driver(name)
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('the line broke')
      })(),
    )
    await expect(storage.put('c/broken.png', broken, 'image/png')).rejects.toThrow()
    expect(await storage.size('c/broken.png')).toBeNull()
  })
})

test('local storage leaves no half-written file', async () => {
  expect(await readdir(join(folder, 'local', '.writing'))).toEqual([])
})

test('a bucket that does not exist fails the storage check', async () => {
  const address = parseS3Address(`s3://S3RVER:S3RVER@${new URL(bucketUrl).host}/missing?tls=off`)
  await expect(createS3Storage(address, tickets, { now: () => new Date() }).check()).rejects.toThrow()
})

test.each(['../a', 'a/../b', '/a', 'a//b', 'A', 'a\\b', '.hidden', 'a\0', '', `${'a'.repeat(201)}`])(
  '%j is no storage key',
  (key) => {
    expect(() => assertKey(key)).toThrow('not a storage key')
  },
)

describe('a ticket', () => {
  test('a direct upload ticket is a form that the bucket accepts', async () => {
    const { uploadUrl, params } = await driver('s3').ticket(ticketRequest)
    expect(uploadUrl).toBe(bucketUrl)
    expect(params).toMatchObject({ key: 'sub/incoming/abc', bucket: 'shop', 'Content-Type': 'image/png' })
    const form = new FormData()
    for (const [field, value] of Object.entries(params)) form.append(field, value)
    form.append('file', new Blob(['posted']), 'a.png')
    const reply = await fetch(uploadUrl, { method: 'POST', body: form })
    expect([200, 201, 204]).toContain(reply.status)
    expect(await read(driver('s3'), 'incoming/abc')).toBe('posted')
  })

  test('an upload ticket goes through this server when browsers cannot reach the bucket', async () => {
    const { uploadUrl, params } = await driver('proxied').ticket(ticketRequest)
    expect(uploadUrl).toBe('https://shop.example/api/files/upload')
    expect(tickets.verify(new Map(Object.entries(params)))).toEqual({
      key: 'incoming/abc',
      contentType: 'image/png',
      maxBytes: 1000,
    })
  })

  test('an upload ticket states every field it signs', () => {
    const signer = { accessKey: 'AK', secret: 'SK', region: 'cn-hangzhou', bucket: 'shop' }
    const { Policy = '', ...fields } = policyFields(ticketRequest, signer, clock.now())
    expect(fields['X-Amz-Credential']).toBe('AK/20260301/cn-hangzhou/s3/aws4_request')
    expect(fields['X-Amz-Date']).toBe('20260301T080000Z')
    expect(JSON.parse(Buffer.from(Policy, 'base64').toString())).toEqual({
      expiration: '2026-03-01T08:01:00.000Z',
      conditions: [
        ['content-length-range', 1, 1000],
        { bucket: 'shop' },
        { key: 'incoming/abc' },
        { 'Content-Type': 'image/png' },
        { 'X-Amz-Algorithm': 'AWS4-HMAC-SHA256' },
        { 'X-Amz-Credential': 'AK/20260301/cn-hangzhou/s3/aws4_request' },
        { 'X-Amz-Date': '20260301T080000Z' },
      ],
    })
  })
})

test("the upload signature is the one of AWS's own documented example", () => {
  // "Example: Browser-Based Upload using HTTP POST (Using AWS Signature Version 4)" of the S3 API reference.
  const policy = [
    '{ "expiration": "2015-12-30T12:00:00.000Z",',
    '  "conditions": [',
    '    {"bucket": "sigv4examplebucket"},',
    '    ["starts-with", "$key", "user/user1/"],',
    '    {"acl": "public-read"},',
    '    {"success_action_redirect": "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"},',
    '    ["starts-with", "$Content-Type", "image/"],',
    '    {"x-amz-meta-uuid": "14365123651274"},',
    '    {"x-amz-server-side-encryption": "AES256"},',
    '    ["starts-with", "$x-amz-meta-tag", ""],',
    '',
    '    {"x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"},',
    '    {"x-amz-algorithm": "AWS4-HMAC-SHA256"},',
    '    {"x-amz-date": "20151229T000000Z" }',
    '  ]',
    '}',
  ].join('\r\n')
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  expect(signPolicy(Buffer.from(policy).toString('base64'), { secret, region: 'us-east-1' }, '20151229')).toBe(
    '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e',
  )
})

describe('STORAGE_URL', () => {
  test('STORAGE_URL sets the bucket, its address and how uploads go', () => {
    expect(parseS3Address('s3://AK:S%2FK%2B1@oss.example.com:9000/shop/a/b?region=auto&style=host&upload=proxy&tls=off')).toEqual(
      {
        accessKey: 'AK',
        secret: 'S/K+1',
        region: 'auto',
        bucket: 'shop',
        bucketUrl: 'http://shop.oss.example.com:9000',
        prefix: 'a/b/',
        upload: 'proxy',
      },
    )
    expect(parseS3Address('s3://AK:SK@s3.example.com/shop')).toMatchObject({
      bucketUrl: 'https://s3.example.com/shop',
      upload: 'direct',
    })
  })

  test.each([
    ['nonsense', /网址/],
    ['https://AK:SK@host/shop', /s3:/],
    ['s3://AK:SK@host', /存储桶/],
    ['s3://host/shop', /密钥/],
    ['s3://AK:SK@host/shop?upload=maybe', /upload=maybe/],
    ['s3://AK:SK@host/shop?regoin=x', /regoin/],
  ])('STORAGE_URL %s is refused without repeating the secret', (text, reason) => {
    expect(() => parseS3Address(text)).toThrow(reason)
    expect(() => parseS3Address(text)).not.toThrow(/SK/)
  })
})

test('an object is opened, and its size read, by one request each', async () => {
  const methods: string[] = []
  const bucket = createServer((request, reply) => {
    methods.push(`${request.method} ${request.headers.range ?? ''}`)
    if (request.headers.range === undefined) reply.writeHead(200, { 'content-length': 5 }).end('hello')
    else reply.writeHead(206, { 'content-length': 1, 'content-range': 'bytes 0-0/5' }).end('h')
  })
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  const { port } = bucket.address() as AddressInfo
  const storage = createS3Storage(parseS3Address(`s3://A:B@127.0.0.1:${port}/shop?tls=off`), tickets, { now: () => new Date() })
  const object = await storage.get('a/b.png')
  expect([object?.size, String(await object?.stream.toArray())]).toEqual([5, 'hello'])
  expect(await storage.size('a/b.png')).toBe(5)
  expect(methods).toEqual(['GET ', 'GET bytes=0-0'])
  await new Promise((resolve) => bucket.close(resolve))
})

test('a busy bucket is retried, and an unreachable one is an outage', async () => {
  const answers = [503, 503, 404, 503, 503, 503]
  let asked = 0
  const busy = createServer((_, reply) => {
    asked += 1
    reply.writeHead(answers.shift() ?? 500).end('<Error><Code>SlowDown</Code></Error>')
  })
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  const { port } = busy.address() as AddressInfo
  const storage = createS3Storage(parseS3Address(`s3://A:B@127.0.0.1:${port}/shop?tls=off`), tickets, { now: () => new Date() })
  expect(await storage.get('a/b.png')).toBeNull()
  expect(asked).toBe(3)
  expect(isOutage(await storage.get('a/b.png').catch((error: unknown) => error))).toBe(true)
  expect(asked).toBe(6)
  await new Promise((resolve) => busy.close(resolve))
  expect(isOutage(await storage.put('a/b.png', Buffer.from('x'), 'image/png').catch((error: unknown) => error))).toBe(true)
})
