import { BusyError, OfflineError, TimeoutError } from '../base/errors'
import type { Api } from './services'

/** What a call fails with when the line or the server is away. */
export const isLineError = (error: unknown): boolean =>
  [OfflineError, TimeoutError, BusyError].some((kind) => error instanceof kind)

/** Whether the server answers anything at all. */
export const reachableBy =
  (api: Pick<Api, 'users'>) =>
  (signal: AbortSignal): Promise<boolean> =>
    api.users.me({}, { signal, quiet: true }).then(
      () => true,
      (error: unknown) => !isLineError(error),
    )
