import { QueryCache, QueryClient } from '@tanstack/react-query'
import { BusyError, OfflineError } from '../base/errors'
import { reportFailure } from './failures'

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen shows the failure itself, no dialog. */
    queryMeta: { readonly quiet?: boolean }
  }
}

const maxRetries = 2

/** Reads are repeated when the network or the server was only passing through a bad moment; writes never are. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Rows that are still on screen are kept and marked there; a dialog on each refresh would only be in the way.
        if (!query.meta?.quiet && query.state.data === undefined) reportFailure(error)
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failed, error) => failed < maxRetries && (error instanceof OfflineError || error instanceof BusyError),
        retryDelay: (attempt) => Math.min(4000, 500 * 2 ** attempt),
        // "online" would leave a screen waiting for ever inside clients that report no network.
        networkMode: 'always',
        // Which "always" would otherwise switch off: what failed offline is read again as soon as there is a network.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
