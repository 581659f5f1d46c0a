/** Lets work that was done side by side be finished in the order it was begun in: pictures arrive in the order they were picked. */

export interface Turn {
  /** Resolves when nobody with an earlier place is still at work; rejects when the signal fires. */
  waitForTurn(signal: AbortSignal): Promise<void>
  /** Must be called whatever came of the work. Calling it again does nothing. */
  done(): void
}

/**
 * Turns of one or many batches. Only those at work count: a place that failed, or is to begin later, holds nobody up.
 */
export function createTurns(): { enter(batch: string, place: number): Turn } {
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
