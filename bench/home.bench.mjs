/** The home screen of an account with 111,000 orders, over HTTP from the real server, each time after an order has changed. */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentileOf } from './lib/figures.mjs'
import { answer, bundlePrograms } from './lib/server.mjs'
import { prepareDatabase } from './list.bench.mjs'

const root = join(import.meta.dirname, '..')
const runs = 20

export async function measure(print) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundleDir = mkdtempSync(join(cache, 'bench-home-'))
  const data = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  let child
  try {
    await bundlePrograms(bundleDir, { fill: join(root, 'bench/list/fill.ts'), server: join(root, 'bench/list/server.ts') })
    const filled = await prepareDatabase(bundleDir, data)
    child = fork(join(bundleDir, 'server.mjs'), [data, filled])
    const { port, token } = await answer(child)
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
    const [order] = (await call('/api/orders?pageSize=1')).items
    const time = async (path) => {
      const start = performance.now()
      await call(path)
      return performance.now() - start
    }
    const paths = {
      'to-dos and numbers': '/api/home',
      'trends by shop': '/api/home/trends?by=shop',
      'trends by template': '/api/home/trends?by=template',
      'trends by model': '/api/home/trends?by=model',
    }
    for (const [name, path] of Object.entries(paths)) {
      const [ours, again] = [[], []]
      for (let run = 0; run <= runs; run += 1) {
        // A changed order makes every cached total old.
        await call('/api/orders/mark', { orderIds: [order.id], heldBack: `第 ${run} 次` })
        const [first, second] = [await time(path), await time(path)]
        if (run > 0) ours.push(first) && again.push(second)
      }
      print({ name: `home: ${name} of 111,000 orders after a change, p50`, ours: percentileOf([ours], 0.5), unit: 'ms', runs })
      print({ name: `home: ${name} of 111,000 orders, nothing changed, p50`, ours: percentileOf([again], 0.5), unit: 'ms', runs })
    }
  } finally {
    child?.disconnect()
    rmSync(bundleDir, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}
