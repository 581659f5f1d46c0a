import { describe, expect, test } from 'vitest'
import { strokeDefaults } from '../../../design/rules/stroke'
import type { OutlineClient, OutlineInput } from '../../../imaging/outline/outline-client'
import { TooComplexError } from '../../../imaging/outline/rings'
import { createStrokeMaker } from './maker'

/** Returns a maker whose worker answers with drawings of these lengths, or reports a shape as too complex. */
function makerAnswering(...answers: readonly (number | 'tooComplex')[]) {
  const requests: OutlineInput[] = []
  const client: OutlineClient = {
    async outline(input) {
      const answer = answers[requests.push(input) - 1]
      if (typeof answer !== 'number') throw new TooComplexError('too many edges')
      return { outline: { svg: '-'.repeat(answer), margin: 1 }, opaque: false }
    },
    dispose: () => undefined,
  }
  const picture = { width: 100, height: 100, draw: () => Promise.reject(new Error('not drawn here')) }
  const { make } = createStrokeMaker(client, async () => picture)
  return { requests, make: (draft = false) => make({ imageUrl: '/a.png', width: 100, height: 100 }, strokeDefaults, draft) }
}

describe('a picture of countless tiny parts', () => {
  test.each([
    ['too many edges', 'tooComplex'],
    ['a drawing longer than the server stores', 2_000_001],
  ] as const)('a stroke of a picture with %s is drawn at half the resolution', async (_, first) => {
    const { requests, make } = makerAnswering(first, 20)
    expect((await make()).svg).toHaveLength(20)
    expect(requests.map(({ draft }) => draft)).toEqual([false, true])
  })

  test('a picture that is too complex even at half the resolution is refused with the reason', async () => {
    await expect(makerAnswering('tooComplex', 'tooComplex').make()).rejects.toThrow('图片边缘过于复杂，请换一张边缘更简单的图片')
    const draft = makerAnswering('tooComplex')
    await expect(draft.make(true)).rejects.toThrow('图片边缘过于复杂，请换一张边缘更简单的图片')
    expect(draft.requests).toHaveLength(1)
  })
})
