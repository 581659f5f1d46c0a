/** The facts by which support finds a failed call, wherever the failure is shown. Pure. */
import { type ApiError, BusyError, ServerError, UnexpectedReplyError } from '../../contract/call-errors'
import { failureMessage } from './failure-texts'

/** Whether support can help with a failure: the server failed, or answered what nobody understands. A refusal says itself what to do. */
export const concernsSupport = (error: unknown): error is ApiError =>
  error instanceof ServerError || error instanceof BusyError || error instanceof UnexpectedReplyError

/** Returns the facts of a failed call, with their names. */
export const supportFacts = ({ call, traceId, code, status }: ApiError): readonly (readonly [name: string, value: string])[] =>
  [
    ['请求地址', `${call.method} ${call.url}`] as const,
    ['追踪号', traceId ?? ''] as const,
    ['错误码', code ?? ''] as const,
    ['状态码', status === undefined ? '' : String(status)] as const,
  ].filter(([, value]) => value !== '')

/** Returns everything that support needs as text to copy. */
export const supportText = (error: ApiError): string =>
  [...supportFacts(error).map(([name, value]) => `${name}：${value}`), `错误信息：${error.message}`].join('\n')

/** 错误码 internal，追踪号 c1f3…; the status where there is no code. '' where the failure has none of them. */
export const traceText = ({ traceId, code, status }: ApiError): string =>
  [code ? `错误码 ${code}` : status !== undefined && `状态码 ${status}`, traceId && `追踪号 ${traceId}`]
    .filter(Boolean)
    .join('，')

/** Returns what an error says to the seller where only text is kept, such as the items of a task: with what support needs. */
export function tracedMessage(error: unknown): string {
  const message = failureMessage(error)
  const trace = concernsSupport(error) ? traceText(error) : ''
  return trace === '' ? message : `${message}（${trace}）`
}
