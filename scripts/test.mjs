// Everything a landing must pass: quick checks, the build with its promises, server tests, journeys in a real browser.
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'

ensureInstalled()
const chromium = ensureChromium()
const { check } = await import('./check.mjs')
const { buildIfNeeded } = await import('./build.mjs')
const { countTests, runTests } = await import('./lib/tests.mjs')

const runs = []
let failed = 0
const quick = await check()
runs.push(quick.tests)
failed += quick.failed
try {
  await buildIfNeeded()
} catch (error) {
  failed += 1
  console.error(error instanceof Error ? error.message : error)
}
for (const project of ['server', 'browser']) {
  const run = await runTests([project], { env: { CHROME_PATH: chromium } })
  runs.push(run)
  if (run.code !== 0) failed += 1
}
console.log(countTests(runs))
process.exit(failed === 0 ? 0 : 1)
