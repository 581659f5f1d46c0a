import { Button, Tag } from '@arco-design/web-react'
import { IconApps } from '@arco-design/web-react/icon'
import { useState } from 'react'
import type { MiniAppTemplateVersion } from '../../../contract/types'
import { miniAppLogo } from '../../api/queries/mini-app'
import { type App, ageOf } from './standing'

function Logo({ app }: { readonly app: App }) {
  const url = miniAppLogo(app)
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="mini-app-logo" aria-hidden="true">
      {url === null || broken === url ? <IconApps /> : <img src={url} alt="" onError={() => setBroken(url)} />}
    </span>
  )
}

interface AppCardProps {
  readonly app: App
  /** Newest first; empty while they cannot be read. */
  readonly versions: readonly MiniAppTemplateVersion[]
  readonly busy?: boolean
  readonly onUpdate?: (version: MiniAppTemplateVersion) => void
}

/** Shows the mini-app as buyers see it, its version, and the update to the newest one. */
export function AppCard({ app, versions, busy = false, onUpdate }: AppCardProps) {
  const [newest] = versions
  const isNewest = newest !== undefined && ageOf(newest.templateVersion, app, versions) === 'current'
  return (
    <section className="mini-app-card" aria-label="小程序">
      <Logo app={app} />
      <div className="mini-app-facts">
        <h2 className="mini-app-name">{app.name}</h2>
        <div className="mini-app-version numeric">
          当前版本 {app.templateVersion ?? '未知'}
          {isNewest && <Tag color="green">已是最新版本</Tag>}
        </div>
        <p className="mini-app-id numeric">小程序ID {app.appId}</p>
      </div>
      {newest && onUpdate && !isNewest && (
        <Button type="primary" loading={busy} onClick={() => onUpdate(newest)}>
          更新到 {newest.templateVersion}
        </Button>
      )}
    </section>
  )
}
