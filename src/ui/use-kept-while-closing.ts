import { useState } from 'react'

/**
 * What a dialog shows: `value` while it is open, and the last such value while it fades out, when its owner has cleared it already.
 *
 * @param value the same object on every render until it changes.
 */
export function useKeptWhileClosing<T>(open: boolean, value: T): T {
  const [kept, setKept] = useState({ value })
  if (open && !Object.is(kept.value, value)) setKept({ value })
  return open ? value : kept.value
}

/** True from the first time `needed` is: for a part that is loaded with its first use and stays, so that closing can be animated. */
export function useKeptOnceNeeded(needed: boolean): boolean {
  const [was, setWas] = useState(needed)
  if (needed && !was) setWas(true)
  return needed || was
}
