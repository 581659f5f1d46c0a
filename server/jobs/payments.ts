import { retryRefunds } from '../domain/credits/refund'
import { reconcilePayments } from '../domain/credits/sync'
import type { Deps } from '../kernel/context'
import type { PeriodicWork } from '../kernel/jobs'

/**
 * Every minute: settles payments whose notice never arrived, closes unpaid ones and completes interrupted refunds; runs
 * `beforeRound` first. A failing step is reported and does not prevent the others.
 */
export const paymentWork = (
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  report: (error: unknown) => void,
  beforeRound: () => Promise<void> = async () => undefined,
): PeriodicWork => ({
  name: 'payments',
  cron: '* * * * *',
  actsOutside: true,
  async run() {
    await beforeRound().catch(report)
    await reconcilePayments(deps, report).catch(report)
    await retryRefunds(deps, report).catch(report)
  },
})
