import { useRef } from 'react'

/**
 * Ignores calls while the last one is running, such as the second of a double click. A disabled button alone is too late, because
 * forms validate, and queries report their state, only after the second click.
 *
 * @param work must handle its own failures.
 */
export function useOneAtATime<A extends readonly unknown[]>(work: (...input: A) => Promise<unknown>): (...input: A) => void {
  const running = useRef(false)
  return (...input) => {
    if (running.current) return
    running.current = true
    void work(...input).finally(() => {
      running.current = false
    })
  }
}
