import { describe, expect, test } from 'vitest'
import { batchesOf } from '../../base/batches'
import { createClickCounter } from './quick-clicks'
import { splitIds } from './sync/product-ids'

describe('pasted ids', () => {
  test('pasted ids are split at commas of both kinds, line breaks and spaces, and duplicates are dropped', () => {
    expect(splitIds(' 11,22，33\n44\r\n55\t66\u300077  11,, ，')).toEqual(['11', '22', '33', '44', '55', '66', '77'])
    for (const nothing of ['', ' \n', ',，,']) expect(splitIds(nothing)).toEqual([])
  })
  test('a pasted id keeps every digit', () => expect(splitIds('1011032513942101325')).toEqual(['1011032513942101325']))
  test('pasted ids are sent in batches', () => {
    expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
    expect(batchesOf([], 2)).toEqual([])
  })
})

describe('four quick clicks', () => {
  const clicksAfter = (...gaps: number[]) => {
    const click = createClickCounter(4)
    let at = 1000
    return gaps.map((gap) => {
      at += gap
      return click(at)
    })
  }
  test('the fourth quick click in a row completes a series', () =>
    expect(clicksAfter(0, 200, 200, 200)).toEqual([false, false, false, true]))
  test('a pause starts a new series of clicks', () => {
    expect(clicksAfter(0, 200, 900, 200, 200, 200)).toEqual([false, false, false, false, false, true])
  })
  test('after a completed series four more clicks are needed', () => {
    expect(clicksAfter(0, 10, 10, 10, 10, 10, 10, 10).filter(Boolean)).toHaveLength(2)
  })
})
