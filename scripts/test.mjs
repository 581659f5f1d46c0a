// Runs what every change must pass within minutes: quick checks, the build with its checks, component tests, the server's tests without
// those that take long, and the journeys of test/setup/runs.ts in a real browser. `npm run test:more` runs all other tests.
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'

ensureInstalled()
const chromium = ensureChromium()
const { check } = await import('./check.mjs')
const { buildIfNeeded } = await import('./build.mjs')
const { countTests, runTests, timesOf } = await import('./lib/tests.mjs')

const quick = await check()
let failed = quick.failed
const runs = [quick.tests]
try {
  await buildIfNeeded()
} catch (error) {
  failed += 1
  console.error(error instanceof Error ? error.message : error)
}
for (const project of ['dom', 'server', 'browser']) {
  const run = await runTests([project], { env: { TEST_RUN: 'usual', CHROME_PATH: chromium } })
  if (run.code !== 0) failed += 1
  runs.push(run)
}
console.log(timesOf(runs))
console.log(countTests(runs))
process.exit(failed === 0 ? 0 : 1)
