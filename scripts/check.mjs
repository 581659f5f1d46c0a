// The quick checks: types, lint, dead code, licences of packages, and the unit tests, which include the architecture test. Takes under a minute.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'
import { licenceProblems } from './lib/licences.mjs'
import { runTool } from './lib/run.mjs'
import { closeRuns, runTests } from './lib/tests.mjs'

/** Runs all quick checks; resolves with the names of failed steps and the result of the unit tests. */
export async function check() {
  const steps = [
    ['types', 'tsc', ['--noEmit']],
    ['lint', 'biome', ['check', '--error-on-warnings']],
    ['dead code', 'knip', ['--no-progress']],
  ]
  const failed = []
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const licences = licenceProblems(packages)
  console.log([`${licences.length === 0 ? '✓' : '✗'} licences`, ...licences].join('\n'))
  if (licences.length > 0) failed.push('licences')
  const runStep = async ([name, tool, args]) => {
    const { code, output, ms } = await runTool(tool, args, { capture: true })
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${(ms / 1000).toFixed(1)} s)`)
    if (code !== 0) {
      failed.push(name)
      console.log(output)
    }
  }
  await Promise.all(steps.map(runStep))
  const tests = await runTests(['unit'], { env: { TEST_RUN: 'usual' } })
  return { failed, tests }
}

if (import.meta.url === (await import('node:url')).pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  const { failed, tests } = await check()
  process.exit(closeRuns([tests], failed))
}
