/** Checks the register of faults: the tests that it names exist, and the browser scenarios are those that it requires. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chromiumFaults, faults } from './faults'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
/** Whether the source contains the title as a quoted text. */
const isTitle = (source: string, title: string) => ["'", '"', '`'].some((quote) => source.includes(quote + title + quote))

test('every fault in the register has a unique id and description', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
  expect(new Set(faults.map(({ description }) => description)).size).toBe(faults.length)
  expect(faults.length).toBeGreaterThanOrEqual(75)
})

describe('every fault has its tests', () => {
  test.each(faults.map((fault) => [fault.description, fault] as const))(
    'the tests of this fault exist: %s',
    (_description, { tests }) => {
      const named = Object.entries(tests).flatMap(([file, titles]) => titles.map((title) => [file, title] as const))
      expect(named.length).toBeGreaterThan(0)
      expect(named.filter(([file, title]) => !isTitle(read(file), title))).toEqual([])
    },
  )
})

test('the browser scenarios are those that the register of faults requires', () => {
  const source = read('test/browser/bridge-faults/scenarios.ts')
  const table = source.slice(source.indexOf('export const scenarios'))
  const ids = [...table.matchAll(/^ {2}'?([a-z-]+)'?: /gm)].map((match) => match[1])
  expect(ids.sort()).toEqual(chromiumFaults.map(({ id }) => id).sort())
})

test.each(['calls', 'blobs', 'shapes', 'life', 'restart', 'time-limits'])('%s.test.ts runs with both hosts', (name) => {
  expect(read(`bridge/test/${name}.test.ts`)).toMatch(/^describe\.each\(hostBuilds\)/m)
})
