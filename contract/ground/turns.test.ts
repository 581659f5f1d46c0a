import { expect, test } from 'vitest'
import { takeTurn } from './turns'

test('two pictures are loaded at a time, and the next begins when one has ended or left', () => {
  const begun: string[] = []
  const turn = (name: string) => takeTurn(() => begun.push(name))
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(turn)
  expect(begun).toEqual(['a', 'b'])
  c?.()
  expect(begun).toEqual(['a', 'b'])
  a?.()
  expect(begun).toEqual(['a', 'b', 'd'])
  a?.()
  turn('e')
  expect(begun).toEqual(['a', 'b', 'd'])
  b?.()
  expect(begun).toEqual(['a', 'b', 'd', 'e'])
  d?.()
})
