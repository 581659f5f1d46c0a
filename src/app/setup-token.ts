/** Reads the secret of a one-time link from the hash, which is not sent to servers and does not appear in a proxy's log. */
import { useSyncExternalStore } from 'react'

/** Returns the secret of an address; null when it has none. */
export const setupTokenOf = ({ hash }: Pick<Location, 'hash'>): string | null => new URLSearchParams(hash.slice(1)).get('setup')

const followHash = (changed: () => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/** Returns the secret of the current address. */
export const useSetupToken = (): string | null => useSyncExternalStore(followHash, () => setupTokenOf(location))
