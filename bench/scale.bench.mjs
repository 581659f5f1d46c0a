/**
 * The built server as 1, 2 and 4 processes on one PostgreSQL: time and p99 of a mix of the main reads and writes against one process, of
 * 500 accounts against one, and of a page of orders of accounts with 1,000 to 100,000 orders against bare SQL. On one machine the processors are shared, so
 * the ratio shows what the code adds, not what more machines bring.
 */
import { fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/lib/postgres.mjs'
import { cached } from './lib/cache.mjs'
import { medianOf, percentileOf } from './lib/figures.mjs'
import { answer, bundlePrograms, finished } from './lib/server.mjs'
import { stopLater } from './lib/stop.mjs'

const root = join(import.meta.dirname, '..')
const main = join(root, 'dist/server/main.mjs')
const accountCount = 500
const ordersEach = 100
const sizes = [1000, 10_000, 100_000]
const processCounts = [1, 2, 4]
/** Requests that are open at the same time. */
const windows = 8
const perRun = 160
const pagesPerRun = 20
const runs = 5
/** Runs by which each process is warmed up alone. */
const warmUpRuns = 2

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

async function startServer(databaseUrl, dataDir) {
  const port = await freePort()
  const env = {
    ...process.env,
    API_LIMIT_ACCOUNT: '0',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    STORAGE_URL: '',
    DEMO: '0',
    REQUEST_LOG: '0',
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('壳匠已启动') && resolve())
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { port, child }
}

/** Returns the milliseconds of one complete response. */
const timeRequest = ({ port }, agent, token, { method = 'GET', path, body, key }) =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    }
    const call = request({ port, path, agent, headers, method }, (reply) => {
      reply.on('data', () => {})
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - began)
        else reject(new Error(`${method} ${path}: ${reply.statusCode}`))
      })
    })
    call.on('error', reject)
    call.end(body && JSON.stringify(body))
  })

const orderPage = { path: '/api/orders?pageNo=1&pageSize=50' }

/** The mix of a working seller: six pages of orders, two looks at the own account, a rename and a charge. */
function nextCall(n, account) {
  if (n % 10 < 6) return orderPage
  if (n % 10 < 8) return { path: '/api/users/me' }
  if (n % 10 === 8) return { method: 'PATCH', path: `/api/phone_brands/${account.brand}`, body: { name: `品牌 ${n}` } }
  const design = account.designs[account.charged % account.designs.length]
  account.charged += 1
  const body = { customizationIds: [design], creditsPerImage: account.creditsPerImage }
  return { method: 'POST', path: '/api/credit_usage_records', body, key: randomUUID() }
}

/** Sends `perRun` calls; returns the milliseconds of the whole run and of each call. */
async function runMix(servers, accounts) {
  const times = []
  let sent = 0
  // A server closes a connection that waited for the other side's run.
  const agent = new Agent({ keepAlive: true, maxSockets: windows })
  const began = performance.now()
  const lane = async () => {
    while (sent < perRun) {
      const n = sent
      sent += 1
      const account = accounts[n % accounts.length]
      times.push(await timeRequest(servers[n % servers.length], agent, account.token, nextCall(Math.floor(n / 7) + n, account)))
    }
  }
  await Promise.all(Array.from({ length: windows }, lane))
  agent.destroy()
  return { whole: performance.now() - began, times }
}

/** Alternates both sides; the first pair only warms up. Returns what the runs of each gave. */
async function alternate(ours, peer) {
  const given = { ours: [], peer: [] }
  for (let round = 0; round <= runs; round += 1) {
    const [own, other] = [await ours(), await peer()]
    if (round === 0) continue
    given.ours.push(own)
    given.peer.push(other)
  }
  return given
}

/** Prints the time of a call and its p99. */
function printMix(print, name, { ours, peer }) {
  const perCall = (of) => medianOf(of.map(({ whole, times }) => whole / times.length))
  const p99 = (of) =>
    percentileOf(
      of.map(({ times }) => times),
      0.99,
    )
  print({ name: `scale: ${name}, time per call`, ours: perCall(ours), peer: perCall(peer), unit: 'ms' })
  print({ name: `scale: ${name}, p99`, ours: p99(ours), peer: p99(peer), unit: 'ms', runs: runs * perRun })
}

/** Fills a PostgreSQL and keeps its data and the sessions of its accounts in the folder. */
async function fill(bundleDir, folder) {
  const database = startPostgres(await freePort())
  const stop = stopLater(database.stop)
  const filler = fork(join(bundleDir, 'fill.mjs'), [accountCount, ordersEach, ...sizes].map(String), {
    env: { ...process.env, DATABASE_URL: database.url },
  })
  const ended = finished(filler)
  writeFileSync(join(folder, 'accounts.json'), JSON.stringify(await answer(filler)))
  await ended
  database.saveTo(folder)
  stop.forget()
}

export async function measure(print) {
  if (!existsSync(main)) throw new Error('dist/ is missing: run npm run build before this benchmark')
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundleDir = mkdtempSync(join(cache, 'bench-scale-'))
  const data = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  const servers = []
  let bare
  let stopDatabase = () => {}
  try {
    await bundlePrograms(bundleDir, { fill: join(root, 'bench/scale/fill.ts'), bare: join(root, 'bench/scale/bare.ts') })
    const filledFolder = await cached({
      name: 'scale',
      files: ['bench/scale/fill.ts', 'bench/lib/orders.ts', 'server/infra/db/migrations'],
      // The sessions end after some days.
      parameters: { accountCount, ordersEach, sizes, day: new Date().toISOString().slice(0, 10) },
      make: (folder) => fill(bundleDir, folder),
    })
    const database = startPostgres(await freePort(), { from: filledFolder })
    stopDatabase = stopLater(database.stop)
    const filled = JSON.parse(readFileSync(join(filledFolder, 'accounts.json'), 'utf8')).map((account) => ({
      ...account,
      charged: 0,
    }))
    const sellers = filled.slice(0, accountCount)
    const bySize = filled.slice(accountCount)
    for (let n = 0; n < Math.max(...processCounts); n += 1) servers.push(await startServer(database.url, data))
    const [first] = servers
    // A new process compiles its code while it answers, which takes longer than the answers. Of calls that four share, each of them would
    // have had a quarter of those that the one has had.
    for (const server of servers) {
      for (let run = 0; run < warmUpRuns; run += 1) await runMix([server], sellers)
    }

    for (const count of processCounts.slice(1)) {
      const mixes = await alternate(
        () => runMix(servers.slice(0, count), sellers),
        () => runMix([first], sellers),
      )
      printMix(print, `the mix of ${accountCount} accounts on ${count} processes against 1`, mixes)
    }
    const crowd = await alternate(
      () => runMix(servers, sellers),
      () => runMix(servers, [bySize[0]]),
    )
    printMix(print, `the mix of ${accountCount} accounts against the mix of 1, on 4 processes`, crowd)

    bare = fork(join(bundleDir, 'bare.mjs'), { env: { ...process.env, DATABASE_URL: database.url } })
    await answer(bare)
    const growth = []
    for (const account of bySize) {
      const pages = async () => {
        const times = []
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        for (let n = 0; n < pagesPerRun; n += 1) times.push(await timeRequest(first, agent, account.token, orderPage))
        agent.destroy()
        return times
      }
      const barePages = () => {
        const answered = answer(bare)
        bare.send({ accountId: account.accountId, times: pagesPerRun })
        return answered
      }
      const { ours, peer } = await alternate(pages, barePages)
      const sides = { ours: percentileOf(ours, 0.5), peer: percentileOf(peer, 0.5) }
      print({
        name: `scale: a page of ${account.orders} orders, against bare SQL`,
        ...sides,
        unit: 'ms',
        runs: ours.flat().length,
      })
      growth.push({ orders: account.orders, ours: sides.ours })
    }
    const [base, ...longer] = growth
    for (const { orders, ours } of longer) {
      print({
        name: `scale: growth, a page of ${orders} orders against one of ${base.orders}`,
        ours,
        peer: base.ours,
        unit: 'ms',
      })
    }
  } finally {
    for (const { child } of servers) child.kill('SIGKILL')
    if (bare) {
      const ended = finished(bare)
      bare.disconnect()
      await ended
    }
    stopDatabase()
    rmSync(bundleDir, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}
