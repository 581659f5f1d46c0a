/** The summary that the test commands print at their end. */
import { expect, test } from 'vitest'
import { countTests, failuresOf, timesOf } from './tests.mjs'

const file = (name: string, ms: number, failed = 0) => ({
  project: 'unit',
  file: name,
  ms,
  passed: 2,
  failed,
  skipped: 1,
  slowest: { title: `the slowest of ${name}`, ms: ms / 2 },
})
const run = (code: number, files: ReturnType<typeof file>[]) => ({ code, ms: 61_000, cpuMs: 93_000, projects: ['unit'], files })

test.each([
  ['all passed', [run(0, [file('a', 1)]), run(0, [file('b', 1)])], '4 passed, 0 failed, 2 skipped'],
  ['two tests failed', [run(1, [file('a', 1, 2)])], '2 passed, 2 failed, 1 skipped'],
  ['the setup of a file failed', [run(1, [file('a', 1)]), run(1, [file('b', 1, 1)])], '4 passed, 2 failed, 2 skipped'],
  ['a run could not begin', [run(1, [])], '0 passed, 1 failed, 0 skipped'],
])('the closing line counts the tests of all runs when %s', (_, runs, line) => {
  expect(countTests(runs)).toBe(line)
})

test('the twenty slowest files are listed with their slowest test, below the time of each run', () => {
  const files = Array.from({ length: 30 }, (_, n) => file(`f${n}.test.ts`, n * 1000))
  const lines = timesOf([run(0, files)]).split('\n')
  expect(lines[1]).toBe('  61.0 s  unit (30 files, 93.0 s of processors)')
  expect(lines.slice(3)).toHaveLength(20)
  expect(lines[3]).toBe('  29.0 s  f29.test.ts (14.5 s: the slowest of f29.test.ts)')
  expect(lines.at(-1)).toContain('f10.test.ts')
})

test('each failure is a line with its file, its test and the beginning of its message', () => {
  const failed = {
    ...file('a.test.ts', 1, 1),
    failures: [{ title: 'the list > is sorted', message: 'expected 1\nto be 2\nat x\nat y' }],
  }
  const runs = [
    run(0, [file('b.test.ts', 1)]),
    run(1, [failed]),
    { ...run(1, [file('c.test.ts', 1)]), unhandled: ['socket hang up'] },
  ]
  expect(failuresOf([...runs, run(1, [])], ['types'])).toEqual([
    '✗ types',
    '✗ a.test.ts > the list > is sorted: expected 1 / to be 2 / at x',
    '✗ unit, outside of a test: socket hang up',
    '✗ unit ended with code 1',
  ])
  expect(failuresOf([run(0, [file('a.test.ts', 1)])])).toEqual([])
})
