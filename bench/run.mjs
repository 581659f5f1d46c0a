#!/usr/bin/env node
/**
 * Measures this product against its peers: `npm run bench -- all` runs every benchmark and writes docs/performance.md, `npm run bench --
 * bridge psd` runs these two. Every benchmark runs in a process of its own for three minutes at most; one that fails or misses a bar
 * does not keep the others from running. `--json` prints a JSON object a line instead of text.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNpm } from '../scripts/lib/node.mjs'

const limitMs = 180_000

const json = process.argv.includes('--json')
const names = process.argv.slice(2).filter((name) => name !== '--json')
const existing = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''))
const isWhole = names.length === 0 || names.includes('all')

const { areas } = await import('./areas.mjs')
const unknown = [
  ...names.filter((name) => name !== 'all' && !existing.includes(name)),
  ...existing.filter((name) => !areas[name]),
]
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are: all, ${Object.keys(areas).join(', ')}`)
  process.exit(1)
}
const wanted = isWhole ? Object.keys(areas).filter((name) => existing.includes(name)) : names

/** The peers, which the product itself does not need, and the built product. */
async function prepare() {
  const { ensureInstalled } = await import('../scripts/lib/install.mjs')
  ensureInstalled()
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
  if (Object.keys(dependencies).some((name) => !existsSync(join(import.meta.dirname, 'node_modules', name)))) {
    const code = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], import.meta.dirname)
    if (code !== 0) process.exit(code)
  }
  const { buildIfNeeded } = await import('../scripts/build.mjs')
  await buildIfNeeded()
}

await prepare()
const { barOf, unmeasured } = await import('./bars.mjs')
const { counted, documentOf, figureLines } = await import('./lib/document.mjs')
const { judge } = await import('./lib/figures.mjs')
const { describeMachine, load, packageVersion } = await import('./lib/machine.mjs')
const { runBench } = await import('./lib/run-bench.mjs')
const say = (text) => (json ? undefined : console.log(text))

const loadBefore = load()
const results = []
for (const bench of wanted) {
  say(`\n# ${bench}`)
  const figures = []
  const onFigure = (measured) => {
    const figure = judge(measured, barOf(measured.name))
    figures.push(figure)
    console.log(json ? JSON.stringify(figure) : figureLines(figure))
  }
  const { problem, ms } = await runBench(bench, { limitMs, onFigure })
  const missing = unmeasured(
    bench,
    figures.map(({ name }) => name),
  )
  for (const [name] of missing) say(`${name}\n    not measured`)
  say(`${bench} ${problem === null ? 'took' : `failed (${problem}) after`} ${(ms / 1000).toFixed(0)} s`)
  if (problem !== null && json) console.error(`${bench}: ${problem}`)
  results.push({ bench, figures, missing, problem, ms })
}
// A bar of a benchmark that does not exist is not measured either.
if (isWhole) {
  for (const bench of Object.keys(areas).filter((name) => !existing.includes(name))) {
    results.push({ bench, figures: [], missing: unmeasured(bench, []), problem: 'there is no such benchmark yet', ms: 0 })
  }
}
say(`\n${counted(results)}, ${results.filter(({ problem }) => problem !== null).length} benchmarks failed`)
if (isWhole) {
  const file = join(root, 'docs/performance.md')
  const loads = [loadBefore, load()]
  writeFileSync(
    file,
    documentOf({ areas, results, machine: describeMachine(), date: new Date(), loads, versionOf: packageVersion }),
  )
  say('docs/performance.md is written.')
}
process.exit(results.some(({ problem }) => problem !== null) ? 1 : 0)
