import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run.mjs'

/**
 * @typedef {{ project: string, file: string, ms: number, passed: number, failed: number, skipped: number,
 *   slowest?: { title: string, ms: number }, failures?: readonly { title: string, message: string }[] }} TestFile
 *   `ms` is the whole time of a file: loading, hooks and tests
 * @typedef {{ code: number, ms: number, cpuMs: number | null, projects: readonly string[], files: readonly TestFile[],
 *   unhandled?: readonly string[] }} TestRun `unhandled` are messages of errors outside of tests
 */

/** Returns the processor time of all child processes that have ended, in ms; null where the system has no /proc. */
function timeOfChildren() {
  if (!existsSync('/proc/self/stat')) return null
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  // Linux counts user and system time of waited-for children in hundredths of a second (proc_pid_stat(5), cutime and cstime).
  return (Number(fields[13]) + Number(fields[14])) * 10
}

/**
 * Runs vitest projects and measures their files.
 * @returns {Promise<TestRun>}
 */
export async function runTests(projects, { env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-tests-'))
  const times = join(folder, 'times.json')
  try {
    const named = projects.flatMap((name) => ['--project', name])
    const before = timeOfChildren()
    const { code, ms } = await runTool('vitest', ['run', ...named], { env: { ...env, TEST_TIMES: times } })
    // A run that could not begin has no report.
    const { files, unhandled } = existsSync(times) ? JSON.parse(readFileSync(times, 'utf8')) : { files: [], unhandled: [] }
    const after = timeOfChildren()
    return { code, ms, cpuMs: before === null || after === null ? null : after - before, projects, files, unhandled }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the closing line: `N passed, N failed, N skipped`. */
export function countTests(runs) {
  const sum = (key) => runs.flatMap(({ files }) => files).reduce((total, file) => total + file[key], 0)
  // A run also fails when the setup of a file does, without a failed test.
  const failedRuns = runs.filter(({ code, files }) => code !== 0 && files.every(({ failed }) => failed === 0)).length
  return `${sum('passed')} passed, ${sum('failed') + failedRuns} failed, ${sum('skipped')} skipped`
}

/**
 * Returns a line for each thing that failed; none if nothing did.
 * @param {readonly TestRun[]} runs
 * @param {readonly string[]} steps names of failed steps that are no tests
 */
export function failuresOf(runs, steps = []) {
  const firstLines = (message) => message.split('\n').slice(0, 3).join(' / ').slice(0, 400)
  return [
    ...steps.map((step) => `✗ ${step}`),
    ...runs.flatMap(({ code, projects, files, unhandled = [] }) => {
      const lines = [
        ...files.flatMap(({ file, failures = [] }) =>
          failures.map(({ title, message }) => `✗ ${file} > ${title}: ${firstLines(message)}`),
        ),
        ...unhandled.map((message) => `✗ ${projects.join(', ')}, outside of a test: ${firstLines(message)}`),
      ]
      return code !== 0 && lines.length === 0 ? [`✗ ${projects.join(', ')} ended with code ${code}`] : lines
    }),
  ]
}

/**
 * Prints the closing lines of a command, what failed last. A command that runs several others names a file in TEST_FAILURES, where each
 * adds what failed, because the output of the first one is far above the end.
 * @param {readonly TestRun[]} runs
 * @param {readonly string[]} [steps] names of failed steps that are no tests
 */
export function closeRuns(runs, steps = []) {
  const failures = failuresOf(runs, steps)
  console.log([timesOf(runs), ...failures, countTests(runs)].join('\n'))
  if (process.env.TEST_FAILURES && failures.length > 0) appendFileSync(process.env.TEST_FAILURES, `${failures.join('\n')}\n`)
  return failures.length === 0 ? 0 : 1
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(8)

/**
 * Returns the closing lines of a command: the time of each run, and the twenty files that took longest.
 * @param {readonly TestRun[]} runs
 */
export function timesOf(runs) {
  const slowest = runs
    .flatMap(({ files }) => files)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 20)
  return [
    'time of each project:',
    ...runs.map(({ projects, ms, cpuMs, files }) => {
      const work = cpuMs === null ? '' : `, ${seconds(cpuMs).trim()} of processors`
      return `${seconds(ms)}  ${projects.join(', ')} (${files.length} files${work})`
    }),
    'the slowest files:',
    ...slowest.map(
      ({ file, ms, slowest: longest }) =>
        `${seconds(ms)}  ${file}${longest ? ` (${seconds(longest.ms).trim()}: ${longest.title})` : ''}`,
    ),
  ].join('\n')
}
