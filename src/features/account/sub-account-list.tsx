import { Button, Switch } from '@arco-design/web-react'
import { IconDelete, IconEdit, IconLink, IconPlus } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { SubAccount } from '../../../contract/types'
import { shopsQuery } from '../../api/queries/shops'
import { subAccountsQuery } from '../../api/queries/sub-accounts'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { beijingDay, beijingMinute } from '../../base/beijing-time'
import { screens, subAccountTutorial } from '../../base/paths'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { confirm, confirmDelete } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { PeoplePicture } from '../../ui/empty-pictures'
import { ListView } from '../../ui/list-view'
import { PageActions } from '../../ui/page'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastSuccess } from '../../ui/toast'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { LinkDialog, type SetupLink } from './link-dialog'
import { useSubAccountMutations } from './mutations'
import { permissionSummary, shopScopeText } from './permission-texts'
import { SubAccountForm } from './sub-account-form'

const nameOf = ({ username }: SubAccount) => username

function stateText({ enabled, hasPassword, setupExpiresAt }: SubAccount): string {
  if (!enabled) return '已停用'
  if (setupExpiresAt !== null) return `链接 ${beijingMinute(setupExpiresAt)} 前有效`
  return hasPassword ? '正常' : '链接已过期，请重新生成'
}

/** 子账号: lists the sub-accounts with their permissions. */
export function SubAccountList() {
  const accounts = useQuery(subAccountsQuery(useApi()))
  const shops = useQuery(shopsQuery(useApi()))
  const { may } = usePermissions()
  const dialog = useDialog(screens.subAccounts)
  const edited = useDialogRow(dialog, 'edit', accounts.data, '子账号')
  const [link, setLink] = useState<SetupLink | null>(null)
  const { enable, link: newLink, remove } = useSubAccountMutations()
  const setEnabled = enable.mutateAsync

  const columns = useMemo((): readonly Column<SubAccount>[] => {
    const confirmAndSetEnabled = async ({ id, username }: SubAccount, enabled: boolean) => {
      const agreed =
        enabled ||
        (await confirm({
          title: `停用「${username}」？`,
          content: '它会立即退出登录，不能再登录；启用后恢复。',
          okText: '停用',
          danger: true,
        }))
      // A failed request shows its own dialog, and the switch is reset.
      if (agreed) {
        await setEnabled({ id, enabled }).then(
          () => toastSuccess(enabled ? '已启用' : '已停用'),
          () => undefined,
        )
      }
    }
    return [
      { key: 'username', title: '登录名', width: 176, render: ({ username }) => username },
      { key: 'permissions', title: '权限', render: (account) => permissionSummary(account.permissions) },
      { key: 'shops', title: '店铺范围', width: 200, render: ({ shopIds }) => shopScopeText(shopIds, shops.data) },
      { key: 'state', title: '状态', width: 200, render: stateText },
      {
        key: 'createdAt',
        title: '添加时间',
        width: 112,
        foldable: true,
        render: ({ createdAt }) => <span className="numeric">{beijingDay(createdAt)}</span>,
      },
      {
        key: 'enabled',
        title: '启用',
        width: 72,
        render: (account) => (
          <Switch
            size="small"
            checked={account.enabled}
            aria-label={`启用「${account.username}」`}
            onChange={(enabled) => void confirmAndSetEnabled(account, enabled)}
          />
        ),
      },
    ]
  }, [setEnabled, shops.data])

  const reset = async ({ id, username, hasPassword }: SubAccount) => {
    const agreed = await confirm({
      title: `为「${username}」生成新的链接？`,
      content: hasPassword ? '对方用链接设置新密码之前，原来的密码仍然有效。' : '之前的链接会失效。',
      okText: '生成链接',
    })
    if (!agreed) return
    await newLink.mutateAsync(id).then(
      (made) => setLink({ username, ...made }),
      () => undefined,
    )
  }
  const deleteOne = async ({ id, username }: SubAccount) => {
    const warning = '它会立即退出登录；它做过的内容都会保留。'
    if (await confirmDelete(username, warning, () => remove.mutateAsync(id))) toastSuccess('删除成功')
  }
  const actions: readonly Action<SubAccount>[] = [
    { key: 'edit', label: '编辑', icon: <IconEdit />, perform: ([one]) => one && dialog.open('edit', one.id) },
    { key: 'link', label: '重新生成链接', icon: <IconLink />, perform: ([one]) => one && reset(one) },
    { key: 'delete', label: '删除', icon: <IconDelete />, danger: true, perform: ([one]) => one && deleteOne(one) },
  ]
  const add = (
    <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add')}>
      添加子账号
    </Button>
  )
  return (
    <>
      <PageActions>{accounts.data && accounts.data.length > 0 && add}</PageActions>
      <p className="account-hint">
        子账号能看什么、能做什么，由勾选的权限和店铺范围决定。<Link href={subAccountTutorial}>子账号授权教程</Link>
      </p>
      <ListView result={accounts} skeleton={<TableSkeleton label="正在加载子账号" rows={4} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              picture={<PeoplePicture />}
              title="还没有子账号"
              text="添加后把一次性链接发给同事，对方自己设置密码；勾选什么权限，就能看到和操作什么。"
              action={add}
            />
          ) : (
            <DataTable label="子账号" rows={rows} columns={columns} nameOf={nameOf} actions={actions} />
          )
        }
      </ListView>
      <SubAccountForm
        target={dialog.name === 'add' ? 'new' : edited}
        mayGrant={(permission) => may([permission])}
        onClose={dialog.close}
        onLink={setLink}
      />
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  )
}
