/** Work that this process repeats in the background, however the round before ended. */

export interface Repeated {
  stop(): void
}

/**
 * Runs `work` every `ms`; a round that is still running is not joined by another one. The first failure in a row is reported, so that an
 * outage is a line and not one a round.
 */
export function every(ms: number, work: () => Promise<void>, report: (error: unknown) => void): Repeated {
  let isRunning = false
  let isFailing = false
  const round = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing) report(error)
      isFailing = true
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void round(), ms)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
