import { finishRefunds } from '../domain/credits/refund'
import { reconcile } from '../domain/credits/sync'
import type { Deps } from '../kernel/context'

const everyMs = 60_000

/**
 * Now and every minute: settles payments whose notice never arrived, closes unpaid ones and completes interrupted refunds; runs
 * `also` in each round. A failed round is reported and the next one retries. `stop` waits for a running round.
 */
export function startPaymentJob(
  deps: Pick<Deps, 'db' | 'clock' | 'payments'>,
  report: (error: unknown) => void,
  also: () => Promise<void> = async () => undefined,
): { stop(): Promise<void> } {
  const round = async (): Promise<void> => {
    await also().catch(report)
    await reconcile(deps, report).catch(report)
    await finishRefunds(deps, report).catch(report)
  }
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, everyMs)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      return running
    },
  }
}
