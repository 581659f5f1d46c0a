/**
 * `npm start` of a checkout that is installed and built, on a data folder that another start has made, until the server says that it is
 * ready. The first start of a fresh clone is not measured here: most of it is the package registry.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmCommand } from '../scripts/lib/node.mjs'
import { copyOf } from './lib/cache.mjs'
import { medianOf } from './lib/figures.mjs'
import { freePort, madeProduct } from './lib/product.mjs'

const runs = 5
const root = join(import.meta.dirname, '..')

/** Resolves with the seconds until the server is ready; then ends it. */
async function startOnce(folder) {
  const [file, ...args] = npmCommand()
  const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '', DEMO: '1' }
  const began = performance.now()
  const child = spawn(file, [...args, 'start'], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    return await new Promise((resolve, reject) => {
      let said = ''
      child.stdout.on('data', (text) => {
        said += text
        if (said.includes('壳匠已启动')) resolve((performance.now() - began) / 1000)
      })
      child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${said.slice(-300)}`)))
    })
  } finally {
    process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}

export async function measure(print) {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  try {
    copyOf(await madeProduct(), folder)
    const times = []
    // The first start only reads the files into memory.
    for (let run = 0; run <= runs; run += 1) {
      const seconds = await startOnce(folder)
      if (run > 0) times.push(seconds)
    }
    print({ name: 'start: npm start, again', ours: medianOf(times), unit: 's' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
