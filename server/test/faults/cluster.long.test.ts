/**
 * Four processes work on the jobs of one PostgreSQL, and one after another is killed at a random moment: no job is lost, no step happens
 * twice, and the jobs of a dead process continue within one lease. JOBS sets how many, KILLS how often.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostgres, startPostgres } from '../../../scripts/lib/postgres.mjs'
import { superviseSeconds } from '../../infra/jobs/boss'
import { leaseSeconds } from '../../infra/jobs/engine'
import { freePort } from '../free-port'
import { buildPrograms, type RunningProgram, startProgram } from './process'

const jobs = Number(process.env.JOBS ?? 10_000)
const kills = Number(process.env.KILLS ?? 40)
const servers = 4
/** Every fifth task is long: six steps instead of one. */
const allSteps = jobs + 5 * Math.ceil(jobs / 5)
/** Seconds in which a due job is taken although a busy machine does other ones. */
const busySeconds = 15

let programs: Awaited<ReturnType<typeof buildPrograms>>
let database: ReturnType<typeof startPostgres> | undefined
beforeAll(async () => {
  programs = await buildPrograms({ jobber: './jobber.ts' })
})
afterAll(() => {
  programs.remove()
  database?.stop()
})

test.skipIf(findPostgres() === null)(`${jobs} jobs of ${servers} processes survive ${kills} kills`, async () => {
  database = startPostgres(await freePort())
  const env = { DATABASE_URL: database.url, JOBS: String(jobs) }
  const start = (): RunningProgram => startProgram(programs.program('jobber'), undefined, env)
  const first = start()
  // The first one creates the schema and the jobs; the others only work.
  await first.line((line) => line === 'ready')
  const running = [first, ...Array.from({ length: servers - 1 }, start)]
  for (let round = 0; round < kills; round += 1) {
    const victim = running[round % servers]
    if (!victim) throw new Error('no process')
    const begun = Number(await victim.line((line) => /^\d+$/.test(line)))
    const enough = Math.min(jobs, begun + 1 + Math.floor((Math.random() * jobs) / kills))
    await Promise.race([victim.line((line) => Number(line) >= enough), victim.ended])
    await victim.kill()
    running[round % servers] = start()
  }
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await Promise.all(
    running.map((server) =>
      server
        .line((line) => line.startsWith('end '))
        .then((line) => {
          expect(JSON.parse(line.slice('end '.length))).toEqual({
            done: jobs,
            failed: 0,
            steps: allSteps,
            different: allSteps,
            jobs: 0,
          })
        }),
    ),
  )
  // A task whose process died between two of its steps went on when the lease of its job was over and a living process
  // had looked: the one that looked first may have been killed over it.
  const { rows } = await client.query(`
    select max(extract(epoch from gap))::float8 as longest
    from (select at - lag(at) over (partition by task order by at) as gap from fault_step) as gaps`)
  await client.end()
  console.log(`longest stop of a task: ${rows[0].longest.toFixed(1)} s`)
  expect(rows[0].longest).toBeLessThan(leaseSeconds + 2 * superviseSeconds + busySeconds)
})
