/** Writes the tables of docs/scale.md between its marks, from one run of the simulation. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMachine } from '../lib/machine.mjs'
import * as assumed from './assumed.mjs'
import { storedByOrder } from './plan.mjs'

const file = join(import.meta.dirname, '../../docs/scale.md')
const row = (cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
const round = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2))))

/** Returns the tables by the name of their mark. */
function tablesOf({ costs, idle, plans }) {
  const line = (name, value) => [name, ...plans.map((plan) => value(plan))]
  const order = storedByOrder(costs)
  const yuan = (part) => (plan) => round(plan.money[part])
  return {
    guesses: table(
      ['For an order', 'Times', 'Guessed because'],
      Object.entries(assumed.perOrder).map(([step, { times, why }]) => [step, times, why]),
    ),
    prices: table(
      ['Price, a guess', 'Yuan'],
      Object.values(assumed.prices).map(({ yuan: price, unit }) => [unit, price]),
    ),
    costs: [
      table(
        [
          'Step',
          'Server, ms',
          'Picture processes, ms',
          'PostgreSQL, ms',
          'Connection in use, ms',
          'Sent, KB',
          'Files, KB',
          'Rows, KB',
        ],
        Object.entries(costs).map(([step, { app, pictures, database, held, sent, files, rows }]) => [
          step,
          ...[app, pictures, database, held, sent / 1000, files / 1000, rows / 1000].map((value) => round(value)),
        ]),
      ),
      '',
      `An order leaves ${round(order.files / 1e6)} MB of files and ${round(order.rows / 1000)} KB in the database. A process that nobody calls uses`,
      `${round(idle.app * 100)} % of a processor, and PostgreSQL ${round(idle.database * 100)} % for it. Measured on ${describeMachine()
        .map(([name, value]) => `${name}: ${value}`)
        .join('; ')}.`,
    ].join('\n'),
    needs: table(
      ['In the busiest hour', ...plans.map(({ shops }) => `${shops.toLocaleString('en')} shops`)],
      [
        line('orders a second', ({ ordersASecond }) => round(ordersASecond)),
        line('server processes', ({ app }) => app.servers),
        line('picture processes', ({ pictures }) => pictures.servers),
        line('processors of PostgreSQL', ({ database }) => database.servers),
        line('connections in use', ({ connections }) => connections),
        line('connections of the pools', ({ app }) => app.servers * assumed.pool),
        line('sent, MB/s', ({ bytesASecond }) => round(bytesASecond / 1e6)),
        line('files after a year, TB', ({ yearGb }) => round(yearGb.files / 1000)),
        line('rows after a year, GB', ({ yearGb }) => round(yearGb.rows)),
        line('wait for a server process, p95 ms', ({ app }) => round(app.p95Ms)),
        line('wait for a picture process, p95 ms', ({ pictures }) => round(pictures.p95Ms)),
        line('wait for PostgreSQL, p95 ms', ({ database }) => round(database.p95Ms)),
        line('yuan a month: processors', yuan('processors')),
        line('yuan a month: PostgreSQL, with a year of rows', yuan('database')),
        line('yuan a month: a year of files', yuan('files')),
        line('yuan a month: traffic', yuan('traffic')),
      ],
    ),
    limits: table(
      ['How many of it are needed', ...plans.map(({ shops }) => `${shops.toLocaleString('en')} shops`)],
      Object.keys(plans[0].limits).map((limit) => line(limit, ({ limits }) => round(limits[limit]))),
    ),
  }
}

export function writeTables(run) {
  let text = readFileSync(file, 'utf8')
  for (const [name, lines] of Object.entries(tablesOf(run))) {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
    if (!text.includes(begin) || !text.includes(end)) throw new Error(`docs/scale.md has no place for ${name}`)
    text = `${text.slice(0, text.indexOf(begin) + begin.length)}\n${lines}\n${text.slice(text.indexOf(end))}`
  }
  writeFileSync(file, text)
}
