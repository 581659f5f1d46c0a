import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from './cache.mjs'

const child = join(import.meta.dirname, 'child.mjs')
/** Milliseconds that a benchmark has to end by itself after it was told to. */
const graceMs = 10_000

/**
 * Runs a benchmark in a process group and a temporary folder of its own; when it takes longer than `limitMs`, all of it is ended.
 * @param {string} name
 * @param {{ limitMs: number, onFigure: (figure: object) => void }} options
 * @returns {Promise<{ problem: string | null, ms: number }>} `problem` says why it did not come to its end
 */
export function runBench(name, { limitMs, onFigure }) {
  const folder = mkdtempSync(join(tmpdir(), `kejiang-bench-${name}-`))
  // A PostgreSQL that runs as another user keeps its folder in here.
  chmodSync(folder, 0o755)
  const began = performance.now()
  return new Promise((resolve) => {
    const env = { ...process.env, TMPDIR: folder, BENCH_CACHE: cacheFolder() }
    const running = fork(child, [name], { env, detached: true })
    let problem = 'it ended without a result'
    const end = (signal) => {
      try {
        process.kill(-running.pid, signal)
      } catch {
        // The group has ended.
      }
    }
    let killTimer
    const limitTimer = setTimeout(() => {
      problem = `it was stopped after ${limitMs / 1000} s`
      running.kill('SIGTERM')
      killTimer = setTimeout(() => end('SIGKILL'), graceMs)
    }, limitMs)
    running.on('message', (message) => {
      if (message.figure) onFigure(message.figure)
      if (message.error) problem = message.error
      if (message.done) problem = null
    })
    const interrupted = () => running.kill('SIGTERM')
    process.once('SIGINT', interrupted)
    running.on('exit', () => {
      clearTimeout(limitTimer)
      clearTimeout(killTimer)
      process.off('SIGINT', interrupted)
      end('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      resolve({ problem, ms: performance.now() - began })
    })
  })
}
