/**
 * The faults that the product must survive, and the tests that make them happen. A test is named by its file and its title as written in the
 * source, with … for a value in a template; `*` stands for all tests of the file. `npm run test:faults` runs them and writes
 * docs/reliability.md; a fault without tests is shown as not covered.
 */
import { pluginFaults } from './faults-plugin.mjs'
import { serverFaults } from './faults-server.mjs'

/** The vitest project of a test file. */
export function projectOf(file) {
  if (file.startsWith('test/browser/')) return 'browser'
  if (file.startsWith('server/')) return 'server'
  return file.endsWith('.tsx') ? 'dom' : 'unit'
}

/**
 * @typedef {{ fault: string, tests: Record<string, readonly string[]>, note?: string }} Fault `note` says why there is no test
 * @typedef {{ title: string, faults: readonly Fault[] }} FaultArea
 */

export const areas = [...serverFaults, ...pluginFaults]

/** Sizes of tests that are longer here than elsewhere, by file. */
export const environments = /** @type {Record<string, Record<string, string>>} */ ({
  'server/test/faults/kill.test.ts': { KILLS: '50' },
  'server/test/faults/power.test.ts': { CUTS: '12' },
})

/**
 * Returns the tests of a fault as [file, title].
 * @param {Fault} fault
 * @returns {[string, string][]}
 */
export const testsOf = ({ tests }) => Object.entries(tests).flatMap(([file, titles]) => titles.map((title) => [file, title]))

/**
 * Returns a pattern for the titles that the title of a source becomes when the test runs: `…`, `%s` and `$name` stand for any
 * text. A title alone matches as a whole, so that it is not taken for part of another.
 */
export function titlePattern(title) {
  const escaped = title
    .split(/…|%[sdifjo]|\$[a-z]\w*/i)
    .map((part) => part.replaceAll('%%', '%').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return escaped.join('.*')
}
