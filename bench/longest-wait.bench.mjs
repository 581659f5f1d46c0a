/**
 * The longest wait of a small query while the embedded database of 50,000 orders is backed up or maintained, against doing that
 * in one step.
 */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answer, bundlePrograms } from './lib/server.mjs'

const root = join(import.meta.dirname, '..')

export async function measure(print) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundleDir = mkdtempSync(join(cache, 'bench-longest-wait-'))
  const data = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  try {
    await bundlePrograms(bundleDir, { server: join(root, 'bench/longest-wait/database.ts') })
    const child = fork(join(bundleDir, 'server.mjs'), [data])
    for (const { name, ours, peer, queries } of await answer(child)) {
      print({ name: `longest-wait: ${name}`, ours, peer, unit: 'ms', note: `${queries} queries` })
    }
    await new Promise((resolve) => child.once('exit', resolve))
  } finally {
    rmSync(bundleDir, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}
