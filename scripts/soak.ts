/**
 * `npm run soak [calls] [seed]`: runs many calls between the bridge's two halves in fake time, with the host half in the same
 * engine and with nothing but the language. Prints the counts; fails when a call did not end exactly once or something is still
 * held at the end.
 */
import { bareCreateHost } from '../bridge/test/bare-host'
import { soak, soakProblems } from '../bridge/test/soak'

const calls = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? 1)
let failed = false
for (const [place, create] of [
  ['in one engine', undefined] as const,
  ['host alone with the language', bareCreateHost()] as const,
]) {
  const started = performance.now()
  const figures = await soak({ calls, seed, ...(create ? { create } : {}) })
  console.log(`${place}, seed ${seed}, ${((performance.now() - started) / 1000).toFixed(1)} s`)
  console.log(JSON.stringify(figures, null, 2))
  for (const problem of soakProblems(figures)) {
    failed = true
    console.error(`✗ ${problem}`)
  }
}
process.exit(failed ? 1 : 0)
