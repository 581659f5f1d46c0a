/** Lets concurrent work finish in the order in which it was started: uploaded pictures keep the order of the selection. */

export interface Turn {
  /** Resolves when nothing with a lower index is at work; rejects when the signal aborts. */
  waitForTurn(signal: AbortSignal): Promise<void>
  /** Must be called when the work has ended, successful or not. Further calls do nothing. */
  done(): void
}

/**
 * Turns of one or many batches. Only items at work are waited for: a failed item, or one that starts later, delays nobody.
 */
export function createOrderedCompletion(): { enter(batch: string, place: number): Turn } {
  const atWork = new Map<string, Set<number>>()
  const waiting = new Set<() => void>()
  return {
    enter(batch, place) {
      const places = atWork.get(batch) ?? new Set()
      atWork.set(batch, places.add(place))
      return {
        waitForTurn: (signal) =>
          new Promise((resolve, reject) => {
            const look = () => {
              const stopped = signal.aborted
              if (!stopped && [...places].some((other) => other < place)) return
              waiting.delete(look)
              signal.removeEventListener('abort', look)
              if (stopped) reject(new DOMException('取消操作', 'AbortError'))
              else resolve()
            }
            waiting.add(look)
            signal.addEventListener('abort', look)
            look()
          }),
        done() {
          places.delete(place)
          if (places.size === 0) atWork.delete(batch)
          for (const look of [...waiting]) look()
        },
      }
    },
  }
}
