/** Writes what the tests of faults showed as docs/reliability.md. */
import { testsOf } from './faults.mjs'
import { resultsOf } from './faults-run.mjs'

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const seconds = (ms) => (ms < 950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 9_950 ? 1 : 0)} s`)
const isSkipped = ({ status }) => status !== 'passed' && status !== 'failed'

/** Title without the marks of cases, for a test with several of them. */
const plainTitle = (title) => title.replaceAll(/%[sdifjo]|\$[a-z]\w*/gi, '…').replaceAll('%%', '%')

/** Returns the state of a fault: passed, failed, not run (skipped on this machine) or not covered. */
export function stateOf(fault, results) {
  const tests = testsOf(fault)
  if (tests.length === 0) return 'not covered'
  const found = tests.map((test) => resultsOf(test, results))
  if (found.flat().some(({ status }) => status === 'failed')) return 'failed'
  // A test whose title no longer exists was not run either.
  if (found.some((some) => some.length === 0 || some.every(isSkipped))) return 'not run'
  return 'passed'
}

export function countFaults(areas, results) {
  const states = areas.flatMap(({ faults }) => faults.map((fault) => stateOf(fault, results)))
  const count = (state) => states.filter((one) => one === state).length
  return { passed: count('passed'), failed: count('failed'), notRun: count('not run'), notCovered: count('not covered') }
}

/** `title` as it ran, with its numbers; for several cases, the title of the source and how many they are. */
function described([file, title], results) {
  if (title === '*') return 'all tests'
  const ran = resultsOf([file, title], results)
  if (ran.length === 1) return ran[0].title || plainTitle(title)
  return `${plainTitle(title)}${ran.length > 1 ? `, ${ran.length} cases` : ''}`
}

/** The tests of a fault, each file once after its tests. */
const done = (fault, results) =>
  Object.entries(fault.tests)
    .map(([file, titles]) => `${titles.map((title) => described([file, title], results)).join('; ')} (\`${file}\`)`)
    .join('; ')

function seen(fault, results) {
  const tests = testsOf(fault)
  if (tests.length === 0) return fault.note ?? 'There is no test.'
  const all = tests.flatMap((test) => resultsOf(test, results))
  const failed = all.filter(({ status }) => status === 'failed')
  const passed = all.filter(({ status }) => status === 'passed')
  const skipped = all.filter(isSkipped)
  const ran = all.length - skipped.length
  if (ran === 0) return `${all.length} tests skipped: this machine lacks what they need`
  const parts = [`${passed.length} of ${ran} tests passed in ${seconds(all.reduce((sum, { ms }) => sum + ms, 0))}`]
  if (skipped.length > 0) parts.push(`${skipped.length} skipped on this machine`)
  for (const { title, message } of failed.slice(0, 3)) parts.push(`failed: ${title}: ${message.split('\n')[0].slice(0, 200)}`)
  return parts.join('; ')
}

const row = (cells) => `| ${cells.map(cell).join(' | ')} |`

/**
 * The whole document.
 * @param {{ areas: object[], results: object[], date: Date, ms: number, version: string }} run
 */
export function reliabilityDocument({ areas, results, date, ms, version }) {
  const counts = countFaults(areas, results)
  const sections = areas.flatMap(({ title, faults }) => [
    `## ${title}`,
    '',
    '| Fault | What is done, and what must hold | Seen | Result |',
    '|---|---|---|---|',
    ...faults.map((fault) => {
      const state = stateOf(fault, results)
      return row([fault.fault, done(fault, results) || '–', seen(fault, results), state === 'passed' ? state : `**${state}**`])
    }),
    '',
  ])
  return [
    '# Reliability',
    '',
    '<!-- Written by `npm run test:faults`; changes by hand are lost with its next run. -->',
    '',
    `What the product was made to suffer, and what was seen: version ${version}, ${date.toISOString().slice(0, 10)}, \`npm run test:faults\` in`,
    `${Math.round(ms / 60_000)} minutes: ${counts.passed} faults passed, ${counts.failed} failed, ${counts.notRun} not run on this machine, ${counts.notCovered} not covered.`,
    '',
    'A row is a fault. Its tests make it happen and check what must hold; they are part of the ordinary tests, and the numbers in their titles are',
    'those of this run. Which tests belong to which fault is in [scripts/lib/faults.mjs](../scripts/lib/faults.mjs).',
    '',
    ...sections,
  ].join('\n')
}
