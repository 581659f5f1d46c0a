// Makes every fault of scripts/lib/faults.mjs happen by its tests, and writes what was seen as docs/reliability.md, also when some fail.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled, root } from './lib/install.mjs'

ensureInstalled()
const chromium = ensureChromium()
const { buildIfNeeded } = await import('./build.mjs')
const { areas } = await import('./lib/faults.mjs')
const { countFaults, reliabilityDocument } = await import('./lib/faults-document.mjs')
const { runGroup, testGroups } = await import('./lib/faults-run.mjs')

await buildIfNeeded()
const began = performance.now()
const results = []
for (const group of testGroups(areas)) {
  console.log(`\n# ${group.project}: ${group.files.length} files`)
  // The browser's tests of faults that `npm test` leaves out run too.
  const env = group.project === 'browser' ? { CHROME_PATH: chromium, ALL_TESTS: '1' } : {}
  results.push(...(await runGroup(group, env)))
}
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const run = { areas, results, date: new Date(), ms: performance.now() - began, version }
writeFileSync(join(root, 'docs/reliability.md'), reliabilityDocument(run))
const counts = countFaults(areas, results)
console.log(
  `\n${counts.passed} faults passed, ${counts.failed} failed, ${counts.notRun} not run, ${counts.notCovered} not covered`,
)
console.log('docs/reliability.md is written.')
process.exit(counts.failed === 0 ? 0 : 1)
