import { BusyError, OfflineError, TimeoutError } from '../base/errors'
import type { Api } from './services'

/** Whether a call failed because the network or the server is away. */
export const isLineError = (error: unknown): boolean =>
  [OfflineError, TimeoutError, BusyError].some((kind) => error instanceof kind)

/** Returns a check whether the server responds at all. */
export const reachableBy =
  (api: Pick<Api, 'users'>) =>
  (signal: AbortSignal): Promise<boolean> =>
    api.users.me({}, { signal, quiet: true }).then(
      () => true,
      (error: unknown) => !isLineError(error),
    )
