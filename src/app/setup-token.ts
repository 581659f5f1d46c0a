/** Reads the secret of a one-time link from the hash, which is not sent to servers and does not appear in a proxy's log. */
import { useSyncExternalStore } from 'react'

/** Returns the secret of an address; older links have it in the query. Null when the address has none. */
export const setupTokenOf = ({ hash, search }: Pick<Location, 'hash' | 'search'>): string | null =>
  new URLSearchParams(hash.slice(1)).get('setup') ?? new URLSearchParams(search).get('setup')

const followHash = (changed: () => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/** Returns the secret of the current address. */
export const useSetupToken = (): string | null => useSyncExternalStore(followHash, () => setupTokenOf(location))
