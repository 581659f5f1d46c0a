import { Failure } from '../../kernel/failure'
import type { CutoutProvider } from '../../ports/cutout'

const outageCodes: ReadonlySet<string> = new Set(['upstream-failed', 'unavailable'])

/**
 * Uses `primary`, and `fallback` when the primary is out of order; a refusal by the primary stands. Each result names its maker's
 * model, so that a result of the fallback is not reused once the primary works again.
 */
export function withFallback(
  primary: CutoutProvider,
  fallback: CutoutProvider,
  report: (error: unknown) => void,
): CutoutProvider {
  return {
    concurrency: primary.concurrency,
    model: (type) => primary.model(type),
    async cut(request, signal) {
      try {
        return await primary.cut(request, signal)
      } catch (error) {
        if (signal.aborted || (error instanceof Failure && !outageCodes.has(error.code))) throw error
        report(error)
        return fallback.cut(request, signal)
      }
    },
    async close() {
      await primary.close()
      await fallback.close()
    },
  }
}
