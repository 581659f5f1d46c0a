/**
 * Calls of an import on the embedded database against bare inserts; then a CSV table of 100,000 order lines of Taobao through 导入订单 of
 * the built product in Chromium, up to its plan. Run `npm run build` before.
 */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { medianOf } from './lib/figures.mjs'
import { answer, bundlePrograms, finished } from './lib/server.mjs'
import { measureTable } from './order-files/planned.mjs'

const root = join(import.meta.dirname, '..')
/** Calls of 200 orders that are imported, and the orders of such a call. */
const calls = 50
const perCall = 200

/** Starts a bundled program of the benchmark and resolves with its message. */
async function run(program, ...args) {
  const child = fork(program, args)
  const ended = finished(child)
  const result = await answer(child)
  await ended
  return result
}

export async function measure(print) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundles = mkdtempSync(join(cache, 'bench-order-files-'))
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  try {
    await bundlePrograms(bundles, { imports: join(root, 'bench/order-files/imports.ts') })
    const times = await run(join(bundles, 'imports.mjs'), folder, String(calls))
    const perOrder = (step) => medianOf(times[step].map((ms) => ms / perCall))
    print({
      name: 'order-files: an order of an import, against bare inserts',
      ours: perOrder('imported'),
      peer: perOrder('bare'),
      unit: 'ms',
    })
    const whole = times.imported.reduce((sum, ms) => sum + ms, 0) / 1000
    print({ name: 'order-files: orders imported a second', ours: (calls * perCall) / whole, unit: 'orders' })
    print({ name: 'order-files: an order of a plan, none known', ours: perOrder('planned'), unit: 'ms' })
    print({ name: 'order-files: an order of a plan, all known', ours: perOrder('plannedAgain'), unit: 'ms' })
    print({ name: 'order-files: an order that is the same', ours: perOrder('importedAgain'), unit: 'ms' })
  } finally {
    rmSync(bundles, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  await measureTable(print, 'order-files', 'csv')
}
