/** Tests `redact` with long texts. bench/recording.bench.mjs measures its time. */
import { describe, expect, test } from 'vitest'
import { redact } from './redact'
import { longTexts } from './test/long-texts'

describe('texts of 200,000 letters', () => {
  test.each(Object.entries(longTexts(200_000)))('redact replaces a long text by length and checksum: %s', (_, text) => {
    const once = redact({ text })
    expect(JSON.stringify(once).length).toBeLessThan(2200)
    expect(JSON.stringify(once)).toMatch(/<text of \d+ bytes, crc32 [0-9a-f]{8}>|<redacted>/)
    expect(redact(once)).toEqual(once)
  })
})

describe('texts of 16,000 letters', () => {
  test.each(Object.entries(longTexts(16_000)))('redact searches a text to its end: %s', (_, text) => {
    const once = redact({ text, said: `${text} 13912345678` })
    expect(JSON.stringify(once)).not.toContain('13912345678')
    expect(redact(once)).toEqual(once)
  })
})

test('a token changes neither length nor checksum of a long text around it, so that a replay finds its call', () => {
  const said = (token: string) => redact({ said: `Bearer ${token} ${'壳 '.repeat(1500)}` })
  expect(said('6100e1b2c3d4')).toEqual(said('abcdef'))
})

test('redact treats JSON that is nested too deeply as text', () => {
  const deep = `${'{"a":'.repeat(300)}{"nick":"小店铺"}${'}'.repeat(300)}`
  expect(JSON.stringify(redact({ data: deep }))).not.toContain('小店铺')
})
