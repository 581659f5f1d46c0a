/**
 * Says what 100, 1,000 and 10,000 shops take: each step of an order is done on the built server with the demo shop and a PostgreSQL, its cost is
 * measured in this run, and the busiest hour of so many shops is simulated from it. What nobody has measured is in simulate/assumed.mjs.
 * With UPDATE_SCALE=1 the tables of docs/scale.md are written. Run `npm run build` before; Linux only.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../scripts/lib/postgres.mjs'
import { makePhoto, photoLayer, seedLink } from './lib/buyer-link.mjs'
import { freePort, startProduct } from './lib/product.mjs'
import { stopLater } from './lib/stop.mjs'
import { planFor, storedByOrder } from './simulate/plan.mjs'
import { measureSteps } from './simulate/steps.mjs'
import { writeTables } from './simulate/tables.mjs'
import { postmasterOf } from './simulate/usage.mjs'

const sizes = [100, 1000, 10_000]

/** Bytes of all files of a folder. */
const bytesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )

export async function measure(print) {
  const databasePort = await freePort()
  const postgres = startPostgres(databasePort)
  const stopPostgres = stopLater(postgres.stop)
  const metricsPort = await freePort()
  const settings = { DATABASE_URL: postgres.url, METRICS_PORT: String(metricsPort), TRUSTED_PROXIES: '127.0.0.1' }
  let product
  const client = new pg.Client(postgres.url)
  try {
    product = await startProduct(settings)
    await client.connect()
    const stored = async () => {
      await client.query('checkpoint')
      const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
      return { files: bytesIn(product.folder), rows: Number(rows[0].bytes) }
    }
    const link = await seedLink(product)
    const photo = await makePhoto()
    const { costs, idle } = await measureSteps({
      ...product,
      link,
      photo,
      photoLayer,
      where: {
        serverPid: product.pid,
        postmasterPid: postmasterOf(databasePort),
        metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
        stored,
      },
    })
    for (const [step, cost] of Object.entries(costs)) {
      const note = `${cost.app.toFixed(1)} ms in the server, ${cost.pictures.toFixed(1)} in picture processes, ${cost.database.toFixed(1)} in PostgreSQL`
      print({ name: `simulate: ${step}, processor time`, ours: cost.app + cost.pictures + cost.database, unit: 'ms', note })
    }
    const order = storedByOrder(costs)
    print({ name: 'simulate: files of an order', ours: order.files / 1e6, unit: 'MB' })
    print({ name: 'simulate: rows of an order', ours: order.rows / 1000, unit: 'KB' })
    const plans = sizes.map((shops) => planFor(shops, costs))
    for (const plan of plans) {
      const report = (name, ours, unit, note) => print({ name: `simulate: ${plan.shops} shops, ${name}`, ours, unit, note })
      report('server processes', plan.app.servers, 'processes')
      report('picture processes', plan.pictures.servers, 'processes')
      report('processors of PostgreSQL', plan.database.servers, 'processors')
      report('connections in use', plan.connections, 'connections')
      report('a year of files', plan.yearGb.files / 1000, 'TB')
      report('a year of rows', plan.yearGb.rows, 'GB')
      report(
        'a month',
        Object.values(plan.money).reduce((sum, part) => sum + part, 0),
        'yuan',
      )
      report('wait for a server process, p95', plan.app.p95Ms, 'ms')
      report('wait for a picture process, p95', plan.pictures.p95Ms, 'ms')
      report('wait for PostgreSQL, p95', plan.database.p95Ms, 'ms')
      const [first, times] = Object.entries(plan.limits).sort(([, a], [, b]) => b - a)[0]
      report('what is used up first', times, 'times', first)
    }
    if (process.env.UPDATE_SCALE === '1') writeTables({ costs, idle, plans })
  } finally {
    await client.end().catch(() => undefined)
    await product?.stop()
    stopPostgres()
  }
}
