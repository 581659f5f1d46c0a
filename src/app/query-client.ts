import { focusManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { BusyError, OfflineError } from '../../contract/call-errors'
import { onChangeElsewhere } from '../base/aside-window'
import { failures, reportFailure } from './failures'

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen shows the failure itself, without a dialog. */
    queryMeta: { readonly quiet?: boolean }
  }
}

const maxRetries = 2
/** How often what could not be read without a network is tried again while it is on screen, ms. */
const offlineRetryMs = 5000

/**
 * Reads again what is on screen when its window is looked at: by itself TanStack does so only for a window that was covered or
 * minimised, and of two windows side by side neither ever is.
 */
export function watchWindows(queries: QueryClient): () => void {
  focusManager.setEventListener((onFocus) => {
    const refocus = () => document.visibilityState === 'visible' && onFocus()
    addEventListener('focus', refocus)
    document.addEventListener('visibilitychange', refocus)
    return () => {
      removeEventListener('focus', refocus)
      document.removeEventListener('visibilitychange', refocus)
    }
  })
  return onChangeElsewhere((queryKey) => void queries.invalidateQueries({ queryKey }))
}

/** Creates the query client. Reads are retried after a short failure of the network or the server; writes never are. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // The network is back: what said that it was away says nothing any more.
      onSuccess: () => {
        if (failures.current?.error instanceof OfflineError) failures.current = null
      },
      onError: (error, query) => {
        // Rows that are still on screen stay and are marked there, so no dialog is needed after a failed refresh.
        if (!query.meta?.quiet && query.state.data === undefined) reportFailure(error)
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failed, error) => failed < maxRetries && (error instanceof OfflineError || error instanceof BusyError),
        retryDelay: (attempt) => Math.min(4000, 500 * 2 ** attempt),
        // "online" would leave a screen waiting for ever inside clients that report no network.
        networkMode: 'always',
        // networkMode "always" would disable this: after a failure offline, data is read again as soon as there is a network.
        refetchOnReconnect: true,
        // Many networks fail without a word of the browser, and end as silently.
        refetchInterval: ({ state: { error } }) => (error instanceof OfflineError ? offlineRetryMs : false),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
