/** What `redact` does with texts of any length; how its time grows with them is measured in bench/recording.bench.mjs. */
import { describe, expect, test } from 'vitest'
import { redact } from './redact'
import { longTexts } from './test/long-texts'

describe('a text of 200,000 letters is known by its length and checksum, however it is made:', () => {
  test.each(Object.entries(longTexts(200_000)))('%s', (_, text) => {
    const once = redact({ text })
    expect(JSON.stringify(once).length).toBeLessThan(2200)
    expect(JSON.stringify(once)).toMatch(/<text of \d+ bytes, crc32 [0-9a-f]{8}>|<redacted>/)
    expect(redact(once)).toEqual(once)
  })
})

describe('a text that is searched to its end is answered, however it is made:', () => {
  test.each(Object.entries(longTexts(16_000)))('%s', (_, text) => {
    const once = redact({ text, said: `${text} 13912345678` })
    expect(JSON.stringify(once)).not.toContain('13912345678')
    expect(redact(once)).toEqual(once)
  })
})

test('a token changes neither the length nor the checksum of a long text around it, so that a replay finds its call', () => {
  const said = (token: string) => redact({ said: `Bearer ${token} ${'壳 '.repeat(1500)}` })
  expect(said('6100e1b2c3d4')).toEqual(said('abcdef'))
})

test('an object nested too deep to be walked through is a text like any other', () => {
  const deep = `${'{"a":'.repeat(300)}{"nick":"小店铺"}${'}'.repeat(300)}`
  expect(JSON.stringify(redact({ data: deep }))).not.toContain('小店铺')
})
