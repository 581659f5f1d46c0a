/** The list of faults is true: each has the tests it names, and the scenarios are those it asks for. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chromiumFaults, faults } from './faults'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
/** A title as the source writes it. */
const isTitle = (source: string, title: string) => ["'", '"', '`'].some((quote) => source.includes(quote + title + quote))

test('every fault has a name of its own', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
  expect(new Set(faults.map(({ says }) => says)).size).toBe(faults.length)
  expect(faults.length).toBeGreaterThanOrEqual(75)
})

describe('every fault has its tests', () => {
  test.each(faults.map((fault) => [fault.says, fault] as const))('%s', (_says, { tests }) => {
    const named = Object.entries(tests).flatMap(([file, titles]) => titles.map((title) => [file, title] as const))
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(([file, title]) => !isTitle(read(file), title))).toEqual([])
  })
})

test('the scenarios of the browser are those the list asks for', () => {
  const source = read('test/browser/bridge-faults/scenarios.ts')
  const table = source.slice(source.indexOf('export const scenarios'))
  const ids = [...table.matchAll(/^ {2}'?([a-z-]+)'?: /gm)].map((match) => match[1])
  expect(ids.sort()).toEqual(chromiumFaults.map(({ id }) => id).sort())
})

test.each(['calls', 'blobs', 'shapes', 'life', 'restart', 'time-limits'])('%s runs against both hosts', (name) => {
  expect(read(`bridge/test/${name}.test.ts`)).toMatch(/^describe\.each\(everyHost\)/m)
})
