/** Which failures open a dialog, and the one that is open. */
import { proxy, ref } from 'valtio'
import { AbortedError, ApiError, SessionExpiredError } from '../base/errors'
import { session } from './session-store'

/** Accounts whose name contains this marker are used by marketplace reviewers: no error dialogs for them. */
const auditMarker = 'kjaudit'

export const isAuditAccount = (username: string | null): boolean => username?.includes(auditMarker) ?? false

/** Calls whose failures are shown where they happen: uploads beside their file, pushes beside their order, signing out by signing out. */
const silentUrls: readonly RegExp[] = [
  /^\/api\/files\//,
  /^\/api\/users\/(login|logout|set_password)$/,
  /^\/api\/erp\/push_order(\/check)?$/,
]

/** Holds the error behind `ref`: an error's own identity and class must survive. */
export const failures = proxy<{ current: { readonly error: Error } | null }>({ current: null })

export function deservesDialog(error: Error, username: string | null): boolean {
  if (error instanceof AbortedError || error instanceof SessionExpiredError) return false
  if (isAuditAccount(username)) return false
  return !(error instanceof ApiError && silentUrls.some((url) => url.test(error.call.url)))
}

/** Shows why something failed. While a dialog is open a further failure changes nothing: the first one is the cause. */
export function reportFailure(error: unknown): void {
  const shown = error instanceof Error ? error : new Error(String(error))
  if (failures.current === null && deservesDialog(shown, session.username)) failures.current = ref({ error: shown })
}
