import { useMemo } from 'react'
import type { EmbeddedPage } from '../../../contract/embedding'
import type { SessionDeps } from '../session'
import { useTitle } from '../use-title'
import { LoginStatusPage } from './login-status-page'
import { Notice } from './notice'
import { PushPage } from './push-page'
import { getParentFrame } from './this-frame'
import './embedded.css'

interface EmbeddedScreenProps {
  readonly page: EmbeddedPage
  readonly deps: SessionDeps
}

function NotEmbedded() {
  useTitle('推送到工厂')
  return (
    <Notice title="这个页面由其他系统打开" text="请在您的订单系统里点推送到工厂；在壳匠里，请到「订单管理」勾选订单后推送。" />
  )
}

function UntrustedParent() {
  useTitle('页面不受信任')
  return (
    <Notice
      title="打开这个页面的网站不受信任"
      text="为了您的订单安全，这里什么也不会显示。如果这是您在用的系统，请联系服务商把它的域名加入信任名单。"
    />
  )
}

/** The pages that other programs may show in a frame. */
export default function EmbeddedScreen({ page, deps }: EmbeddedScreenProps) {
  const parent = useMemo(getParentFrame, [])
  // The push page has its own landmark, because its sign-in contains one too.
  if (parent.trust === 'trusted' && page === 'push') {
    return (
      <div className="embedded-page">
        <PushPage parent={parent} deps={deps} />
      </div>
    )
  }
  return (
    <main className="embedded-page">
      {parent.trust === 'none' && <NotEmbedded />}
      {parent.trust === 'untrusted' && <UntrustedParent />}
      {parent.trust === 'trusted' && <LoginStatusPage parent={parent} />}
    </main>
  )
}
