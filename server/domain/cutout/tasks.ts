/** Calls that create and read the tasks of a cutout host. */
import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Db, Deps } from '../../kernel/context'
import { Failure, notFound } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { type FileAddresses, fileAddress } from '../files/addresses'
import { measuredTasks, type QueuePlace, secondsLeft } from '../tasks/waiting'
import { cutoutQueue } from './classes'
import { maxWaiting, maxWaitingPerAccount } from './limits'
import { checkTicket, type Ticket } from './ticket'

type Calls = AppContract['cutoutTasks']
export type TaskRow = Selectable<Database['cutout_task']>

type Needs = Pick<Deps, 'db' | 'jobs'> & FileAddresses

const idShape = /^[0-9a-f]{32}$/

const toTask = async (deps: Pick<Deps, 'db' | 'clock'> & FileAddresses, row: TaskRow): Promise<Reply<Calls['get']>> => ({
  id: row.id,
  status: row.status,
  errorMessage: row.error,
  resultImageUrls: row.result_key === null ? [] : [fileAddress(deps, row.result_key)],
  ...(row.status === 'RUNNING' ? await placeOf(deps, row) : { ahead: 0, seconds: null }),
})

/** Returns the tasks before a running one, and the seconds until it ends. Accounts take turns, as `rank` says. */
async function placeOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, { id, class: ofClass, started_at: startedAt }: TaskRow) {
  const { rows } = await sql<Pick<QueuePlace, 'ahead' | 'running' | 'meanSeconds'>>`
    select count(*) filter (where other.id <> own.id
        and (other.started_at is not null or (other.rank, other.created_at, other.id) < (own.rank, own.created_at, own.id)))::int as ahead,
      count(*) filter (where other.started_at is not null)::int as running,
      (select avg(seconds)::float8 from (
        select extract(epoch from ended_at - started_at) as seconds from cutout_task
        where class = ${ofClass} and status = 'SUCCESS' and started_at is not null
        order by ended_at desc limit ${measuredTasks}) last) as "meanSeconds"
    from cutout_task own join cutout_task other on other.status = 'RUNNING' and other.class = own.class
    where own.id = ${id}`.execute(db)
  const [place = { ahead: 0, running: 0, meanSeconds: null }] = rows
  const isRunning = startedAt !== null
  const runningSeconds = isRunning ? (clock.now().getTime() - startedAt.getTime()) / 1000 : 0
  return { ahead: isRunning ? 0 : place.ahead, seconds: secondsLeft({ ...place, isRunning, runningSeconds }) }
}

const findByTicket = (db: Db, number: string) =>
  db.selectFrom('cutout_task').selectAll().where('ticket', '=', number).executeTakeFirst()

/** Creates a task; the same ticket returns the same task. Rejects with 'forbidden' (ticket) or 'too-many-requests'. */
export async function createTask(
  deps: Needs,
  secret: string,
  { token, ...request }: Parsed<Calls['create']>['body'],
): Promise<Reply<Calls['create']>> {
  const now = deps.clock.now()
  const ticket = checkTicket(token, request, { secret, now })
  const existing = await findByTicket(deps.db, ticket.number)
  if (existing) return toTask(deps, existing)
  const own = await requireFewWaiting(deps.db, ticket)
  const id = randomBytes(16).toString('hex')
  await transact(deps, async ({ db }) => {
    const inserted = await db
      .insertInto('cutout_task')
      .values({
        id,
        ticket: ticket.number,
        account_id: ticket.accountId,
        type: ticket.type,
        class: ticket.class,
        source_key: ticket.source,
        status: 'RUNNING',
        rank: own,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('ticket').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return
    // An account's second picture waits behind the first ones of all others.
    const job = { queue: cutoutQueue(ticket.class), accountId: ticket.accountId, data: { taskId: id }, priority: -own }
    await deps.jobs.send(db, job)
  })
  deps.jobs.wake(cutoutQueue(ticket.class))
  const row = await findByTicket(deps.db, ticket.number)
  if (!row) throw new Error(`the task of ticket ${ticket.number} was not kept`)
  return toTask(deps, row)
}

/**
 * Refuses a task when too many of its class are open; returns how many the account has. Concurrent calls may exceed the limit by a few,
 * which does no harm.
 */
async function requireFewWaiting(db: Db, ticket: Ticket): Promise<number> {
  const { all, own } = await db
    .selectFrom('cutout_task')
    .where('status', '=', 'RUNNING')
    .where('class', '=', ticket.class)
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where account_id = ${ticket.accountId}))::int`.as('own'),
    ])
    .executeTakeFirstOrThrow()
  if (own >= maxWaitingPerAccount)
    throw new Failure('too-many-requests', `同时最多 ${maxWaitingPerAccount} 个抠图任务，请等前面的完成后再试`)
  if (all >= maxWaiting) throw new Failure('too-many-requests', '排队抠图的人太多，请稍后再试')
  return own
}

export async function readTask(deps: Pick<Deps, 'db' | 'clock'> & FileAddresses, id: string): Promise<Reply<Calls['get']>> {
  const row = idShape.test(id)
    ? await deps.db.selectFrom('cutout_task').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw notFound('抠图任务')
  return toTask(deps, row)
}
