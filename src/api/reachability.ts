import { BusyError, OfflineError, TimeoutError } from '../../contract/call-errors'
import type { Api } from './services'

/** Whether a call failed because the network or the server is away. */
export const isConnectionError = (error: unknown): boolean =>
  [OfflineError, TimeoutError, BusyError].some((kind) => error instanceof kind)

/** Returns a check whether the server responds at all. */
export const createReachabilityCheck =
  (api: Pick<Api, 'users'>) =>
  (signal: AbortSignal): Promise<boolean> =>
    api.users.me({}, { signal, quiet: true }).then(
      () => true,
      (error: unknown) => !isConnectionError(error),
    )
