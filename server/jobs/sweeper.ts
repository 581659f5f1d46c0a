/**
 * Hourly cleanup: abandoned uploads, unused files and wireframes, old cut-outs and tasks, claims of interrupted pushes, old order
 * changes and counts, notifications, API keys, events of webhooks, records of imported files, sheets of printed batches, print files of factories, pictures of deleted templates, expired trash entries, expired sessions, old login failures and
 * idempotency rows. Also books the expiry of credits after a year, and tells which blanks run low.
 */

import { sweepKeys } from '../domain/api-keys/keys'
import { sweepDesigns } from '../domain/buyer/retention'
import { sweepWireframes } from '../domain/catalogue/unbound'
import { expireCredits } from '../domain/credits/expiry'
import { sweepCutouts } from '../domain/cutout/sweep'
import { sweepClaims } from '../domain/erp/push/ended-claims'
import { sweepPrints } from '../domain/erp/push/profile-prints'
import { removeUnused, sweepUnused } from '../domain/files/unused'
import { sweepUploads } from '../domain/files/uploads'
import { addUpCounts, sweepCounts } from '../domain/home/counts'
import { sweepRuns } from '../domain/listing-pictures/runs'
import { sweepNotifications } from '../domain/notifications/notifications'
import { sweepFileImports } from '../domain/orders/file-import'
import { decideLeftPhoneFits } from '../domain/orders/phone-fits'
import { sweepOrderChanges } from '../domain/orders/totals'
import { sweepSheets } from '../domain/print-floor/batches'
import { tellAllLowBlanks } from '../domain/print-floor/blank-notices'
import { sweepLinkDrafts } from '../domain/shops/link-drafts'
import { sweepTasks } from '../domain/tasks/tasks'
import { sweepCasePictures } from '../domain/templates/case-pictures'
import { sweepTrash } from '../domain/trash/deletion'
import { loginWindowMs } from '../domain/users/login-limit'
import { sessionIdleMs } from '../domain/users/sessions'
import { sweepEvents } from '../domain/webhooks/deliveries'
import type { Deps } from '../kernel/context'
import type { PeriodicWork } from '../kernel/jobs'
import { sweepLimits } from '../kernel/shared-limit'

const minute = 60 * 1000
const hour = 60 * minute
/** Longer than the 24 hours within which a client may repeat a call. */
export const idempotencyLifeMs = 48 * hour

type Needs = Pick<Deps, 'db' | 'storage' | 'clock'>

/** Runs one round. A failing step is reported and does not prevent the others. */
export async function sweep(deps: Needs, report: (error: unknown) => void): Promise<void> {
  const now = deps.clock.now().getTime()
  const olderThan = (age: number): Date => new Date(now - age)
  const { db } = deps
  const steps: readonly (() => Promise<unknown>)[] = [
    () => sweepUploads(deps),
    () => sweepTrash(deps),
    () => sweepWireframes(deps),
    () => sweepDesigns(deps),
    () => sweepPrints(deps),
    () => sweepUnused(deps),
    () => sweepCutouts(deps),
    () => expireCredits(deps),
    () => sweepTasks(deps),
    () => sweepClaims(deps),
    () => sweepOrderChanges(deps),
    () => sweepCounts(deps),
    () => sweepLinkDrafts(deps),
    () => sweepNotifications(deps),
    () => sweepKeys(deps),
    () => sweepFileImports(deps),
    () => sweepEvents(deps),
    () => sweepCasePictures(deps),
    () => sweepRuns(deps),
    () => sweepSheets(deps),
    () => tellAllLowBlanks(deps),
    () =>
      db
        .deleteFrom('session')
        .where((where) =>
          where.or([where('expires_at', '<', olderThan(0)), where('last_used_at', '<', olderThan(sessionIdleMs))]),
        )
        .execute(),
    () =>
      db
        .deleteFrom('login_failure')
        .where('at', '<', olderThan(2 * loginWindowMs))
        .execute(),
    () => sweepLimits(db),
    () => db.deleteFrom('idempotency').where('created_at', '<', olderThan(idempotencyLifeMs)).execute(),
  ]
  for (const step of steps) await step().catch(report)
}

/**
 * The recurring cleanup. Claims are swept more often, because sellers watch the state of pushes, unused files are removed more often,
 * because what a buyer deletes shall be gone, and counts are added up and phones compared while orders come in.
 */
export const sweeps = (deps: Needs, report: (error: unknown) => void): PeriodicWork[] => [
  // It deletes files, which the original may have in the same bucket.
  { name: 'sweep', cron: '17 * * * *', actsOutside: true, run: () => sweep(deps, report) },
  { name: 'sweep-push-claims', cron: '* * * * *', run: () => sweepClaims(deps) },
  { name: 'add-up-home-counts', cron: '* * * * *', run: () => addUpCounts(deps) },
  { name: 'decide-phone-fits', cron: '* * * * *', run: () => decideLeftPhoneFits(deps) },
  {
    name: 'remove-unused-files',
    cron: '* * * * *',
    async run() {
      await removeUnused(deps)
    },
  },
]
