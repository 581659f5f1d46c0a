/** Estimates how long a task of a queue still takes, from the durations of earlier tasks. */

/** Number of last tasks whose durations give the estimate. */
export const measuredTasks = 20

export interface QueuePlace {
  readonly isRunning: boolean
  /** Tasks that are done before this one ends, those that run now included. */
  readonly ahead: number
  /** Tasks of the queue that run now. */
  readonly running: number
  /** Mean time of the last tasks, s; null before the first one. */
  readonly meanSeconds: number | null
  /** Time since this one began, s. */
  readonly runningSeconds: number
}

/** Returns the seconds that are left; null where nothing tells. As many tasks as run now are taken to run at a time. */
export function secondsLeft({ isRunning, ahead, running, meanSeconds, runningSeconds }: QueuePlace): number | null {
  if (meanSeconds === null) return null
  const left = isRunning ? meanSeconds - runningSeconds : meanSeconds * (Math.ceil(ahead / Math.max(1, running)) + 1)
  return Math.max(1, Math.ceil(left))
}
