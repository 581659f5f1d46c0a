import { useRef } from 'react'
import { rememberFocus } from './focus'

/**
 * Arco's Modal and Drawer trap the focus but leave it on the body when they close; this gives it back to the opener.
 *
 * @param visible whether the layer is open now.
 * @returns what to do after the layer has closed.
 */
export function useFocusReturn(visible: boolean | undefined): () => void {
  const giveBack = useRef<(() => void) | null>(null)
  const wasVisible = useRef(false)
  // During render, because once the layer is on screen it has already taken the focus.
  if (visible && !wasVisible.current) giveBack.current = rememberFocus()
  wasVisible.current = visible ?? false
  return () => {
    giveBack.current?.()
    giveBack.current = null
  }
}
