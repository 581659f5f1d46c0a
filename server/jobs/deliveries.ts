/** Hands buyers' designs to platforms as jobs. */
import { confirmDeliveries, type DeliveryEnding, type DeliveryRow, deliverDesign, deliveryQueue } from '../domain/buyer/delivery'
import type { Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import type { PeriodicWork, Queue, QueueSettings } from '../kernel/jobs'
import { type Report, rowQueue } from './rows'

/** Designs of one account go one after another; a platform that is away is tried again for about five minutes. */
export const deliveryQueues: readonly QueueSettings[] = [
  { name: deliveryQueue, concurrency: 2, isSerialPerAccount: true, actsOutside: true, retries: 6 },
]

type Needs = Pick<Deps, 'db' | 'storage' | 'examiner' | 'platforms' | 'clock'>

export const deliveryWork = (deps: Needs, report: Report): readonly Queue[] =>
  deliveryQueues.map((settings) =>
    rowQueue<DeliveryRow, DeliveryEnding>(
      deps.db,
      settings,
      {
        read: ({ data }) =>
          deps.db
            .selectFrom('platform_delivery')
            .selectAll()
            .where('id', '=', Number(data.deliveryId))
            .where('status', '=', 'waiting')
            .executeTakeFirst(),
        run: (row) => deliverDesign(deps, row),
        failed: (error) => ({ status: 'failed', error, receipt: null }),
        async end(tx, row, ending) {
          // A later submission has a job of its own.
          await tx
            .updateTable('platform_delivery')
            .set({ ...ending, updated_at: deps.clock.now() })
            .where('id', '=', row.id)
            .where('revision', '=', row.revision)
            .execute()
        },
        mayRetry: (error) => !(error instanceof Failure) || error.code === 'unavailable',
        brokenText: '发送出错，请稍后重新发送；如仍出现请联系客服',
        name: (row) => `delivery ${row.id} (design ${row.design_id})`,
      },
      report,
    ),
  )

/** Every ten minutes: asks which designs arrived at their platforms. */
export const deliveryConfirmation = (deps: Needs, report: (error: unknown) => void): PeriodicWork => ({
  name: 'confirm-deliveries',
  cron: '*/10 * * * *',
  actsOutside: true,
  run: () => confirmDeliveries(deps, report),
})
