/** The secret of a one-time link stands behind the hash, which no server and no proxy's log gets to see. */
import { useSyncExternalStore } from 'react'

/** Of an address; links made before stood in the query. Null: it is no such link. */
export const setupTokenOf = ({ hash, search }: Pick<Location, 'hash' | 'search'>): string | null =>
  new URLSearchParams(hash.slice(1)).get('setup') ?? new URLSearchParams(search).get('setup')

const followHash = (changed: () => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/** The secret of the address as it is now. */
export const useSetupToken = (): string | null => useSyncExternalStore(followHash, () => setupTokenOf(location))
