import { useSyncExternalStore } from 'react'

const query = '(min-width: 1180px)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether there is room for both panels beside the canvas. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
