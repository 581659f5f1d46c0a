import { useEffect, useEffectEvent } from 'react'

/** While `open`, Esc calls `close` and nothing else: the selection stays. */
export function useEscape(open: boolean, close: () => void): void {
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      onClose()
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [open])
}
