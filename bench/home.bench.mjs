/**
 * The home screen, the list of alarms and the filters of orders of an account with 100,000 orders, over HTTP from the real server, each
 * time after an order has changed, which makes every cached total old: on the embedded database and on a PostgreSQL, against plain counts.
 */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/lib/postgres.mjs'
import { cached, copyOf } from './lib/cache.mjs'
import { medianOf } from './lib/figures.mjs'
import { freePort } from './lib/product.mjs'
import { answer, bundlePrograms, finished } from './lib/server.mjs'
import { stopLater } from './lib/stop.mjs'

const root = join(import.meta.dirname, '..')
const runs = 5

async function measureDatabase(print, { bundleDir, data, kind, databaseUrl = '' }) {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const child = fork(join(bundleDir, 'server.mjs'), [data, join(data, 'filled.json')], { env })
  try {
    const { port, token, cases } = await answer(child)
    const call = async (path, body) => {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: body ? 'POST' : 'GET',
        headers,
        body: body && JSON.stringify(body),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
      return JSON.parse(text)
    }
    const [order] = (await call('/api/orders?pageNo=1&pageSize=1')).items
    for (const { name, path } of cases) {
      const [ours, peer] = [[], []]
      for (let run = 0; run <= runs; run += 1) {
        await call('/api/orders/mark', { orderIds: [order.id], heldBack: `第 ${run} 次` })
        const start = performance.now()
        await call(path)
        const took = performance.now() - start
        child.send(name)
        const bare = await answer(child)
        // The first run of each case only warms up.
        if (run > 0) ours.push(took) && peer.push(bare)
      }
      // A sum over all orders has no bar: it is asked for rarely, and its time grows with their number.
      const area = path.startsWith('/api/orders/picking') ? 'picking' : 'home'
      print({ name: `${area}: ${name}, ${kind}`, ours: medianOf(ours), peer: medianOf(peer), unit: 'ms', runs })
    }
  } finally {
    child.disconnect()
  }
}

export async function measure(print) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundleDir = mkdtempSync(join(cache, 'bench-home-'))
  const data = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  const files = ['bench/home/fill.ts', 'server/infra/db/migrations']
  const fill = async (folder, databaseUrl = '') => {
    const env = { ...process.env, DATABASE_URL: databaseUrl }
    await finished(fork(join(bundleDir, 'fill.mjs'), [folder, join(folder, 'filled.json')], { env }))
  }
  let stopPostgres
  try {
    await bundlePrograms(bundleDir, { fill: join(root, 'bench/home/fill.ts'), server: join(root, 'bench/home/server.ts') })
    copyOf(await cached({ name: 'home', files, make: fill }), data)
    await measureDatabase(print, { bundleDir, data, kind: 'embedded' })
    const postgres = startPostgres(await freePort())
    stopPostgres = stopLater(postgres.stop)
    await fill(data, postgres.url)
    await measureDatabase(print, { bundleDir, data, kind: 'PostgreSQL', databaseUrl: postgres.url })
  } finally {
    stopPostgres?.()
    rmSync(bundleDir, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}
