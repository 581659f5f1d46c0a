/** Lets concurrent work finish in the order in which it was started: uploaded pictures keep the order of the selection. */
import { abortError } from '../../../contract/ground/thrown'

export interface Turn {
  /** Resolves when nothing with a lower index is at work; rejects when the signal aborts. */
  waitForTurn(signal: AbortSignal): Promise<void>
  /** Must be called when the work has ended, successful or not. Further calls do nothing. */
  done(): void
}

/**
 * Turns of one or many batches. Only items at work are waited for: a failed item, or one that starts later, delays nobody.
 */
export function createOrderedCompletion(): { enter(batch: string, index: number): Turn } {
  const activeIndexes = new Map<string, Set<number>>()
  const waiting = new Set<() => void>()
  return {
    enter(batch, index) {
      const indexes = activeIndexes.get(batch) ?? new Set()
      activeIndexes.set(batch, indexes.add(index))
      return {
        waitForTurn: (signal) =>
          new Promise((resolve, reject) => {
            const check = () => {
              const stopped = signal.aborted
              if (!stopped && [...indexes].some((other) => other < index)) return
              waiting.delete(check)
              signal.removeEventListener('abort', check)
              if (stopped) reject(abortError())
              else resolve()
            }
            waiting.add(check)
            signal.addEventListener('abort', check)
            check()
          }),
        done() {
          indexes.delete(index)
          if (indexes.size === 0) activeIndexes.delete(batch)
          for (const check of [...waiting]) check()
        },
      }
    },
  }
}
