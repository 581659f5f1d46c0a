import { finishRefunds } from '../domain/credits/refund'
import { reconcile } from '../domain/credits/sync'
import type { Deps } from '../kernel/context'

const everyMs = 60_000

/**
 * Settles payments whose notice never came, closes those nobody paid, and ends refunds that were cut off, now and every minute; `also` is run with it. A failed round is
 * reported and tried again. `stop` waits for a round that is running.
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
