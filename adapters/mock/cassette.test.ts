import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conformance } from '../conformance/suite'
import { faults } from '../conformance/world'
import { readCassette } from './cassette'

const fixtures = join(import.meta.dirname, '../../fixtures')
const jsonFiles = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
const text = (name: string) => readFileSync(join(fixtures, name), 'utf8')
const cassettes = jsonFiles.filter((name) => name.startsWith('cassettes'))

/** What must never be in a fixture: it would be a living session or a person. */
const secrets: readonly (readonly [string, RegExp])[] = [
  ['a session or access token', /"(session|sessionKey|session_key|access_?token|refresh_?token)"\s*:\s*"(?!<redacted>)[^"]+"/i],
  ['a signature or upload policy', /"(sign|signature|policy|authorization)"\s*:\s*"(?!<redacted>)[^"]+"/i],
  ['a bearer header', /Bearer\s+[\w.~+/-]{8,}/],
  ['an app secret or password', /"(app_?secret|password)"\s*:\s*"(?!<redacted>)[^"]+"/i],
  ['a mobile number', /(?<![\d.])1[3-9]\d{9}(?!\d)/],
  ['an identity card number', /(?<!\d)\d{17}[\dX](?!\w)/],
  ['a receiver', /"(receiver_\w+|buyer_nick|mobile|phone|address)"\s*:\s*"(?!<redacted>)[^"]+"/],
  ['a tenant of a cloud address', /cloud:\/\/(?!<redacted>|<any>)[^/"\s]+\//],
  ['a mail address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
]

describe('fixtures', () => {
  test('there are some to look at', () => {
    expect(cassettes.length).toBeGreaterThan(5)
  })

  test.each(jsonFiles)('%s holds no secret', (name) => {
    expect(secrets.filter(([, pattern]) => pattern.test(text(name))).map(([what]) => what)).toEqual([])
  })

  test.each(secrets.map(([what]) => what))('the scan would find %s', (what) => {
    const samples: Readonly<Record<string, string>> = {
      'a session or access token': '{"accessToken": "x1"}',
      'a signature or upload policy': '{"signature":"abc="}',
      'a bearer header': 'Bearer abcdefgh12',
      'an app secret or password': '{"appSecret":"x"}',
      'a mobile number': '"13912345678"',
      'an identity card number': '"11010519491231002X"',
      'a receiver': '{"receiver_name":"王"}',
      'a tenant of a cloud address': '"cloud://shop123/a.png"',
      'a mail address': 'a@b.cn',
    }
    expect(secrets.find(([name]) => name === what)?.[1].test(samples[what] ?? '')).toBe(true)
  })

  test.each(cassettes)('%s can be replayed and says truly where it comes from', (name) => {
    const cassette = readCassette(JSON.parse(text(name)))
    expect(cassette.name).toBe(/([\w-]+)\.json$/.exec(name)?.[1])
    expect(cassette.origin).toBe('authored')
    expect(cassette.entries.map((entry) => entry.seq)).toEqual(cassette.entries.map((_, i) => i + 1))
  })

  test('each fault of the suite has a cassette and a check', () => {
    for (const fault of faults) {
      expect(
        cassettes.some((name) => name.endsWith(`fault-${fault}.json`)),
        fault,
      ).toBe(true)
      expect(
        conformance.some((check) => check.fault === fault),
        fault,
      ).toBe(true)
    }
  })
})

describe('a broken cassette', () => {
  const good: unknown = JSON.parse(text('cassettes/desktop-client.json'))
  const change = (edit: (file: { client: { ua?: string }; entries: Record<string, unknown>[]; v: number }) => void) => {
    const copy = JSON.parse(JSON.stringify(good))
    edit(copy)
    return () => readCassette(copy)
  }

  test('is refused with the place where it is broken', () => {
    expect(change((file) => Reflect.deleteProperty(file.client, 'ua'))).toThrow('file.client has no ua')
    expect(change((file) => Object.assign(file, { v: 2 }))).toThrow('file.v is none of 1')
    expect(change((file) => Object.assign(file.entries[0] ?? {}, { dt: -1 }))).toThrow('entries[0].dt is not a number from 0')
    expect(change((file) => Object.assign(file.entries[1] ?? {}, { request: {} }))).toThrow(/entries\[1\]\.key does not belong/)
    expect(change((file) => Object.assign(file.entries[0] ?? {}, { outcome: { error: { code: 'NO', message: '' } } }))).toThrow(
      'entries[0].outcome.error.code is none of',
    )
  })

  test('of any shape gives an error that begins with cassette, never another one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => readCassette(value)).toThrow(/^cassette: /)
      }),
    )
  })
})
