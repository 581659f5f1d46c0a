import { useRef } from 'react'

/**
 * Makes one thing of a double click: a call while the last one still runs does nothing. A disabled button alone is too late,
 * because forms check their fields, and queries tell their state, only after the second click.
 *
 * @param work must deal with its own failures.
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
