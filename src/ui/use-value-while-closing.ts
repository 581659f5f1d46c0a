import { useState } from 'react'

/**
 * Returns `value` while a dialog is open, and the last value during its closing animation, when its owner has already cleared it.
 *
 * @param value the same object on every render until it changes.
 */
export function useValueWhileClosing<T>(open: boolean, value: T): T {
  const [lastOpen, setLastOpen] = useState({ value })
  if (open && !Object.is(lastOpen.value, value)) setLastOpen({ value })
  return open ? value : lastOpen.value
}

/**
 * Returns true from the first time that `needed` is: for a part that is loaded on first use and stays, so that its closing is
 * animated.
 */
export function useEverTrue(needed: boolean): boolean {
  const [wasNeeded, setWasNeeded] = useState(needed)
  if (needed && !wasNeeded) setWasNeeded(true)
  return needed || wasNeeded
}
