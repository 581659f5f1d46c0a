import { retryRefunds } from '../domain/credits/refund'
import { reconcilePayments } from '../domain/credits/sync'
import type { Deps } from '../kernel/context'

const everyMs = 60_000

/**
 * Now and every minute: settles payments whose notice never arrived, closes unpaid ones and completes interrupted refunds; runs
 * `beforeRound` in each round. A failed round is reported and the next one retries. `stop` waits for a running round.
 */
export function startPaymentJob(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  report: (error: unknown) => void,
  beforeRound: () => Promise<void> = async () => undefined,
): { stop(): Promise<void> } {
  const runRound = async (): Promise<void> => {
    await beforeRound().catch(report)
    await reconcilePayments(deps, report).catch(report)
    await retryRefunds(deps, report).catch(report)
  }
  let running = runRound()
  const timer = setInterval(() => {
    running = running.then(runRound)
  }, everyMs)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      return running
    },
  }
}
