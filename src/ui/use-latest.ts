import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * The same function for ever, which calls what the last render on screen gave: for the columns of a memoised table, for a listener
 * or task that outlives the render that began it. Not to be called while rendering. What only effects call is a `useEffectEvent`.
 */
export function useLatest<A extends readonly unknown[], R>(callback: (...args: A) => R): (...args: A) => R {
  const latest = useRef(callback)
  // Before the layout effects of the same commit, which may call it.
  useInsertionEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
