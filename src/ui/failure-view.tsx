import { Alert, Button } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  ApiError,
  BusyError,
  NotFoundError,
  OfflineError,
  PermissionError,
  ServerError,
  SessionExpiredError,
  TimeoutError,
} from '../../contract/call-errors'
import { failureMessage } from '../base/failure-texts'
import { subAccountTutorial } from '../base/paths'
import { concernsSupport, supportText, traceText } from '../base/support-facts'
import { CopyButton } from './copy-button'
import './failure-view.css'

/** The code and the trace id of a failed call, with a button that copies everything for support. */
function Trace({ error }: { readonly error: ApiError }) {
  return (
    <span className="failure-trace numeric">
      {traceText(error)}
      <CopyButton text={supportText(error)} label="复制错误信息给客服" />
    </span>
  )
}

/** Shows the message of any error, with a link to help, or with what support needs. */
export function FailureText({ error }: { readonly error: unknown }): ReactNode {
  if (!concernsSupport(error)) return <FailureMessage error={error} />
  return (
    <>
      {failureMessage(error)} <Trace error={error} />
    </>
  )
}

/** The same without what support needs, for dialogs that show it themselves. */
export function FailureMessage({ error }: { readonly error: unknown }): ReactNode {
  if (error instanceof PermissionError) {
    return (
      <>
        {error.message}。<Link href={subAccountTutorial}>查看子账号授权教程</Link>
      </>
    )
  }
  return failureMessage(error)
}

const adviceByCause: readonly (readonly [abstract new (...args: never[]) => ApiError, string, string])[] = [
  [OfflineError, '网络不通', '检查网络后重试；在公司网络里请确认没有拦截本插件。'],
  [TimeoutError, '等待超时', '网络可能较慢，稍等片刻再试。'],
  [BusyError, '系统繁忙', '服务器正忙或正在更新，一般几分钟内恢复。'],
  [PermissionError, '没有权限', '请主账号在子账号管理里授权后再试。'],
  [NotFoundError, '内容不存在', '它可能已经被删除，返回列表刷新看看。'],
  [SessionExpiredError, '登录已过期', '重新登录后会回到这里。'],
  [ServerError, '服务器出错', '我们已记下这次错误；重试仍不行，请把追踪号发给客服。'],
]

interface LoadErrorProps {
  readonly error: unknown
  readonly onRetry: () => void
  readonly retrying?: boolean
}

const adviceFor = (error: unknown) => adviceByCause.find(([cause]) => error instanceof cause)

/** Replaces a part of the screen that could not be loaded: the failure, advice, and 重试. */
export function LoadError({ error, onRetry, retrying = false }: LoadErrorProps) {
  const [, title = '加载失败', advice = '请重试；仍然不行请联系客服。'] = adviceFor(error) ?? []
  return (
    <div className="state-block" role="alert">
      <h2 className="state-title">{title}</h2>
      {!(error instanceof Error && error.message === title) && (
        <p className="state-text">
          <FailureMessage error={error} />
        </p>
      )}
      <p className="state-hint">{advice}</p>
      {error instanceof ApiError && (error.traceId || concernsSupport(error)) && (
        <p className="state-hint">
          <Trace error={error} />
        </p>
      )}
      <Button type="primary" icon={<IconRefresh />} loading={retrying} onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

/** Shown above existing rows when refreshing them failed. */
export function RefreshError({ error, onRetry, retrying = false }: LoadErrorProps) {
  return (
    <Alert
      type="warning"
      className="refresh-error"
      content={
        <>
          没有刷新成功，下面是之前的内容：
          <FailureText error={error} />
        </>
      }
      action={
        <Button size="mini" loading={retrying} onClick={onRetry}>
          重试
        </Button>
      }
    />
  )
}
