import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeMessage, eventShapes, shapeEvent, unescapeMessage } from './escaping'

describe('messages as the client carries them', () => {
  test('unescapeMessage returns any message that escapeMessage encoded', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(unescapeMessage(escapeMessage(value)))).toBe(JSON.stringify(value))
      }),
    )
  })

  test('escapeMessage escapes quotes at each level, which makes nested JSON large', () => {
    expect(escapeMessage({ a: '"' })).toContain('\\\\\\\\\\\\\\"')
  })

  test('unescapeMessage throws for a truncated message', () => {
    const whole = escapeMessage({ text: '定制手机壳', list: [1, 2, 3] })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        expect(() => unescapeMessage(whole.slice(0, length))).toThrow()
      }),
    )
  })

  test('shapeEvent keeps the message in each shape of the event', () => {
    for (const shape of eventShapes) expect(JSON.stringify(shapeEvent({ k: 'hello' }, shape))).toContain('hello')
  })
})
