/**
 * `npm start` of a checkout that is installed and built, until the server says that it is ready: on an empty folder, and on one that another
 * start has made. The peer is Node that opens the folder of the same database with the library alone and asks it once. A fresh clone is not
 * measured here: most of it is the package registry.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmCommand } from '../scripts/lib/node.mjs'
import { copyOf } from './lib/cache.mjs'
import { medianOf } from './lib/figures.mjs'
import { freePort, madeProduct } from './lib/product.mjs'

const runs = 3
const root = join(import.meta.dirname, '..')

/** Resolves with the seconds until a program says a word; then ends it. */
async function secondsUntil(word, file, args, env = {}) {
  const began = performance.now()
  const stdio = ['ignore', 'pipe', 'inherit']
  const child = spawn(file, args, { cwd: root, env: { ...process.env, ...env }, detached: true, stdio })
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    return await new Promise((resolve, reject) => {
      let said = ''
      child.stdout.on('data', (text) => {
        said += text
        if (said.includes(word)) resolve((performance.now() - began) / 1000)
      })
      child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${said.slice(-300)}`)))
    })
  } finally {
    process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}

async function start(folder) {
  const [file, ...args] = npmCommand()
  const env = { PORT: String(await freePort()), DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '', DEMO: '1' }
  return secondsUntil('壳匠已启动', file, [...args, 'start'], env)
}

export async function measure(print) {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  const made = join(folder, 'made')
  const empty = join(folder, 'empty')
  try {
    copyOf(await madeProduct(), made)
    // The first start only reads the files into memory.
    await start(made)
    const times = { empty: [], again: [], peer: [] }
    for (let run = 0; run < runs; run += 1) {
      rmSync(empty, { recursive: true, force: true })
      times.empty.push(await start(empty))
      times.again.push(await start(made))
      times.peer.push(
        await secondsUntil('answered', process.execPath, [join(import.meta.dirname, 'start/database.mjs'), join(made, 'db')]),
      )
    }
    const peer = medianOf(times.peer)
    print({ name: 'start: npm start on an empty folder', ours: medianOf(times.empty), peer, unit: 's' })
    print({ name: 'start: npm start, again', ours: medianOf(times.again), peer, unit: 's' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
