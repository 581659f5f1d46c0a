import { useRef } from 'react'

/**
 * Arco's Modal and Drawer trap the focus but leave it on the body when they close; this gives it back to the opener.
 *
 * @param visible whether the layer is open now.
 * @returns what to do after the layer has closed.
 */
export function useFocusReturn(visible: boolean | undefined): () => void {
  const opener = useRef<Element | null>(null)
  const wasVisible = useRef(false)
  // During render, because once the layer is on screen it has already taken the focus.
  if (visible && !wasVisible.current) opener.current = document.activeElement
  wasVisible.current = visible ?? false
  return () => {
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    opener.current = null
  }
}
