/** Clears away what has served its time: abandoned uploads, files and wireframes out of use, old cut-outs and tasks, claims of pushes that died, deletions past undoing, ended sessions, old login failures, old idempotent answers; and enters the end of credits whose year is over. */
import { sweepWireframes } from '../domain/catalogue/unbound'
import { endCredits } from '../domain/credits/expiry'
import { sweepCutouts } from '../domain/cutout/sweep'
import { sweepClaims } from '../domain/erp/push/ended-claims'
import { sweepUnused } from '../domain/files/unused'
import { sweepUploads } from '../domain/files/uploads'
import { sweepOrderChanges } from '../domain/orders/totals'
import { sweepTasks } from '../domain/tasks/tasks'
import { sweepTrash } from '../domain/trash/keep'
import { loginWindowMs } from '../domain/users/login-limit'
import { sessionIdleMs } from '../domain/users/sessions'
import type { Deps } from '../kernel/context'

const minute = 60 * 1000
const hour = 60 * minute
/** Longer than the 24 hours a client may repeat a call in. */
export const idempotencyLifeMs = 48 * hour

type Needs = Pick<Deps, 'db' | 'storage' | 'clock'>

/** One round. What fails is reported and keeps nothing else from being done. */
export async function sweep(deps: Needs, report: (error: unknown) => void): Promise<void> {
  const now = deps.clock.now().getTime()
  const before = (age: number): Date => new Date(now - age)
  const { db } = deps
  const parts: readonly (() => Promise<unknown>)[] = [
    () => sweepUploads(deps),
    () => sweepTrash(deps),
    () => sweepWireframes(deps),
    () => sweepUnused(deps),
    () => sweepCutouts(deps),
    () => endCredits(deps),
    () => sweepTasks(deps),
    () => sweepClaims(deps),
    () => sweepOrderChanges(deps),
    () =>
      db
        .deleteFrom('session')
        .where((where) => where.or([where('expires_at', '<', before(0)), where('last_used_at', '<', before(sessionIdleMs))]))
        .execute(),
    () =>
      db
        .deleteFrom('login_failure')
        .where('at', '<', before(2 * loginWindowMs))
        .execute(),
    () => db.deleteFrom('idempotency').where('created_at', '<', before(idempotencyLifeMs)).execute(),
  ]
  for (const part of parts) await part().catch(report)
}

/** Sweeps now and every hour, and what pushes left behind every minute; a failed round is reported and tried again. `stop` waits for a round that is running. */
export function startSweeper(deps: Needs, report: (error: unknown) => void): { stop(): Promise<void> } {
  let running: Promise<void> = sweep(deps, report)
  const every = (ms: number, work: () => Promise<void>): NodeJS.Timeout => {
    const timer = setInterval(() => {
      running = running.then(work).catch(report)
    }, ms)
    return timer.unref()
  }
  // Sellers look at what is being pushed.
  const timers = [every(hour, () => sweep(deps, report)), every(minute, () => sweepClaims(deps))]
  return {
    stop() {
      for (const timer of timers) clearInterval(timer)
      return running
    },
  }
}
