import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conformance } from '../conformance/suite'
import { faults } from '../conformance/world'
import { type Cassette, overlay, readCassette, writeCassette } from './cassette'

const fixtures = join(import.meta.dirname, '../../fixtures')
const jsonFiles = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
const text = (name: string) => readFileSync(join(fixtures, name), 'utf8')
const cassettes = jsonFiles.filter((name) => name.startsWith('cassettes'))

/** Names of the cassettes that were recorded with a real client. */
const recorded: readonly string[] = []

describe('fixtures', () => {
  test.each(cassettes)('the cassette %s is valid and states its true origin', (name) => {
    const cassette = readCassette(JSON.parse(text(name)))
    expect(cassette.name).toBe(/([\w-]+)\.json$/.exec(name)?.[1])
    // There is no recording of a real client yet; add the name of the first one to `recorded`.
    expect(cassette.origin).toBe(recorded.includes(cassette.name) ? 'recorded' : 'authored')
    // Every file must equal what the recorder would write: checked, redacted and without secrets.
    expect(JSON.parse(writeCassette(cassette))).toEqual(JSON.parse(text(name)))
    expect(cassette.entries.map((entry) => entry.seq)).toEqual(cassette.entries.map((_, i) => i + 1))
  })

  test('each fault of the conformance suite has a cassette and a check', () => {
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
  const validFile: unknown = JSON.parse(text('cassettes/desktop-client.json'))
  const change = (edit: (file: { client: { ua?: string }; entries: Record<string, unknown>[]; v: number }) => void) => {
    const copy = JSON.parse(JSON.stringify(validFile))
    edit(copy)
    return () => readCassette(copy)
  }

  test('readCassette refuses an invalid cassette and names the place', () => {
    expect(change((file) => Reflect.deleteProperty(file.client, 'ua'))).toThrow('file.client has no ua')
    expect(change((file) => Object.assign(file, { v: 2 }))).toThrow('file.v is none of 1')
    expect(change((file) => Object.assign(file.entries[0] ?? {}, { dt: -1 }))).toThrow('entries[0].dt is not a number from 0')
    expect(change((file) => Object.assign(file.entries[1] ?? {}, { request: {} }))).toThrow(/entries\[1\]\.key does not belong/)
    expect(change((file) => Object.assign(file.entries[0] ?? {}, { outcome: { error: { code: 'NO', message: '' } } }))).toThrow(
      'entries[0].outcome.error.code is none of',
    )
  })

  test('writeCassette refuses cassettes with secrets or unredacted requests', () => {
    const cassette = readCassette(validFile)
    const [first, ...rest] = cassette.entries
    const broken = (change: object): Cassette => ({ ...cassette, entries: [Object.assign({}, first, change), ...rest] })
    expect(() => writeCassette(broken({ outcome: { ok: { nick: '小店' } } }))).toThrow('entries[0].outcome.ok.nick holds a nick')
    expect(() => writeCassette(broken({ outcome: { ok: '电话 13912345678' } }))).toThrow(/entries\[0\].*holds a mobile number/)
    const request = { fileType: 'image', fileIds: ['cloud://shop-77/a.png'] }
    const [upload, deleting] = cassette.entries
    const unredacted = { ...cassette, entries: [upload, { ...deleting, request }] } as Cassette
    expect(() => writeCassette(unredacted)).toThrow('entries[1].request is not redacted')
  })

  test('readCassette throws an error that begins with cassette: for any other JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => readCassette(value)).toThrow(/^cassette: /)
      }),
    )
  })
})

test('overlaid replaces the entries with the same keys and numbers them again', () => {
  const load = (name: string) => readCassette(JSON.parse(text(`cassettes/${name}.json`)))
  const [everyday, disk] = [load('desktop-client'), load('fault-disk')]
  const both = overlay(everyday, disk)
  expect(both.name).toBe('fault-disk')
  expect(both.entries.filter(({ method }) => method === 'disk.save')).toHaveLength(disk.entries.length)
  expect(both.entries.map(({ seq }) => seq)).toEqual(both.entries.map((_, i) => i + 1))
})
