import { Failure } from '../../kernel/failure'
import type { CutoutProvider } from '../../ports/cutout'

const outages: ReadonlySet<string> = new Set(['upstream-failed', 'unavailable'])

/**
 * Uses `first`, and `second` when the first is out of order; a refusal by the first stands. Each result names its maker's model,
 * so that a result of the second is not reused once the first works again.
 */
export function withFallback(first: CutoutProvider, second: CutoutProvider, report: (error: unknown) => void): CutoutProvider {
  return {
    atOnce: first.atOnce,
    model: (type) => first.model(type),
    async cut(request, signal) {
      try {
        return await first.cut(request, signal)
      } catch (error) {
        if (signal.aborted || (error instanceof Failure && !outages.has(error.code))) throw error
        report(error)
        return second.cut(request, signal)
      }
    },
    async close() {
      await first.close()
      await second.close()
    },
  }
}
