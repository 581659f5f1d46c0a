/**
 * The cost of a limit of calls and how exactly it is kept: the real API answers the cheapest signed-in call (/api/users/me) with the
 * product's limits, with those of rate-limiter-flexible, and with none, in turns on the same database: the embedded one and a PostgreSQL.
 * Then four processes on the PostgreSQL together serve more calls than an account may make.
 */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/lib/postgres.mjs'
import { leastOf, percentileOf } from './lib/figures.mjs'
import { freePort } from './lib/product.mjs'
import { answer, bundlePrograms, finished } from './lib/server.mjs'
import { stopLater } from './lib/stop.mjs'

const root = join(import.meta.dirname, '..')
const peerFolder = join(import.meta.dirname, 'node_modules/rate-limiter-flexible')
const runs = 5
const perRun = 400
/** Calls that are open at the same time. */
const windows = 8
const accountCount = 100
/** The default of API_LIMIT_ACCOUNT, calls per minute. */
const limit = 12_000
const processes = 4
/** A limit that the processes pass within its minute on a slow machine, too. */
const exactLimit = 2000

/** Starts a server; `accounts` is how many it makes. */
async function startServer(bundleDir, data, accounts, databaseUrl = '') {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const child = fork(join(bundleDir, 'server.mjs'), [data, String(accounts), peerFolder], { env })
  return { child, ...(await answer(child)) }
}

const stopServer = (child) => {
  const ended = finished(child)
  child.disconnect()
  return ended
}

/** Gives each server new limits that remember nothing: of `most` calls a minute for an account. */
async function use(servers, side, most) {
  for (const { child } of servers) {
    child.send({ side, limit: most })
    await answer(child)
  }
}

/** Resolves with the status and the milliseconds of one complete response. */
const call = ({ port }, agent, token, address) =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
    request({ port, path: '/api/users/me', agent, headers }, (reply) => {
      reply.on('data', () => {})
      reply.on('end', () => resolve({ status: reply.statusCode, ms: performance.now() - began }))
    })
      .on('error', reject)
      .end()
  })

/** Sends `count` calls of these sessions in turn, each from an address of its own in `network`, to these servers in turn. */
async function callAll(servers, tokens, { count, network }) {
  const agent = new Agent({ keepAlive: true, maxSockets: windows })
  const replies = []
  let sent = 0
  const began = performance.now()
  const lane = async () => {
    while (sent < count) {
      const n = sent
      sent += 1
      const account = n % tokens.length
      replies.push(await call(servers[n % servers.length], agent, tokens[account], `${network}.${account + 1}`))
    }
  }
  await Promise.all(Array.from({ length: windows }, lane))
  const whole = performance.now() - began
  agent.destroy()
  return { whole, replies }
}

/** Measures the three sides in turns; the first turn only warms up. Every run begins with limiters that remember nothing. */
async function compare(print, name, server, tokens) {
  const sides = { ours: [], peer: [], none: [] }
  for (let run = 0; run <= runs; run += 1) {
    // In turn from the other end, so that no side always follows the same one.
    const order = run % 2 === 0 ? Object.keys(sides) : Object.keys(sides).reverse()
    for (const side of order) {
      await use([server], side, limit)
      const { whole, replies } = await callAll([server], tokens, { count: perRun, network: '203.0.113' })
      const refused = replies.find(({ status }) => status !== 200)
      if (refused) throw new Error(`${name}, ${side}: ${refused.status}`)
      if (run > 0) sides[side].push({ each: whole / perRun, times: replies.map(({ ms }) => ms) })
    }
  }
  const each = (side) => leastOf(sides[side].map((run) => run.each))
  const p95 = (side) =>
    percentileOf(
      sides[side].map(({ times }) => times),
      0.95,
    )
  print({ name: `limits: ${name}, time per call`, ours: each('ours'), peer: each('peer'), unit: 'ms' })
  print({ name: `limits: ${name}, p95`, ours: p95('ours'), peer: p95('peer'), unit: 'ms', runs: runs * perRun })
  print({ name: `limits: ${name}, against no limit, time per call`, ours: each('ours'), peer: each('none'), unit: 'ms' })
}

async function compareLoads(print, name, server) {
  await compare(print, `${name}, calls of one account`, server, server.tokens.slice(0, 1))
  await compare(print, `${name}, calls of ${accountCount} accounts`, server, server.tokens)
}

/** Returns how many calls of an account the processes answer when it makes a fifth more than it may. */
async function countAnswered(servers, token, side) {
  await use(servers, side, exactLimit)
  const { whole, replies } = await callAll(servers, [token], { count: exactLimit * 1.2, network: '198.51.100' })
  if (whole > 55_000) throw new Error('the calls took longer than the minute of their limit')
  return replies.filter(({ status }) => status === 200).length
}

export async function measure(print) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundleDir = mkdtempSync(join(cache, 'bench-limits-'))
  const data = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  const servers = []
  let stopPostgres
  try {
    await bundlePrograms(bundleDir, { server: join(root, 'bench/limits/server.ts') })
    const embedded = await startServer(bundleDir, data, accountCount)
    servers.push(embedded)
    await compareLoads(print, 'embedded', embedded)
    const postgres = startPostgres(await freePort())
    stopPostgres = stopLater(postgres.stop)
    const first = await startServer(bundleDir, data, accountCount + 2, postgres.url)
    servers.push(first)
    await compareLoads(print, 'PostgreSQL', { ...first, tokens: first.tokens.slice(0, accountCount) })
    const cluster = [first]
    for (let n = 1; n < processes; n += 1) {
      cluster.push(await startServer(bundleDir, data, 0, postgres.url))
      servers.push(cluster[n])
    }
    const [ours, peer] = [
      await countAnswered(cluster, first.tokens[accountCount], 'ours'),
      await countAnswered(cluster, first.tokens[accountCount + 1], 'peer'),
    ]
    print({ name: `limits: answered of a limit of ${exactLimit} over ${processes} processes`, ours, peer, unit: 'calls' })
  } finally {
    // The PostgreSQL is stopped after the last of its clients, whose idle connections would break.
    await Promise.all(servers.map(({ child }) => stopServer(child)))
    stopPostgres?.()
    rmSync(bundleDir, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}
