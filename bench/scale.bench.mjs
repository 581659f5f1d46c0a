/**
 * The built server as 1, 2 and 4 processes on one PostgreSQL: time and p99 of a mix of the main reads and writes against one process, of
 * 500 accounts against one, and of an account with 100,000 orders against one with 1,000. On one machine the processors are shared, so
 * the ratio shows what the code adds, not what more machines bring.
 */
import { fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/lib/postgres.mjs'
import { median } from './lib/figures.mjs'
import { answer, bundlePrograms } from './lib/server.mjs'

const root = join(import.meta.dirname, '..')
const main = join(root, 'dist/server/main.mjs')
const accountCount = 500
const ordersEach = 100
const sizes = [1000, 10_000, 100_000]
const processCounts = [1, 2, 4]
/** Requests that are open at the same time. */
const windows = 8
const perRun = 240
const pagesPerRun = 40
const runs = 5

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
  return { method: 'POST', path: '/api/credit_usage_records', body: { customizationIds: [design] }, key: randomUUID() }
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

const p99 = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)]

/** Alternates both sides; the first pair only warms up. Prints the time of a call and its p99. */
async function compare(print, name, ours, peer) {
  const sides = [ours, peer].map((run) => ({ run, perCall: [], times: [] }))
  for (let round = 0; round <= runs; round += 1) {
    for (const side of sides) {
      const { whole, times } = await side.run()
      if (round === 0) continue
      side.perCall.push(whole / times.length)
      side.times.push(...times)
    }
  }
  const [own, other] = sides
  print({ name: `scale: ${name}, time per call`, ours: median(own.perCall), peer: median(other.perCall), unit: 'ms', runs })
  print({ name: `scale: ${name}, p99`, ours: p99(own.times), peer: p99(other.times), unit: 'ms', runs: own.times.length })
}

export async function measure(print) {
  if (!existsSync(main)) throw new Error('dist/ is missing: run npm run build before this benchmark')
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const bundleDir = mkdtempSync(join(cache, 'bench-scale-'))
  const data = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  const database = startPostgres(await freePort())
  const servers = []
  try {
    await bundlePrograms(bundleDir, { server: join(root, 'bench/scale/fill.ts') })
    const filler = fork(join(bundleDir, 'server.mjs'), [accountCount, ordersEach, ...sizes].map(String), {
      env: { ...process.env, DATABASE_URL: database.url },
    })
    const filled = (await answer(filler)).map((account) => ({ ...account, charged: 0 }))
    const sellers = filled.slice(0, accountCount)
    const bySize = filled.slice(accountCount)
    for (let n = 0; n < Math.max(...processCounts); n += 1) servers.push(await startServer(database.url, data))
    const [first] = servers

    for (const count of processCounts.slice(1)) {
      const name = `the mix of ${accountCount} accounts on ${count} processes against 1`
      await compare(
        print,
        name,
        () => runMix(servers.slice(0, count), sellers),
        () => runMix([first], sellers),
      )
    }
    await compare(
      print,
      `the mix of ${accountCount} accounts against the mix of 1, on 4 processes`,
      () => runMix(servers, sellers),
      () => runMix(servers, [bySize[0]]),
    )
    for (const account of bySize.slice(1)) {
      const pages = (of) => async () => {
        const times = []
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        const began = performance.now()
        for (let n = 0; n < pagesPerRun; n += 1) times.push(await timeRequest(first, agent, of.token, orderPage))
        agent.destroy()
        return { whole: performance.now() - began, times }
      }
      await compare(print, `a page of ${account.orders} orders against one of ${sizes[0]}`, pages(account), pages(bySize[0]))
    }
  } finally {
    for (const { child } of servers) child.kill('SIGKILL')
    database.stop()
    rmSync(bundleDir, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}
