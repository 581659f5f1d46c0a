/** Every test file runs in exactly one of `npm test`, `npm run test:more` and, where it is long, the latter with ALL_TESTS=1. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { journeys } from './setup/runs'

const root = join(import.meta.dirname, '..')

/** Returns the files that vitest itself would run, by the environment that a command sets. */
async function filesIn(set: Readonly<Record<string, string>>): Promise<string[]> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { ALL_TESTS: _, TEST_RUN: __, TEST_TIMES: ___, DATABASE_URL: ____, ...rest } = process.env
  const options = { cwd: root, env: { ...rest, ...set }, maxBuffer: 10_000_000 }
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'list', '--filesOnly', '--json'], options)
  return (JSON.parse(stdout) as { file: string }[]).map(({ file }) => relative(root, file).replaceAll('\\', '/')).sort()
}

function* testFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!/^(node_modules|dist|\..*)$/.test(entry.name)) yield* testFiles(path)
    } else if (/\.test\.tsx?$/.test(entry.name)) yield path.replaceAll('\\', '/')
  }
}

const [usual, more, moreAndLong, byHand] = await Promise.all([
  filesIn({ TEST_RUN: 'usual' }),
  filesIn({ TEST_RUN: 'more' }),
  filesIn({ TEST_RUN: 'more', ALL_TESTS: '1' }),
  filesIn({}),
])

test('every test file is in exactly one of npm test and npm run test:more', () => {
  expect([...usual, ...moreAndLong].sort()).toEqual([...testFiles('')].sort())
})

test('npm run test:more leaves out the files with long in their name, and they alone need ALL_TESTS=1', () => {
  expect(moreAndLong.filter((file) => !file.endsWith('.long.test.ts'))).toEqual(more)
})

test('a vitest that is started by hand knows the files of both runs', () => {
  expect(byHand).toEqual([...usual, ...more].sort())
})

test('npm test has the twelve journeys of the list, each with a sentence of its own', () => {
  expect(usual.filter((file) => file.startsWith('test/browser/'))).toEqual(Object.keys(journeys).sort())
  expect(new Set(Object.values(journeys)).size).toBe(12)
})
