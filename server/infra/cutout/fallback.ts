import { Failure } from '../../kernel/failure'
import type { CutoutProvider } from '../../ports/cutout'

const outages: ReadonlySet<string> = new Set(['upstream-failed', 'unavailable'])

/**
 * Asks `first`, and `second` when the first one is out of order. What the first one says of a picture stands. A result keeps the name
 * of who made it, so that one of the second is not used again once the first one is back.
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
