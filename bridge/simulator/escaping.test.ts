import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeMessage, eventShapes, shapeEvent, unescapeMessage } from './escaping'

describe('messages as the client carries them', () => {
  test('any message comes out as it went in', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(unescapeMessage(escapeMessage(value)))).toBe(JSON.stringify(value))
      }),
    )
  })

  test('quotes are escaped again at each layer: that is what makes nested JSON expensive', () => {
    expect(escapeMessage({ a: '"' })).toContain('\\\\\\\\\\\\\\"')
  })

  test('a cut message is an error, never half a message', () => {
    const whole = escapeMessage({ text: '定制手机壳', list: [1, 2, 3] })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        expect(() => unescapeMessage(whole.slice(0, length))).toThrow()
      }),
    )
  })

  test('each shape of the host’s event holds the message', () => {
    for (const shape of eventShapes) expect(JSON.stringify(shapeEvent({ k: 'hello' }, shape))).toContain('hello')
  })
})
