import { Alert, Button } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useLocation } from 'wouter'
import { miniAppNames } from '../../../contract/rules/shop-types'
import type { MiniAppTemplateVersion } from '../../../contract/types'
import { screens } from '../../base/paths'
import { EmptyState } from '../../ui/empty'
import { ListView } from '../../ui/list-view'
import { Page } from '../../ui/page'
import { TableSkeleton } from '../../ui/table-skeleton'
import { AppCard } from './app-card'
import { PhoneAppPicture } from './phone-app-picture'
import { type App, type MiniAppState, miniAppStateOf } from './standing'
import { useMiniApp } from './use-mini-app'
import { useVersionChange } from './use-version-change'
import { VersionTable } from './version-table'
import './mini-app.css'

const emptyTexts: Record<Exclude<MiniAppState, 'ready'>, readonly [title: string, text: string]> = {
  none: [
    `还没有授权${miniAppNames}店铺`,
    `买家在${miniAppNames}小程序里定制手机壳；${miniAppNames}店铺授权之后，这里显示它的小程序和版本。`,
  ],
  expired: ['店铺授权已过期', `重新授权${miniAppNames}店铺后，才能读取它的小程序。`],
  'no-template': ['还没有可用的小程序模板', '服务还没有配置小程序模板，请联系客服。'],
  'no-app': ['店铺还没有开通定制小程序', '开通后在这里查看和更新它的版本；刚刚开通的，请稍后重新读取。'],
}

function Loading() {
  return (
    <>
      <div className="mini-app-card is-loading" role="status" aria-label="正在加载小程序" />
      <TableSkeleton label="正在加载小程序版本" rows={3} />
    </>
  )
}

function Versions({ app, versions }: { readonly app: App; readonly versions: readonly MiniAppTemplateVersion[] }) {
  const { change, busy } = useVersionChange(app, versions)
  return (
    <>
      <AppCard app={app} versions={versions} busy={busy} onUpdate={change} />
      <VersionTable app={app} versions={versions} busy={busy} onUse={change} />
    </>
  )
}

function LastKnownApp({ app }: { readonly app: App }) {
  return (
    <>
      <Alert
        type="warning"
        className="form-alert"
        content={`店铺授权已过期，下面是上次读取的内容；重新授权${miniAppNames}店铺后才能更新版本。`}
      />
      <AppCard app={app} versions={[]} />
    </>
  )
}

/** 小程序: shows the mini-app, its version, and the versions to which it can be changed. */
export default function MiniAppScreen() {
  const [, navigate] = useLocation()
  const miniApp = useMiniApp()
  const refreshButton = (
    <Button type="primary" icon={<IconRefresh />} loading={miniApp.isFetching} onClick={() => void miniApp.refetch()}>
      重新读取
    </Button>
  )
  return (
    <Page title="小程序" back={{ label: '返回店铺设置', go: () => navigate(screens.shops.path) }}>
      <ListView result={miniApp} skeleton={<Loading />}>
        {({ app, shops, versions }) => {
          const state = miniAppStateOf(app, shops, versions)
          if (app && state === 'ready') return <Versions app={app} versions={versions} />
          if (app && state === 'expired') return <LastKnownApp app={app} />
          const [title, text] = emptyTexts[state === 'ready' ? 'no-app' : state]
          return <EmptyState picture={<PhoneAppPicture />} title={title} text={text} action={refreshButton} />
        }}
      </ListView>
    </Page>
  )
}
