/**
 * Lists as long as large shops have them, over HTTP from the real server, against bare SQL for the same rows on the same database
 * (the embedded one, or the empty PostgreSQL of DATABASE_URL); then how the cost grows with a list a hundred times as long.
 */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cached, copyOf } from './lib/cache.mjs'
import { percentileOf, scaled } from './lib/figures.mjs'
import { answer, bundlePrograms, finished } from './lib/server.mjs'

const runs = 5
const root = join(import.meta.dirname, '..')
/** Requests per run and list. */
const perRun = {
  /** Number of requests: enough that p99 is not the slowest one; a whole list of 10,000 takes much longer than a page. */
  models: (size) => (size > 1000 ? 10 : 40),
  assets: () => 40,
  orders: () => 30,
  moves: 20,
  filters: 8,
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
/** Returns the milliseconds of one complete response, read without gzip. With a body the request is a PATCH. */
const timeRequest = ({ port, token }, path, body) =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const call = request({ port, path, agent, headers, method: body ? 'PATCH' : 'GET' }, (reply) => {
      reply.on('data', () => {})
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - start)
        else reject(new Error(`${path}: ${reply.statusCode}`))
      })
    })
    call.on('error', reject)
    call.end(body && JSON.stringify(body))
  })

const descriptions = {
  models: (size) => `all ${size} models of a brand`,
  assets: (size) => `a page of 50 of ${size} assets`,
  orders: (size) => `a page of 50 of ${size} orders`,
  moves: (size) => `a move across ${size} models`,
  filters: (size, name) => `a page of 50 of ${size} orders, filter ${name}`,
}

const percentiles = [
  ['p50', 0.5],
  ['p99', 0.99],
]

/** Prints percentiles of all requests of the runs. */
function printPercentiles(print, description, { ours, peer }, shares = percentiles) {
  for (const [name, share] of shares) {
    const sides = { ours: percentileOf(ours, share), peer: percentileOf(peer, share) }
    print({ name: `list: ${description}, ${name}`, ...sides, unit: 'ms', runs: ours.flat().length })
  }
}

/** Prints how the cost of our side grows from the shortest list: of a row for a whole list, of the same page or move in any other. */
function printGrowth(print, measured) {
  for (const [list, [base, ...longer]] of Object.entries(measured)) {
    for (const { size, ours } of longer) {
      const [now, first] = [percentileOf(ours, 0.5), percentileOf(base.ours, 0.5)]
      if (list === 'models') {
        const each = { ours: scaled(now, size), peer: scaled(first, base.size) }
        print({ name: `list: a row of ${size} models against one of ${base.size}`, ...each, unit: 'ms' })
      } else {
        print({ name: `list: growth, ${descriptions[list](size)} against ${base.size}`, ours: now, peer: first, unit: 'ms' })
      }
    }
  }
}

/** Fills the empty PostgreSQL of DATABASE_URL, or copies an embedded database that was filled once; returns the file that describes it. */
export async function prepareDatabase(bundleDir, data) {
  const fill = async (folder) => {
    await finished(fork(join(bundleDir, 'fill.mjs'), [folder, join(folder, 'filled.json')]))
  }
  if (process.env.DATABASE_URL) await fill(data)
  else {
    const files = ['bench/list/fill.ts', 'bench/lib/orders.ts', 'server/infra/db/migrations']
    copyOf(await cached({ name: 'list', files, make: fill }), data)
  }
  return join(data, 'filled.json')
}

export async function measure(print) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundleDir = mkdtempSync(join(cache, 'bench-list-'))
  const data = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  let child
  try {
    await bundlePrograms(bundleDir, { fill: join(root, 'bench/list/fill.ts'), server: join(root, 'bench/list/server.ts') })
    const filled = await prepareDatabase(bundleDir, data)
    child = fork(join(bundleDir, 'server.mjs'), [data, filled])
    const server = await answer(child)
    /** Runs alternate, so that a busy moment of the machine affects both sides; the first pair only warms up. */
    const compare = async (times, ours, bare) => {
      const results = { ours: [], peer: [] }
      for (let run = 0; run <= runs; run += 1) {
        const ownTimes = []
        for (let n = 0; n < times; n += 1) ownTimes.push(await ours(n))
        child.send({ ...bare, times })
        const peer = await answer(child)
        if (run === 0) continue
        results.ours.push(ownTimes)
        results.peer.push(peer)
      }
      return results
    }
    const measured = { models: [], assets: [], orders: [], moves: [] }
    const { filters, ...lists } = server.cases
    for (const [list, cases] of Object.entries(lists)) {
      for (const { size, path, move } of cases) {
        const page = await compare(perRun[list](size), () => timeRequest(server, path), { list, size })
        printPercentiles(print, descriptions[list](size), page)
        measured[list].push({ size, ...page })
        if (!move) continue
        // The item moves to the front and back to the end in turn, so that each request moves it.
        const moveItem = (n) => timeRequest(server, move.path, { next: n % 2 === 0 ? move.first : null })
        const moved = await compare(perRun.moves, moveItem, { list, size, move: true })
        printPercentiles(print, descriptions.moves(size), moved)
        measured.moves.push({ size, ...moved })
      }
    }
    printGrowth(print, measured)
    for (const { size, name, path } of filters) {
      const times = await compare(perRun.filters, () => timeRequest(server, path), { list: 'filters', size, name })
      // Of so few requests p99 would be the slowest one.
      printPercentiles(print, descriptions.filters(size, name), times, percentiles.slice(0, 1))
    }
  } finally {
    agent.destroy()
    child?.disconnect()
    rmSync(bundleDir, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}
