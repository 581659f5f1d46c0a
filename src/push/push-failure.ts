import { ApiError, BusyError, OfflineError, TimeoutError, UnexpectedReplyError, UpstreamError } from '../../contract/call-errors'
import { isPage } from '../../contract/error-body'
import { failureText } from '../base/failure-texts'

export interface PushFailure {
  /** The server's message, or its raw answer where it has none. */
  readonly text: string
  /** It is unknown whether the factory took the order: a retry finds out and never orders twice. */
  readonly isUnsure: boolean
}

const isUnsure = (error: unknown): boolean =>
  error instanceof OfflineError ||
  error instanceof TimeoutError ||
  error instanceof UnexpectedReplyError ||
  (error instanceof BusyError && !(error instanceof UpstreamError))

/** The raw answer of a proxy is a page, which says little to a seller; the words for its status stand before it. */
const apiText = ({ serverMessage, raw, message, status }: ApiError): string =>
  serverMessage ?? (raw !== undefined && (isPage(raw) || status === 200) ? `${message}（${raw}）` : (raw ?? message))

export function pushFailure(error: unknown): PushFailure {
  const text = error instanceof ApiError ? apiText(error) : error instanceof Error ? error.message : ''
  return { text: text || failureText.unknown, isUnsure: isUnsure(error) }
}
