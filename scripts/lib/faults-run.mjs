/** Runs the tests of faults and collects what each one gave. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { environments, projectOf, testsOf, titlePattern } from './faults.mjs'
import { root } from './install.mjs'
import { runTool } from './run.mjs'

/**
 * Sorts the tests of all faults into runs of vitest: by project, by whether whole files run, and by the sizes of environments.
 * @returns {{ project: string, files: string[], titles: string[] | null, env: object }[]} `titles` null runs whole files
 */
export function testGroups(areas) {
  const groups = new Map()
  for (const [file, title] of areas.flatMap(({ faults }) => faults).flatMap(testsOf)) {
    const env = environments[file] ?? {}
    const key = JSON.stringify([projectOf(file), title === '*', env])
    if (!groups.has(key))
      groups.set(key, { project: projectOf(file), files: new Set(), titles: title === '*' ? null : new Set(), env })
    groups.get(key).files.add(file)
    groups.get(key).titles?.add(title)
  }
  return [...groups.values()].map(({ files, titles, ...rest }) => ({ ...rest, files: [...files], titles: titles && [...titles] }))
}

/** Runs one group; resolves with { file, title, status, ms, message } of each test that ran or was skipped. */
export async function runGroup({ project, files, titles, env }, more = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-faults-'))
  const report = join(folder, 'report.json')
  try {
    const only = titles ? ['-t', titles.map(titlePattern).join('|')] : []
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    await runTool('vitest', ['run', '--project', project, ...only, ...reporters, ...files], { env: { ...more, ...env } })
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    return testResults.flatMap(({ name, assertionResults, message }) => {
      const file = relative(root, name).replaceAll('\\', '/')
      // A file that could not be loaded has no tests and a message.
      if (assertionResults.length === 0 && message) return [{ file, title: '', status: 'failed', ms: 0, message }]
      return assertionResults.map(({ title, status, duration, failureMessages }) => ({
        file,
        title,
        status,
        ms: duration ?? 0,
        message: failureMessages?.[0] ?? '',
      }))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the results of one test of the table: several for a title with cases. */
export function resultsOf([file, title], results) {
  const pattern = title === '*' ? /^/ : new RegExp(`^${titlePattern(title)}$`)
  return results.filter((result) => result.file === file && (pattern.test(result.title) || result.title === ''))
}
