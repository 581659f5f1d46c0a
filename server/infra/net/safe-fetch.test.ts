import type dns from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../../kernel/failure'
import { isAddressLiteral, isPublicAddress, parseNetworks } from './address'
import { assertFetchable, type SafeFetchOptions, safeFetch } from './safe-fetch'

const hosts = ['alicdn.com']
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof Failure ? error.code : `not a Failure: ${String(error)}`
}

describe('what may be fetched at all', () => {
  const check = (url: string): string => {
    try {
      assertFetchable(new URL(url), { hosts })
      return 'ok'
    } catch (error) {
      return error instanceof Failure ? error.code : String(error)
    }
  }

  test.each(['https://img.alicdn.com/a.png', 'https://alicdn.com/', 'https://a.b.alicdn.com:8443/x'])(
    'the address %s may be fetched',
    (url) => {
      expect(check(url)).toBe('ok')
    },
  )

  test.each([
    'http://img.alicdn.com/a.png',
    'ftp://img.alicdn.com/a.png',
    'https://evil-alicdn.com/',
    'https://alicdn.com.evil.example/',
    'https://user@img.alicdn.com/',
    'https://img.alicdn.com@evil.example/',
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
  ])('the address %s may not be fetched', (url) => {
    expect(check(url)).toBe('blocked-url')
  })
})

test('public addresses are distinguished from all others', () => {
  for (const address of ['8.8.8.8', '2400:3200::1', '::ffff:8.8.8.8'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
  const inner = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ]
  const inner6 = [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'not an address',
  ]
  for (const address of [...inner, ...inner6]) expect([address, isPublicAddress(address)]).toEqual([address, false])
})

test('an address is recognized in every spelling, and a name is not one', () => {
  for (const host of ['1.2.3.4', '1.2.3.4.', '0x7f.1', '2130706433', '[::1]', '127.1'])
    expect([host, isAddressLiteral(host)]).toEqual([host, true])
  for (const host of ['img.alicdn.com', '1a.com', 'cafe', '0x.alicdn.com'])
    expect([host, isAddressLiteral(host)]).toEqual([host, false])
})

test('networks of proxies match their addresses, and nonsense is refused', () => {
  const trusted = parseNetworks(['10.0.0.0/8', '::1'])
  expect(['10.200.0.1', '::ffff:10.0.0.1', '::1', '11.0.0.1', '::2', 'unknown'].map(trusted)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(() => parseNetworks(['10.0.0.0/99'])).toThrow('10.0.0.0/99')
})

describe('a fetch', () => {
  let origin: Server
  let port = 0
  let answer: RequestListener = () => {}
  beforeAll(async () => {
    origin = createServer((request, reply) => answer(request, reply))
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
    port = (origin.address() as AddressInfo).port
  })
  afterAll(() => {
    origin.closeAllConnections()
    origin.close()
  })

  const resolvesTo = (...addresses: string[]): typeof dns.lookup =>
    ((_host: string, _options: object, done: (error: null, found: dns.LookupAddress[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof dns.lookup

  /** Plain http to this process's own server: the name is listed, and the address is accepted on purpose. */
  const open: SafeFetchOptions = {
    hosts,
    maxBytes: 1000,
    protocols: ['http:'],
    resolve: resolvesTo('127.0.0.1'),
    acceptsAddress: (address) => address === '127.0.0.1',
  }
  const url = (path = '/'): URL => new URL(`http://img.alicdn.com:${port}${path}`)

  test('safeFetch returns the bytes', async () => {
    answer = (_request, reply) => reply.end('picture')
    expect((await safeFetch(url(), open)).toString()).toBe('picture')
  })

  test('safeFetch never connects to a name with an inner address, not even among public ones', async () => {
    let reached = 0
    answer = (_request, reply) => {
      reached += 1
      reply.end('secret')
    }
    const { acceptsAddress: _, ...guarded } = open
    expect(await codeOf(safeFetch(url(), guarded))).toBe('blocked-url')
    expect(await codeOf(safeFetch(url(), { ...guarded, resolve: resolvesTo('8.8.8.8', '127.0.0.1') }))).toBe('blocked-url')
    expect(await codeOf(safeFetch(url(), { ...guarded, resolve: resolvesTo('::ffff:127.0.0.1') }))).toBe('blocked-url')
    expect(reached).toBe(0)
  })

  test('safeFetch follows up to three redirects among permitted hosts', async () => {
    answer = ({ url: path = '' }, reply) => {
      const left = Number(path.slice(1))
      if (left === 0) reply.end('there')
      else reply.writeHead(302, { location: `/${left - 1}` }).end()
    }
    expect((await safeFetch(url('/3'), open)).toString()).toBe('there')
    expect(await codeOf(safeFetch(url('/4'), open))).toBe('upstream-failed')
  })

  test.each(['http://127.0.0.1/', 'https://evil.example/', 'http://[::1]/', '//0x7f.1/'])(
    'safeFetch refuses a redirect to %s',
    async (location) => {
      answer = (_request, reply) => reply.writeHead(302, { location }).end()
      expect(await codeOf(safeFetch(url(), open))).toBe('blocked-url')
    },
  )

  test('safeFetch stops at the size limit, announced or not', async () => {
    answer = (_request, reply) => reply.end(Buffer.alloc(1001))
    expect(await codeOf(safeFetch(url(), open))).toBe('too-large')
    answer = (_request, reply) => {
      reply.write(Buffer.alloc(600))
      reply.end(Buffer.alloc(600))
    }
    expect(await codeOf(safeFetch(url(), open))).toBe('too-large')
    answer = (_request, reply) => reply.end(Buffer.alloc(1000))
    expect(await safeFetch(url(), open)).toHaveLength(1000)
  })

  test('safeFetch rejects on silence, on error statuses and on a broken connection', async () => {
    answer = () => {}
    expect(await codeOf(safeFetch(url(), { ...open, timeoutMs: 50 }))).toBe('upstream-failed')
    answer = (_request, reply) => reply.writeHead(500).end('secret')
    expect(await codeOf(safeFetch(url(), open))).toBe('upstream-failed')
    answer = (request) => request.socket.destroy()
    expect(await codeOf(safeFetch(url(), open))).toBe('upstream-failed')
  })
})
