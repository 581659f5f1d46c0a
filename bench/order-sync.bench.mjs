/** A quiet round of automatic syncs of 500 shops, and rounds of 100 in turns with and without a shop whose marketplace does not answer. */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leastOf } from './lib/figures.mjs'
import { answer, bundlePrograms, finished } from './lib/server.mjs'

const root = join(import.meta.dirname, '..')

export async function measure(print) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundleDir = mkdtempSync(join(cache, 'bench-order-sync-'))
  const data = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  try {
    await bundlePrograms(bundleDir, { server: join(root, 'bench/order-sync/rounds.ts') })
    const child = fork(join(bundleDir, 'server.mjs'), [data])
    const ended = finished(child)
    const { whole, alone, beside } = await answer(child)
    print({ name: 'order-sync: a quiet round of 500 shops', ours: whole / 1000, unit: 's' })
    const sides = { ours: leastOf(beside), peer: leastOf(alone) }
    print({ name: 'order-sync: beside a shop that does not answer', ...sides, unit: 'ms' })
    await ended
  } finally {
    rmSync(bundleDir, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}
