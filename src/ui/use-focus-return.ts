import { useRef } from 'react'
import { rememberFocus } from './focus'

/**
 * Returns the focus to the element that opened a layer: Arco's Modal and Drawer trap the focus but leave it on the body when they
 * close.
 *
 * @param visible whether the layer is open now.
 * @returns a function to call after the layer has closed.
 */
export function useFocusReturn(visible: boolean | undefined): () => void {
  const returnFocus = useRef<(() => void) | null>(null)
  const wasVisible = useRef(false)
  // During render, because the layer takes the focus as soon as it is on screen.
  if (visible && !wasVisible.current) returnFocus.current = rememberFocus()
  wasVisible.current = visible ?? false
  return () => {
    returnFocus.current?.()
    returnFocus.current = null
  }
}
