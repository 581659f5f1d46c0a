import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run.mjs'

/**
 * Runs vitest projects and counts the tests.
 * @returns {Promise<{ code: number, passed: number, failed: number, skipped: number, ms: number }>}
 */
export async function runTests(projects, { env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-tests-'))
  const report = join(folder, 'report.json')
  try {
    const { code, ms } = await runTool(
      'vitest',
      [
        'run',
        ...projects.flatMap((name) => ['--project', name]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { env },
    )
    const result = JSON.parse(readFileSync(report, 'utf8'))
    return {
      code,
      ms,
      passed: result.numPassedTests,
      // A run also fails when the setup of a file does, without a failed test.
      failed: Math.max(result.numFailedTests, code === 0 ? 0 : 1),
      skipped: (result.numPendingTests ?? 0) + (result.numTodoTests ?? 0),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the closing line: `N passed, N failed, N skipped`. */
export function countTests(runs) {
  const sum = (key) => runs.reduce((total, run) => total + run[key], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`
}
