// Runs everything that a change must pass: quick checks, the build with its checks, component and server tests, and journeys in a
// real browser.
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
const components = await runTests(['dom'])
runs.push(components)
if (components.code !== 0) failed += 1
const server = await runTests(['server'])
runs.push(server)
if (server.code !== 0) failed += 1
// The journeys run alone, because sharing the processors with the fault tests would only make them slower.
const journeys = await runTests(['browser'], { env: { CHROME_PATH: chromium } })
runs.push(journeys)
if (journeys.code !== 0) failed += 1
console.log(countTests(runs))
process.exit(failed === 0 ? 0 : 1)
