/** Checks the table of faults: its tests exist, its patterns fit the titles as they run, and its document says what happened. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas, environments, testsOf, titlePattern } from './faults.mjs'
import { reliabilityDocument } from './faults-document.mjs'
import { resultsOf, testGroups } from './faults-run.mjs'

const root = join(import.meta.dirname, '../..')
const faults = areas.flatMap((area) => area.faults)
const tests = faults.flatMap(testsOf)
/** The source, with … for each value in a template. */
const read = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll(/\$\{[^}]*\}/g, '…')
/** Whether the source contains the title as a quoted text. */
const isTitle = (source: string, title: string) =>
  ["'", '"', '`'].some((quote) => source.includes(quote + title + quote)) || title === '*'

test('every fault has a description of its own, and a test or a note that says why not', () => {
  expect(new Set(faults.map(({ fault }) => fault)).size).toBe(faults.length)
  expect(faults.filter((fault) => testsOf(fault).length === 0 && !('note' in fault))).toEqual([])
})

test('every test that the table names exists', () => {
  expect(tests.filter(([file, title]) => !isTitle(read(file), title))).toEqual([])
  expect(Object.keys(environments).filter((file) => !tests.some(([named]) => named === file))).toEqual([])
})

describe('titles', () => {
  test.each([
    ['… kills lose no write', '50 kills lose no write', true],
    ['%s never answers 5xx', 'orders.list never answers 5xx', true],
    ['without $name the plugin works', 'without cookies the plugin works', true],
    ['a (b) of 5 %% is c.', 'a (b) of 5 % is c.', true],
    ['a lock', 'a lock is held', false],
  ])('the title %j fits %j: %s', (title, ran, fits) => {
    const result = { file: 'a.test.ts', title: ran, status: 'passed', ms: 1, message: '' }
    expect(resultsOf(['a.test.ts', title], [result])).toHaveLength(fits ? 1 : 0)
    expect(new RegExp(titlePattern(title)).test(ran)).toBe(fits || ran.startsWith(title))
  })
})

test('tests are run by project, whole files apart from single titles', () => {
  const groups = testGroups([
    {
      title: 'A',
      faults: [{ fault: 'a', tests: { 'server/a.test.ts': ['x', 'y'], 'server/b.test.ts': ['z'], 'src/c.test.ts': ['*'] } }],
    },
  ])
  expect(groups).toEqual([
    { project: 'server', files: ['server/a.test.ts', 'server/b.test.ts'], titles: ['x', 'y', 'z'], env: {} },
    { project: 'unit', files: ['src/c.test.ts'], titles: null, env: {} },
  ])
})

test('the document says of each fault whether it passed, failed, did not run or is not covered', () => {
  const result = (title: string, status: string, message = '') => ({ file: 'a.test.ts', title, status, ms: 1500, message })
  const text = reliabilityDocument({
    areas: [
      {
        title: 'Power',
        faults: [
          { fault: 'cuts', tests: { 'a.test.ts': ['… cuts lose nothing'] } },
          { fault: 'storms', tests: { 'a.test.ts': ['a storm is survived'] } },
          { fault: 'floods', tests: { 'a.test.ts': ['a flood is survived'] } },
          { fault: 'quakes', tests: {}, note: 'Nobody shook it.' },
        ],
      },
    ],
    results: [
      result('12 cuts lose nothing', 'passed'),
      result('a storm is survived', 'failed', 'expected 1\nto be 2'),
      result('a flood is survived', 'pending'),
    ],
    date: new Date('2026-01-02T00:00:00Z'),
    ms: 120_000,
    version: '1.2.3',
  })
  for (const part of [
    '2 minutes: 1 faults passed, 1 failed, 1 not run on this machine, 1 not covered.',
    '| cuts | 12 cuts lose nothing (`a.test.ts`) | 1 of 1 tests passed in 1.5 s | passed |',
    '| storms | a storm is survived (`a.test.ts`) | 0 of 1 tests passed in 1.5 s; failed: a storm is survived: expected 1 | **failed** |',
    '| floods | a flood is survived (`a.test.ts`) | 1 tests skipped: this machine lacks what they need | **not run** |',
    '| quakes | – | Nobody shook it. | **not covered** |',
  ]) {
    expect(text).toContain(part)
  }
})
