/** Answers the requests of commands in a running program with an embedded database, which they cannot open beside it. */

import type { OperateRequest } from './infra/operate'
import { type OperatorHandler, serveOperator } from './infra/operator-socket'
import { type JobsRequest, operateJobs } from './jobs/operator'
import type { BackupRequest, Backups } from './providers/backups'
import { answerRefund, type RefundParts, type RefundRequest } from './refund-requests'

export interface OperatorParts {
  readonly db: Parameters<typeof operateJobs>[0]
  readonly jobs: Parameters<typeof operateJobs>[1]
  /** Absent where nothing is backed up. */
  readonly backups?: Backups
  /** Absent where the operator has nothing to say. */
  readonly operate?: (request: OperateRequest) => Promise<string>
  /** Absent in a program that takes no payments. */
  readonly refunds?: RefundParts
}

interface OperatorRequest {
  readonly backup?: BackupRequest
  readonly jobs?: JobsRequest
  readonly operate?: OperateRequest
  readonly refund?: RefundRequest
}

/** Serves commands of this machine's user, as long as this process holds the data directory. */
export function serveCommands(
  dataDir: string,
  { db, jobs, backups, operate, refunds }: OperatorParts,
): ReturnType<typeof serveOperator> {
  const handle: OperatorHandler = async (request, say, signal) => {
    // Only commands of this version, run by this process's user, reach the socket.
    const asked = request as OperatorRequest
    if (asked.backup && backups) return backups.create(asked.backup, say, signal)
    if (asked.jobs) return operateJobs(db, jobs, asked.jobs)
    if (asked.refund && refunds) return answerRefund(refunds, asked.refund)
    if (asked.operate && operate) return operate(asked.operate)
    throw new Error('运行中的服务不会做这件事：这个命令与它的版本不同，或者不是给这种服务的')
  }
  return serveOperator(dataDir, handle)
}
