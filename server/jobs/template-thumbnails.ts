/** Draws thumbnails as jobs: of templates that a change of a component changed, and of components that were stored without one. */
import { drawDueComponentThumbnails, sendDueComponentThumbnails } from '../domain/components/thumbnails'
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
    run: async (job) => {
      const tell = (error: unknown) => report(`thumbnails of account ${job.accountId}`, error)
      await drawDueThumbnails(deps, job, tell)
      await drawDueComponentThumbnails(deps, job, tell)
    },
  }))

/** Every ten minutes: begins again what a lost job left. */
export const thumbnailRepair = (deps: Pick<Deps, 'db' | 'jobs'>): PeriodicWork => ({
  name: 'repair-template-thumbnails',
  cron: '*/10 * * * *',
  run: async () => {
    await sendDueThumbnails(deps)
    await sendDueComponentThumbnails(deps)
  },
})
