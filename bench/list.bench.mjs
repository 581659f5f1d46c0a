/**
 * Lists as long as large shops have them, over HTTP from the real server, against bare SQL for the same rows on the same database
 * (the embedded one, or the empty PostgreSQL of DATABASE_URL); then how the cost grows with a list a hundred times as long.
 */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answer, bundleServer } from './lib/server.mjs'

const runs = 5
const root = join(import.meta.dirname, '..')
/** Requests per run and list: a whole list of 10,000 takes much longer than a page. */
const perRun = { models: 20, assets: 60, orders: 40, moves: 40, filters: 20 }

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

const percentileOf = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

const percentiles = [
  ['p50', 0.5],
  ['p99', 0.99],
]

function report(measured, print) {
  const descriptions = {
    models: (size) => `all ${size} models of a brand`,
    assets: (size) => `a page of 50 of ${size} assets`,
    orders: (size) => `a page of 50 of ${size} orders`,
    moves: (size) => `a move across ${size} models`,
  }
  for (const [list, results] of Object.entries(measured)) {
    for (const { size, ours, peer } of results) {
      for (const [name, share] of percentiles) {
        print({
          name: `list: ${descriptions[list](size)}, ${name}`,
          ours: percentileOf(ours, share),
          peer: percentileOf(peer, share),
          unit: 'ms',
          runs: ours.length,
        })
      }
    }
    const [base, ...longer] = results
    for (const { size, ours } of longer) {
      const times = size / base.size
      // The work for a whole list grows with it, so it is compared per row; a page or a move is the same work in any list.
      const scale = list === 'models' ? times : 1
      print({
        name: `list: ${descriptions[list](size)}, ${list === 'models' ? 'per row ' : ''}at ${times}× of 1×, p50`,
        ours: percentileOf(ours, 0.5) / scale,
        peer: percentileOf(base.ours, 0.5),
        unit: 'ms',
        runs: ours.length,
      })
    }
  }
}

export async function measure(print) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundleDir = mkdtempSync(join(cache, 'bench-list-'))
  const data = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  let child
  try {
    await bundleServer(bundleDir, join(root, 'bench/list/server.ts'))
    child = fork(join(bundleDir, 'server.mjs'), [data])
    const server = await answer(child)
    /** Runs alternate, so that a busy moment of the machine affects both sides; the first pair only warms up. */
    const compare = async (times, ours, bare) => {
      const results = { ours: [], peer: [] }
      for (let run = 0; run <= runs; run += 1) {
        const ownTimes = []
        for (let n = 0; n < times; n += 1) ownTimes.push(await ours(n))
        child.send({ ...bare, times })
        const peer = await answer(child)
        if (run > 0) {
          results.ours.push(...ownTimes)
          results.peer.push(...peer)
        }
      }
      return results
    }
    const measured = { models: [], assets: [], orders: [], moves: [] }
    const { filters, ...lists } = server.cases
    for (const { size, name, path } of filters) {
      const filterServer = { ...server, token: server.filterToken }
      const { ours, peer } = await compare(perRun.filters, () => timeRequest(filterServer, path), { list: 'filters', size, name })
      for (const [part, share] of percentiles) {
        print({
          name: `list: a page of 50 of ${size} orders, filter ${name}, ${part}`,
          ours: percentileOf(ours, share),
          peer: percentileOf(peer, share),
          unit: 'ms',
          runs: ours.length,
        })
      }
    }
    for (const [list, cases] of Object.entries(lists)) {
      for (const { size, path, move } of cases) {
        measured[list].push({ size, ...(await compare(perRun[list], () => timeRequest(server, path), { list, size })) })
        if (!move) continue
        // The item moves to the front and back to the end in turn, so that each request moves it.
        const moveItem = (n) => timeRequest(server, move.path, { next: n % 2 === 0 ? move.first : null })
        measured.moves.push({ size, ...(await compare(perRun.moves, moveItem, { list, size, move: true })) })
      }
    }
    report(measured, print)
  } finally {
    agent.destroy()
    child?.disconnect()
    rmSync(bundleDir, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}
