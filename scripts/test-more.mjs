// Runs the tests that `npm test` leaves out: those that take long, the faults, and all other tests in a browser.
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensurePrintTools } from './lib/print-tools.mjs'

ensureInstalled()
const chromium = ensureChromium()
ensurePrintTools()
const { buildIfNeeded } = await import('./build.mjs')
const { closeRuns, runTests } = await import('./lib/tests.mjs')

await buildIfNeeded()
const runs = []
// The journeys run alone, because sharing the processors with the fault tests would only make them slower.
for (const project of ['unit', 'server', 'browser']) {
  runs.push(await runTests([project], { env: { TEST_RUN: 'more', CHROME_PATH: chromium } }))
}
process.exit(closeRuns(runs))
