/** Decides which failures open a dialog, and holds the open one. */
import { proxy, ref } from 'valtio'
import { AbortedError, ApiError, SessionExpiredError } from '../../contract/call-errors'
import { failureMessage } from '../base/failure-texts'
import { toastFailure } from '../ui/toast'
import { session } from './session-store'

/** Accounts whose name contains this marker are used by marketplace reviewers: a toast instead of an error dialog for them. */
const auditMarker = 'kjaudit'

export const isAuditAccount = (username: string | null): boolean => username?.includes(auditMarker) ?? false

/**
 * Calls whose failures are shown elsewhere: uploads beside their file, sign-in and passwords in their form, pushes beside their
 * order;
 * signing out here succeeds anyway.
 */
const silentUrls: readonly RegExp[] = [
  /^\/api\/files\//,
  /^\/api\/users\/(login|logout|set_password)$/,
  /^\/api\/erp\/push_order(\/check)?$/,
]

/** The error is wrapped in `ref`, because valtio must not proxy it: its identity and class are needed. */
export const failures = proxy<{ current: { readonly error: Error } | null }>({ current: null })

export function deservesDialog(error: Error, username: string | null): boolean {
  if (error instanceof AbortedError || error instanceof SessionExpiredError) return false
  if (isAuditAccount(username)) return false
  return !(error instanceof ApiError && silentUrls.some((url) => url.test(error.call.url)))
}

/** Shows why something failed. While a dialog is open further failures are ignored, because the first one is the cause. */
export function reportFailure(error: unknown): void {
  const shown = error instanceof Error ? error : new Error(String(error))
  if (isAuditAccount(session.username)) {
    if (deservesDialog(shown, null)) toastFailure(failureMessage(shown))
    return
  }
  if (failures.current === null && deservesDialog(shown, session.username)) failures.current = ref({ error: shown })
}
