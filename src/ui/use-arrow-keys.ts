import { useEffect, useEffectEvent } from 'react'

/**
 * While `open`, the left and right arrow keys step through a series of pictures, wherever the focus is.
 *
 * @param step called with -1 for the previous picture, 1 for the next.
 */
export function useArrowKeys(open: boolean, step: (by: -1 | 1) => void): void {
  const onStep = useEffectEvent(step)
  // On the document, because a button that is disabled at the end of the series loses the focus.
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      onStep(event.key === 'ArrowLeft' ? -1 : 1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
}
