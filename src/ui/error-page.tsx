import { Button } from '@arco-design/web-react'
import type { FallbackProps } from 'react-error-boundary'
import { CopyButton } from './copy-button'
import { errorFacts } from './error-facts'

/** Replaces a part of the app that failed, with a retry and the facts for support. */
export function ErrorPage({ error, resetErrorBoundary }: FallbackProps) {
  const isLoadError = error instanceof Error && error.name === 'ScreenLoadError'
  return (
    <div className="state-block" role="alert">
      <h1 className="state-title">{isLoadError ? '页面没有加载成功' : '页面出错了'}</h1>
      <p className="state-text">
        {isLoadError ? error.message : '这不是您的操作引起的。可以重试；再次出错请把诊断信息发给客服。'}
      </p>
      <div className="state-actions">
        <Button type="primary" onClick={resetErrorBoundary}>
          重试
        </Button>
        <Button onClick={() => location.reload()}>刷新页面</Button>
      </div>
      <CopyButton text={errorFacts(error)} label="复制诊断信息">
        复制诊断信息
      </CopyButton>
    </div>
  )
}
