/** The state of the jobs for an operator: of each queue, and the dead letters. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/context'
import type { DeadLetter, QueueState } from '../../kernel/jobs'
import { deadLetters } from './boss'

/** Returns the state of all queues in the order of their names, as they are in pg-boss's tables of this schema. */
export async function readQueueStates(db: Db, schema: string): Promise<QueueState[]> {
  const jobs = sql.table(`${schema}.job`)
  const { rows } = await sql<QueueState>`
    select queue.name as queue,
      count(*) filter (where job.state < 'active' and job.start_after <= now())::int as due,
      count(*) filter (where job.state < 'active' and job.start_after > now())::int as delayed,
      count(*) filter (where job.state = 'active')::int as running,
      coalesce(max(extract(epoch from now() - job.start_after))
        filter (where job.state < 'active' and job.start_after <= now()), 0)::float8 as "oldestSeconds",
      count(*) filter (where job.state = 'failed')::int as failed,
      (select count(*)::int from ${jobs} letter
        where letter.name = ${deadLetters} and letter.state < 'active' and letter.source_name = queue.name) as "deadLetters"
    from ${sql.table(`${schema}.queue`)} queue left join ${jobs} job on job.name = queue.name
    where queue.name <> ${deadLetters} and queue.name not like '\\_\\_pgboss%'
    group by queue.name order by queue.name`.execute(db)
  return rows
}

export interface LetterFilter {
  readonly queue?: string
  readonly ids?: readonly string[]
}

/** Returns up to `limit` dead letters, the newest first. */
export async function readDeadLetters(db: Db, schema: string, { queue, ids }: LetterFilter, limit = 1000): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    select id::text as id, source_name as queue, (data ->> 'accountId')::int as "accountId",
      coalesce(data -> 'data', '{}'::jsonb) as data, created_on as "failedAt",
      coalesce(source_output ->> 'message', source_output::text, '') as reason
    from ${sql.table(`${schema}.job`)}
    where name = ${deadLetters} and state < 'active'
      and (${queue ?? null}::text is null or source_name = ${queue ?? null})
      and (${ids ?? null}::text[] is null or id::text = any(${ids ?? null}::text[]))
    order by created_on desc, id limit ${limit}`.execute(db)
  return rows
}
