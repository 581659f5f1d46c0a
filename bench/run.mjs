#!/usr/bin/env node
/**
 * Measures this product against its peers and prints one JSON line per figure: { name, ours, peer, ratio, unit, runs }. `node
 * bench/run.mjs` runs everything, `node bench/run.mjs bridge` one benchmark.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import '../scripts/lib/node.mjs'

const parts = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''))
const wanted = process.argv.length > 2 ? process.argv.slice(2) : parts
const unknown = wanted.filter((name) => !parts.includes(name))
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are: ${parts.join(', ')}`)
  process.exit(1)
}

const round = (value) => Number(value.toPrecision(4))
const print = ({ name, ours, peer, unit, runs }) =>
  console.log(JSON.stringify({ name, ours: round(ours), peer: round(peer), ratio: round(ours / peer), unit, runs }))

for (const name of wanted) {
  const { measure } = await import(join(import.meta.dirname, `${name}.bench.mjs`))
  await measure(print)
}
