// Runs what every change must pass within minutes: quick checks, the build with its checks, component tests, the server's tests without
// those that take long, and the journeys of test/setup/runs.ts in a real browser. `npm run test:more` runs all other tests.
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'

ensureInstalled()
const chromium = ensureChromium()
const { check } = await import('./check.mjs')
const { buildIfNeeded } = await import('./build.mjs')
const { closeRuns, runTests } = await import('./lib/tests.mjs')

const quick = await check()
const runs = [quick.tests]
try {
  await buildIfNeeded()
} catch (error) {
  quick.failed.push('build')
  console.error(error instanceof Error ? error.message : error)
}
for (const project of ['dom', 'server', 'browser']) {
  runs.push(await runTests([project], { env: { TEST_RUN: 'usual', CHROME_PATH: chromium } }))
}
process.exit(closeRuns(runs, quick.failed))
