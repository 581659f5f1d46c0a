import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunkCrc, crc32 } from '../../contract/ground/crc32'
import { fromBase64, toBase64 } from './base64'
import { fromClient } from './client-errors'
import { createDeadlines } from './deadlines'
import { BridgeError, fromWire, toWire } from './errors'
import { wireSize } from './frame-size'
import { createMemory, createRecent } from './memory'
import { commonVersion } from './wire'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('bytes', () => {
  test('crc32 matches the published CRC-32 check value, also in two steps', () => {
    expect(crc32(bytes('123456789'))).toBe(0xcbf43926)
    expect(crc32(bytes(''))).toBe(0)
    expect(crc32(bytes('56789'), crc32(bytes('1234')))).toBe(0xcbf43926)
  })
  test('crc32 of a text longer than one step is the same at once and byte by byte', () => {
    const text = bytes('The quick brown fox jumps over the lazy dog')
    expect(crc32(text)).toBe(0x414fa339)
    expect([...text].reduce((crc, byte) => crc32(Uint8Array.of(byte), crc), 0)).toBe(0x414fa339)
  })

  test('chunkCrc differs for the same bytes at another index or with another count', () => {
    const piece = bytes('same')
    expect(new Set([chunkCrc(0, 2, piece), chunkCrc(1, 2, piece), chunkCrc(0, 3, piece)]).size).toBe(3)
  })

  test('toBase64 and fromBase64 agree with Node’s base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
        const text = Buffer.from(data).toString('base64')
        expect(toBase64(data)).toBe(text)
        expect(fromBase64(text)).toEqual(data)
      }),
    )
    const large = new Uint8Array(randomBytes(196_608))
    expect(toBase64(large)).toBe(Buffer.from(large).toString('base64'))
  })

  test.each(['A', 'AA', 'AAA', 'AA=A', '====', 'A===', '=AAA', 'AAAA=AAA', 'AA A', 'AAA-', 'AAA壳', 'AA==AA=='])(
    'fromBase64 refuses %s',
    (text) => {
      expect(fromBase64(text)).toBeNull()
    },
  )
})

describe('size on the wire', () => {
  test('wireSize is at least the size after nested stringification and at most half as much again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const nested = (data: string) =>
          JSON.stringify({ type: 'api', queue: JSON.stringify([{ handlerName: 'postMessage', data }]) })
        const json = JSON.stringify(value)
        const real = Buffer.byteLength(nested(json)) - Buffer.byteLength(nested(''))
        expect(wireSize(json)).toBeGreaterThanOrEqual(real)
        expect(wireSize(json)).toBeLessThanOrEqual(real * 1.5 + 8)
      }),
    )
    // Typical contents: an SVG almost doubles, JSON inside JSON almost triples, base64 does not grow.
    const grown = (value: unknown, sent = JSON.stringify(value)) => wireSize(sent) / sent.length
    const tag = '<path d="M0 0h24v24H0z" fill="none" stroke="#000"/>'
    expect(grown({ svg: tag.repeat(200) })).toBeGreaterThan(1.5)
    expect(grown({ inner: JSON.stringify({ rows: Array(200).fill({ a: '"' }) }) })).toBeGreaterThan(2.5)
    expect(grown({ d: toBase64(new Uint8Array(90_000)) })).toBeLessThan(1.01)
    expect(wireSize('{"a":"\\""}')).toBe('{\\\\\\"a\\\\\\":\\\\\\"\\\\\\\\\\\\\\"\\\\\\"}'.length)
  })
})

describe('errors', () => {
  test('an error survives JSON and back with all its fields', () => {
    const error = new BridgeError('TOP_BUSINESS', {
      userMessage: '宝贝已下架',
      message: 'top',
      stage: 'host',
      detail: { subCode: 'x' },
    })
    expect(toWire(fromWire(JSON.parse(JSON.stringify(toWire(error)))))).toEqual(toWire(error))
  })

  test('errors with one of the three fixed sentences ignore the host’s sentence', () => {
    expect(fromWire({ code: 'TIMEOUT', userMessage: '<b>hi</b>' }).userMessage).toBe('千牛数据返回超时')
    expect(fromWire({ code: 'BAD_REPLY', userMessage: 'x' }).userMessage).toBe('返回数据发生错误，请联系客服')
  })

  test.each([undefined, null, 0, '', 'x', {}, { code: 'NEW' }, { code: 'constructor' }, { code: 7 }])(
    '%o on the wire is a BAD_REPLY',
    (wire) => {
      expect(fromWire(wire).code).toBe('BAD_REPLY')
    },
  )

  const thrown: readonly [string, unknown, string, string?][] = [
    ['a number', { code: 26 }, 'AUTH_EXPIRED'],
    ['text', { code: '27' }, 'AUTH_EXPIRED'],
    ['flat', { error: 53 }, 'AUTH_EXPIRED'],
    ['nested', { error_response: { code: 53, msg: 'Session expired' } }, 'AUTH_EXPIRED'],
    ['JSON in an Error', new Error(JSON.stringify({ code: 904 })), 'AUTH_EXPIRED'],
    [
      'JSON in JSON in an Error',
      new Error(JSON.stringify({ errorMessage: JSON.stringify({ code: 500, sub_code: '20003' }) })),
      'AUTH_EXPIRED',
    ],
    ['a ret line', { ret: ['FAIL_SYS_SESSION_EXPIRED::SESSION失效'] }, 'AUTH_EXPIRED'],
    ['a sentence', new Error('登录失效'), 'AUTH_EXPIRED'],
    ['a missing package', { code: 11, sub_code: 'isv.permission-api-package-limit' }, 'PERMISSION'],
    ['a seller space', new Error('商家空间资源不允许使用接口删除'), 'PERMISSION'],
    ['a sub-account', { code: 15, sub_code: 'isv.x', sub_msg: '该子帐号无此操作权限' }, 'PERMISSION'],
    ['a limit', { code: 7, sub_code: 'accesscontrol.limited-by-api-access-count' }, 'RATE_LIMIT'],
    ['a business refusal', { code: 15, sub_code: 'isv.item-not-exist', sub_msg: '宝贝不存在' }, 'TOP_BUSINESS', '宝贝不存在'],
    ['the network', { code: 500, message: '客户端网络错误,请稍后重试' }, 'NETWORK'],
    ['the network in words', new Error('客户端网络错误,请稍后重试'), 'NETWORK'],
    ['our own', { code: 'PARTIAL', detail: { fileId: 'x' } }, 'PARTIAL'],
    ['text that is no JSON', new Error('{broken'), 'BAD_REPLY'],
    ['0', 0, 'BAD_REPLY'],
    ['nothing', undefined, 'BAD_REPLY'],
    ['an empty Error', new Error(), 'BAD_REPLY'],
  ]
  test.each(thrown)('a client’s error as %s: %o is %s', (_name, error, code, userMessage) => {
    const named = fromClient(error, 'top.invoke')
    expect(named.code).toBe(code)
    if (userMessage) expect(named.userMessage).toBe(userMessage)
  })

  test.each([12, 13, '20'])('code %o of a failed download during disk.save becomes DISK', (code) => {
    expect(fromClient({ error: code, errorMessage: '下载失败' }, 'disk.save').code).toBe('DISK')
  })

  test('fromClient accepts any thrown value without throwing', () => {
    fc.assert(fc.property(fc.anything(), (value) => fromClient(value, 'top.invoke') instanceof BridgeError))
  })
})

describe('deadlines', () => {
  /** Deadlines on a clock that the test moves; `expire` runs the timer that is set. */
  function onClock() {
    let now = 0
    let timer: (() => void) | undefined
    const set = (task: () => void) => {
      timer = task
      return 1
    }
    const clear = () => {
      timer = undefined
    }
    const deadlines = createDeadlines({ now: () => now, set, clear, newId: () => 'id' }, () => undefined)
    const expire = (ms: number) => {
      now += ms
      const task = timer
      timer = undefined
      task?.()
    }
    return { deadlines, expire }
  }

  test('deadlines that are due together expire in the order in which they were started, without those that were cleared', () => {
    const { deadlines, expire } = onClock()
    const expired: string[] = []
    const start = (name: string, ms: number) => deadlines.start(ms, () => expired.push(name))
    const [a, , c, , e] = [start('a', 10), start('b', 10), start('c', 10), start('d', 5), start('e', 10)]
    a.clear()
    c.clear()
    e.clear()
    start('f', 10)
    c.restart(1)
    expect(deadlines.size).toBe(3)
    expire(10)
    expect([expired, deadlines.size]).toEqual([['b', 'd', 'f'], 0])
  })

  test('a deadline that expired can be started again, and disposal ends all', () => {
    const { deadlines, expire } = onClock()
    const expired: string[] = []
    const again = deadlines.start(5, () => expired.push('again'))
    expire(5)
    again.restart(5)
    expire(5)
    expect(expired).toEqual(['again', 'again'])
    again.restart(5)
    deadlines.start(5, () => expired.push('never'))
    deadlines.dispose()
    expire(5)
    expect([expired.length, deadlines.size]).toEqual([2, 0])
  })
})

describe('memory', () => {
  test('createRecent remembers at least the last 100 keys and fewer than 200, however old they are', () => {
    const recent = createRecent(100)
    for (let n = 0; n < 1000; n += 1) {
      recent.add(`${n}`)
      for (let back = 0; back < Math.min(100, n + 1); back += 1) expect(recent.has(`${n - back}`)).toBe(true)
      expect(recent.has(`${n - 200}`)).toBe(false)
    }
    recent.clear()
    expect(recent.has('999')).toBe(false)
  })

  test('createMemory drops its oldest entries by age, count and weight', () => {
    let now = 0
    const memory = createMemory<number>(() => now, { keepMs: 100, max: 3, maxWeight: 10 })
    for (const n of [1, 2, 3, 4]) memory.set(`${n}`, n, 1)
    expect([memory.get('1'), memory.get('2'), memory.size]).toEqual([undefined, 2, 3])
    memory.set('5', 5, 9)
    expect([memory.get('4'), memory.get('3'), memory.size]).toEqual([4, undefined, 2])
    now = 100
    expect(memory.size).toBe(0)
  })
})

test('commonVersion returns the highest version in both ranges, or undefined', () => {
  expect([commonVersion([1, 3], [2, 5]), commonVersion([1, 1], [1, 1]), commonVersion([1, 1], [2, 3])]).toEqual([3, 1, undefined])
})
