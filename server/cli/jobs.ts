/** `npm run jobs`: what an operator sees and mends of the work in the background. */
import { openEngine } from '../infra/jobs/engine'
import { createTextLog } from '../infra/log/log'
import { cutoutQueues } from '../jobs/cutouts'
import { deliveryQueues } from '../jobs/deliveries'
import { drawingQueues } from '../jobs/drawings'
import { listingQueues } from '../jobs/listing-pictures'
import { type JobsReply, type JobsRequest, operateJobs, retriedText } from '../jobs/operator'
import { taskQueues } from '../jobs/tasks'
import { thumbnailQueues } from '../jobs/template-thumbnails'
import type { DeadLetter, QueueState } from '../kernel/jobs'
import { askRunning, runCommand, UsageError, withDatabase } from './command'

const usage = `Usage:
  npm run jobs                      shows the queues: due, delayed and running jobs, the age of the oldest due one, failures
  npm run jobs -- failures [QUEUE]  lists the jobs that failed for the last time, the newest first
  npm run jobs -- retry QUEUE|ID…   tries these failed jobs again
  npm run jobs -- retry --all       tries all failed jobs again
A failed job stays in the list for 90 days. A running server with the embedded database answers itself.`

const minute = 60
const hour = 60 * minute

/** An age in the largest unit that says something, for example "3 分钟". */
function ageText(seconds: number): string {
  if (seconds >= 2 * hour) return `${Math.floor(seconds / hour)} 小时`
  if (seconds >= 2 * minute) return `${Math.floor(seconds / minute)} 分钟`
  return `${Math.floor(seconds)} 秒`
}

function showQueues(states: readonly QueueState[]): void {
  console.table(
    Object.fromEntries(
      states.map((state) => [
        state.queue,
        {
          待执行: state.due,
          最久等待: state.due > 0 ? ageText(state.oldestSeconds) : '–',
          稍后: state.delayed,
          执行中: state.running,
          近期失败: state.failed,
          失败待处理: state.deadLetters,
        },
      ]),
    ),
  )
}

function showLetters(letters: readonly DeadLetter[]): void {
  if (letters.length === 0) {
    console.log('没有失败待处理的任务')
    return
  }
  for (const { id, queue, accountId, failedAt, reason } of letters) {
    console.log(`${id}  ${new Date(failedAt).toISOString()}  ${queue}  账号 ${accountId ?? '–'}\n  ${reason.split('\n')[0]}`)
  }
  console.log(`共 ${letters.length} 个。原因排除后重试：npm run jobs -- retry 编号或队列名`)
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Returns which dead letters the arguments of `retry` name. */
function filterOf(names: readonly string[]): { queue?: string; ids?: readonly string[] } {
  const [only] = names
  if (names.length === 1 && only === '--all') return {}
  if (names.length > 0 && names.every(isId)) return { ids: names }
  if (names.length === 1 && only !== undefined && !only.startsWith('-')) return { queue: only }
  throw new UsageError(usage)
}

/** Returns what the arguments ask for. */
function requestOf([command, ...names]: readonly string[]): JobsRequest {
  if (command === undefined) return { about: 'queues' }
  if (command === 'retry') return { about: 'retry', ...filterOf(names) }
  if (command === 'failures' && names.length <= 1) return { about: 'failures', ...(names[0] ? { queue: names[0] } : {}) }
  throw new UsageError(usage)
}

/** Asks the database itself, which no server of an embedded one holds. */
const askDatabase = (request: JobsRequest): Promise<JobsReply> =>
  withDatabase(async ({ db, kind }) => {
    const queues = [...taskQueues, ...cutoutQueues, ...deliveryQueues, ...drawingQueues, ...listingQueues, ...thumbnailQueues]
    const engine = await openEngine({ db, kind, queues, isDatabaseOwner: false, report: createTextLog().error })
    try {
      return await operateJobs(db, engine, request)
    } finally {
      await engine.stop()
    }
  })

await runCommand(async (args) => {
  const request = requestOf(args)
  const asked = await askRunning({ jobs: request }, () => undefined)
  const { queues, failures, retried } = asked ? (asked.done as JobsReply) : await askDatabase(request)
  if (queues) showQueues(queues)
  if (failures) showLetters(failures)
  if (retried) console.log(retriedText(retried))
})
