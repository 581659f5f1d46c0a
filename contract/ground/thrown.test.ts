import { expect, test } from 'vitest'
import { abortError, isAbort, messageOf } from './thrown'

test('messageOf returns the text of an error and of any other thrown value', () => {
  expect([new Error('断网'), new DOMException('满了', 'QuotaExceededError'), '字', undefined, 3].map(messageOf)).toEqual([
    '断网',
    '满了',
    '字',
    'undefined',
    '3',
  ])
})

test('isAbort recognises the errors of signals and of ended calls by their names alone', () => {
  const named = (name: string) => Object.assign(new Error('x'), { name })
  expect([abortError(), AbortSignal.abort().reason, named('AbortError'), named('AbortedError')].map(isAbort)).toEqual(
    Array(4).fill(true),
  )
  expect([named('TypeError'), 'AbortError', null, undefined, {}].map(isAbort)).toEqual(Array(5).fill(false))
})
