import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * Returns a constant function that calls the callback of the last committed render: for the columns of a memoised table, or for a
 * listener or task that outlives its render. Must not be called during render. A callback used only in effects is a
 * `useEffectEvent`.
 */
export function useLatest<A extends readonly unknown[], R>(callback: (...args: A) => R): (...args: A) => R {
  const latest = useRef(callback)
  // Runs before the layout effects of the same commit, which may call it.
  useInsertionEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
