import { useEffect, useEffectEvent } from 'react'
import { LoadError } from '../../ui/failure-view'
import { ScreenLoading } from '../../ui/lazy-screen'
import { useTitle } from '../use-title'
import { Notice } from './notice'
import type { ParentEvent, ParentFrame } from './parent-frame'
import { useSignIn } from './use-sign-in'

/**
 * /has_login: reports to the parent whether somebody is signed in: once it is known, when it changes, and when the parent asks.
 */
export function LoginStatusPage({ parent }: { readonly parent: ParentFrame }) {
  useTitle('登录状态')
  const signIn = useSignIn()
  const hasLogin = signIn.state === 'in' ? true : signIn.state === 'out' ? false : null
  useEffect(() => {
    if (hasLogin !== null) parent.post({ type: 'HAS_LOGIN', hasLogin })
  }, [parent, hasLogin])
  const reportLogin = useEffectEvent((event: ParentEvent) => {
    if ('message' in event && event.message.type === 'HAS_LOGIN' && hasLogin !== null) {
      parent.post({ type: 'HAS_LOGIN', hasLogin })
    }
  })
  useEffect(() => {
    return parent.listen((event) => reportLogin(event))
  }, [parent])
  if (signIn.state === 'failed') return <LoadError error={signIn.error} onRetry={signIn.retry} retrying={signIn.isChecking} />
  if (signIn.state === 'asking') return <ScreenLoading />
  return signIn.state === 'in' ? (
    <Notice title="已登录" text={`当前账号：${signIn.username}`} />
  ) : (
    <Notice title="未登录" text="请先登录壳匠。" />
  )
}
