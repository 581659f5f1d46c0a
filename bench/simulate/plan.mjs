/** From the measured cost of each step and the assumed day: what so many shops need in the busiest hour, a year and a month. */

import { percentile } from '../lib/figures.mjs'
import * as assumed from './assumed.mjs'
import { serversFor, simulateQueue } from './queue.mjs'

const gb = 1e9
const daysPerYear = 365
const daysPerMonth = 365 / 12

/** Calls a second of each step in the busiest hour. */
function ratesOf(shops) {
  const ordersASecond = (shops * assumed.ordersPerDay * assumed.peakShare) / 3600
  const rates = Object.fromEntries(Object.entries(assumed.perOrder).map(([step, { times }]) => [step, times * ordersASecond]))
  return { ordersASecond, rates: { ...rates, sync: shops / (assumed.syncMinutes * 60) } }
}

/** Steps whose rows stay; those of the others replace rows, whose place is used again. */
const lasting = ['begin', 'upload', 'submit', 'charge']

/** Returns the bytes of files and of rows that an order leaves: it comes in once, whatever changes of it are imported. */
export function storedByOrder(costs) {
  const of = (key, steps) => steps.reduce((sum, step) => sum + assumed.perOrder[step].times * costs[step][key], 0)
  return { files: of('files', ['upload', 'submit']), rows: of('rows', lasting) + costs.import.rows }
}

/**
 * Returns the plan for so many shops. `costs` has for each step the milliseconds `app`, `pictures`, `database` and `held`, and the bytes
 * `sent`, `files` and `rows`.
 */
export function planFor(shops, costs) {
  const { ordersASecond, rates } = ratesOf(shops)
  const kindsOf = (resource) => Object.entries(rates).map(([step, rate]) => ({ rate, mean: costs[step][resource] / 1000 }))
  const sum = (resource) => kindsOf(resource).reduce((whole, { rate, mean }) => whole + rate * mean, 0)
  const station = (resource) => {
    const kinds = kindsOf(resource)
    const servers = serversFor(kinds, assumed.mostBusy)
    return { servers, busy: sum(resource), p95Ms: percentile(simulateQueue(kinds, servers), 0.95) * 1000 }
  }
  const [app, pictures, database] = [station('app'), station('pictures'), station('database')]
  // Connections in use are scattered like arrivals: three deviations more than their mean.
  const inUse = sum('held')
  const connections = Math.ceil(inUse + 3 * Math.sqrt(inUse))
  const bytesASecond = Object.entries(rates).reduce((whole, [step, rate]) => whole + rate * costs[step].sent, 0)
  const ordersADay = shops * assumed.ordersPerDay
  const perDay = (step) => (step === 'sync' ? (shops * 24 * 60) / assumed.syncMinutes : ordersADay * assumed.perOrder[step].times)
  const sentADay = Object.keys(rates).reduce((whole, step) => whole + perDay(step) * costs[step].sent, 0)
  const order = storedByOrder(costs)
  const yearGb = { files: (ordersADay * daysPerYear * order.files) / gb, rows: (ordersADay * daysPerYear * order.rows) / gb }
  const trafficGb = (sentADay * daysPerMonth) / gb
  const { core, databaseCore, databaseGb, fileGb, trafficGb: traffic } = assumed.prices
  const money = {
    processors: (app.servers + pictures.servers) * core.yuan,
    database: database.servers * databaseCore.yuan + yearGb.rows * databaseGb.yuan,
    files: yearGb.files * fileGb.yuan,
    traffic: trafficGb * traffic.yuan,
  }
  /** How many times each limit of one machine or process is needed. */
  const limits = {
    'one server process': app.busy / assumed.mostBusy,
    'the two processors of one small server, for pictures': pictures.busy / (2 * assumed.mostBusy),
    'the processors of one PostgreSQL': database.busy / (assumed.mostDatabaseCores * assumed.mostBusy),
    'the connections of one PostgreSQL': Math.max(connections, app.servers * assumed.pool) / assumed.mostConnections,
    'one network card': bytesASecond / assumed.mostBytes,
  }
  return { shops, ordersASecond, app, pictures, database, inUse, connections, bytesASecond, yearGb, trafficGb, money, limits }
}
