import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders = ['adapters', 'bridge', 'buyer', 'contract', 'design', 'imaging', 'scripts', 'server', 'src', 'test']
const isTestFile = (path: string) => /\.test\.tsx?$|^test\/browser\/|^server\/test\//.test(path)

/**
 * Patterns that make a test depend on the speed of the machine. Speed is measured in bench/; the only time limits are in
 * vitest.config.ts.
 */
const forbidden: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a limit of its own', /timeout: *\d/i],
  ['a limit of its own', /^ *\},? *[\d_]*\d_000,?\)$/],
  ['a wait of one second; expect.poll goes by the limit of all tests', /\bvi\.wait(For|Until)\(/],
  ['a sleep', /\bwaitForTimeout\(/],
  ['a measured time that is judged', /(performance|Date)\.now\(\).*toBeLess/],
]

function slowMachineProblems(path: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      forbidden.flatMap(([what, pattern]) => (pattern.test(line) ? [`${path}:${index + 1} has ${what}: ${line.trim()}`] : [])),
    )
}

test('no test has a time limit, a sleep or a measured time that a slow machine would fail', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  const problems = files
    .filter((path) => isTestFile(path) && path !== 'test/limits.test.ts')
    .flatMap((path) => slowMachineProblems(path, readFileSync(join(root, path), 'utf8')))
  expect(problems).toEqual([])
})

test.each([
  ['await thing.waitFor({ timeout: 5000 })'],
  ['}, 30_000)'],
  ['vi.setConfig({ testTimeout: 20_000 })'],
  ['await vi.waitFor(() => expect(a).toBe(1))'],
  ['await page.waitForTimeout(100)'],
  ['expect(performance.now() - start).toBeLessThan(5000)'],
])('the line "%s" is reported as dependent on the machine\'s speed', (line) => {
  expect(slowMachineProblems('a.test.ts', line)).toHaveLength(1)
})
