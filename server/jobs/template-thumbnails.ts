/** Draws the thumbnails of templates that a change of a component changed, as jobs. */
import { drawDueThumbnails, sendDueThumbnails, thumbnailQueue } from '../domain/templates/thumbnails'
import type { Deps } from '../kernel/context'
import type { PeriodicWork, Queue, QueueSettings } from '../kernel/jobs'
import type { Report } from './rows'

export const thumbnailQueues: readonly QueueSettings[] = [
  { name: thumbnailQueue, concurrency: 1, isSerialPerAccount: true, retries: 4 },
]

/** @param deps whose renderer lets other pictures go first. */
export const thumbnailWork = (deps: Deps, report: Report): readonly Queue[] =>
  thumbnailQueues.map((settings) => ({
    ...settings,
    run: (job) => drawDueThumbnails(deps, job, (error) => report(`thumbnails of account ${job.accountId}`, error)),
  }))

/** Every ten minutes: begins again what a lost job left. */
export const thumbnailRepair = (deps: Pick<Deps, 'db' | 'jobs'>): PeriodicWork => ({
  name: 'repair-template-thumbnails',
  cron: '*/10 * * * *',
  run: () => sendDueThumbnails(deps),
})
