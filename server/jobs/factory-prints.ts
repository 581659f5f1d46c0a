/** Makes the print files of factories whose files are written by a print profile. */
import { sql } from 'kysely'
import {
  drawPrint,
  endPrint,
  type PrintEnding,
  type ProfilePrint,
  profilePrintQueue,
  takePrint,
} from '../domain/erp/push/profile-prints'
import type { Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import type { PeriodicWork, Queue, QueueSettings } from '../kernel/jobs'
import type { Sheets } from '../ports/sheets'
import { type Report, rowQueue, rowRepair } from './rows'

/** Two at a time, so that the picture of one is prepared while the file of the other is written. */
export const factoryPrintQueues: readonly QueueSettings[] = [
  { name: profilePrintQueue, concurrency: 2, isSerialPerAccount: false, retries: 4 },
]

const failedText = {
  broken: '的印刷文件没有生成，请再推送一次；如仍出现请联系客服',
  interrupted: '的印刷文件多次没有生成完，请再推送一次；如仍出现请联系客服',
} as const

export const factoryPrintWork = (deps: Deps & { readonly sheets: Sheets }, report: Report): readonly Queue[] =>
  factoryPrintQueues.map((settings) =>
    rowQueue<ProfilePrint, PrintEnding>(
      deps.db,
      settings,
      {
        read: ({ data }) => takePrint(deps, Number(data.taskId)),
        run: (row, job) => drawPrint(deps, row, job),
        failed: (error) => ({ error }),
        end: (tx, row, ending) => endPrint({ ...deps, db: tx }, row.id, ending),
        mayRetry: (error) => !(error instanceof Failure) || error.code === 'unavailable' || error.code === 'upstream-failed',
        brokenText: failedText.broken,
        name: (row) => `print file ${row.id}`,
      },
      report,
    ),
  )

export const factoryPrintRepair = (deps: Pick<Deps, 'db' | 'clock' | 'jobs'>, jobTable: string): PeriodicWork =>
  rowRepair(
    deps,
    {
      name: 'repair-factory-prints',
      table: 'factory_print',
      queue: sql`${sql.lit(profilePrintQueue)}`,
      isRunning: sql`row.state = 'making'`,
      queues: [profilePrintQueue],
      fail: (db, id) => endPrint({ ...deps, db }, Number(id), { error: failedText.interrupted }),
    },
    jobTable,
  )
