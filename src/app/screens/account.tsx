import { useQueryClient } from '@tanstack/react-query'
import { Redirect, useLocation, useParams } from 'wouter'
import { readers } from '../../../contract/permissions'
import { useApi, usePlatform } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { screens } from '../../base/paths'
import { AuditList } from '../../features/account/audit-list'
import { OwnAccount } from '../../features/account/own-account'
import { SubAccountList } from '../../features/account/sub-account-list'
import { KeyList } from '../../features/api-keys/key-list'
import { WebhookList } from '../../features/webhooks/webhook-list'
import { Page } from '../../ui/page'
import { TabBar } from '../../ui/tab-bar'
import { NoPermission } from '../no-permission'
import { signOut } from '../session'
import '../../features/account/account.css'

const own = { key: 'own', label: '我的账号', path: screens.account.path }
const sub = { key: 'sub_accounts', label: '子账号', path: screens.subAccounts.path }
const apiKeys = { key: 'api_keys', label: '接口密钥', path: screens.apiKeys.path }
const webhooks = { key: 'webhooks', label: '事件通知', path: screens.webhooks.path }
const audit = { key: 'audit', label: '操作记录', path: screens.audit.path }
/** Tabs for users who manage sub-accounts. */
const below = [sub, apiKeys, webhooks, audit]

/** 账号: the user's own account at the path itself; sub-accounts, API keys, webhooks and the audit log below it for users who manage sub-accounts. */
export default function Account() {
  const { type } = useParams<{ type?: string }>()
  const [, navigate] = useLocation()
  const { may } = usePermissions()
  const deps = { api: useApi(), platform: usePlatform(), queries: useQueryClient() }
  if (type !== undefined && !below.some(({ key }) => key === type)) return <Redirect to={screens.account.path} replace />
  const managesSubAccounts = may(readers.users)
  const tabs = managesSubAccounts || type !== undefined ? [own, ...below] : [own]
  const show = (key: string) => navigate(tabs.find((tab) => tab.key === key)?.path ?? screens.account.path, { replace: true })
  return (
    <Page title="账号">
      <TabBar label="账号" tabs={tabs} active={type ?? own.key} onChange={show}>
        {type === undefined && <OwnAccount onSignedOut={() => void signOut(deps)} />}
        {type !== undefined && !managesSubAccounts && <NoPermission />}
        {type === sub.key && managesSubAccounts && <SubAccountList />}
        {type === apiKeys.key && managesSubAccounts && <KeyList />}
        {type === webhooks.key && managesSubAccounts && <WebhookList />}
        {type === audit.key && managesSubAccounts && <AuditList />}
      </TabBar>
    </Page>
  )
}
