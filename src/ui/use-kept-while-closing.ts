import { useState } from 'react'

/**
 * Returns `value` while a dialog is open, and the last value during its closing animation, when its owner has already cleared it.
 *
 * @param value the same object on every render until it changes.
 */
export function useKeptWhileClosing<T>(open: boolean, value: T): T {
  const [kept, setKept] = useState({ value })
  if (open && !Object.is(kept.value, value)) setKept({ value })
  return open ? value : kept.value
}

/**
 * Returns true from the first time that `needed` is: for a part that is loaded on first use and stays, so that its closing is
 * animated.
 */
export function useKeptOnceNeeded(needed: boolean): boolean {
  const [was, setWas] = useState(needed)
  if (needed && !was) setWas(true)
  return needed || was
}
