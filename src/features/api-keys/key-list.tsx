import { Button } from '@arco-design/web-react'
import { IconPlus, IconStop } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { shopLabel } from '../../../contract/rules/shop-types'
import type { ApiKey, ApiKeyMade } from '../../../contract/types'
import { resolveFileUrl } from '../../api/file-url'
import { apiKeysQuery } from '../../api/queries/api-keys'
import { meQuery } from '../../api/queries/session'
import { shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { agoText } from '../../base/ago'
import { screens } from '../../base/paths'
import { serverNow } from '../../base/server-clock'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { confirm } from '../../ui/confirm'
import { CopyButton } from '../../ui/copy-button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { KeyPicture } from '../../ui/empty-pictures'
import { ListView } from '../../ui/list-view'
import { PageActions } from '../../ui/page'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastSuccess } from '../../ui/toast'
import { useDialog } from '../../ui/use-dialog'
import { KeyForm } from './key-form'
import { useApiKeyMutations } from './mutations'
import { SecretDialog } from './secret-dialog'
import { isLive, keyState, rightsText } from './texts'
import './api-keys.css'

const nameOf = ({ name }: ApiKey) => name

/** The address of the description of the API, on the server that this plugin talks to. */
function DocsLink() {
  const address = new URL(resolveFileUrl('/api/docs'), location.href).href
  return (
    <>
      <a href={address} target="_blank" rel="noreferrer">
        接口文档
      </a>
      <CopyButton text={address} label="复制接口文档的地址" />
    </>
  )
}

/** 接口密钥: lists the keys of the merchant's own programs; the main account makes them, shown once, and revokes them. */
export function KeyList() {
  const api = useApi()
  const keys = useQuery(apiKeysQuery(api))
  const shops = useQuery({ ...shopsQuery(api), meta: { quiet: true } }).data
  const isMain = useQuery(meQuery(api)).data?.mainUsername === undefined
  const dialog = useDialog(screens.apiKeys)
  const [made, setMade] = useState<ApiKeyMade | null>(null)
  const { revoke } = useApiKeyMutations()

  const columns = useMemo((): readonly Column<ApiKey>[] => {
    const shopsText = ({ shopIds }: ApiKey): string =>
      shopIds === null
        ? '全部'
        : shopIds
            .map((id) => shops?.find((shop) => shop.id === id))
            .map((shop) => (shop ? shopLabel(shop) : '已删除的店铺'))
            .join('、')
    return [
      {
        key: 'name',
        title: '名称',
        width: 176,
        render: ({ name, prefix }) => (
          <>
            <div>{name}</div>
            <code className="key-prefix">{prefix}…</code>
          </>
        ),
      },
      {
        key: 'rights',
        title: '权限',
        render: (key) => rightsText(key).map((line) => <div key={line}>{line}</div>),
      },
      { key: 'shops', title: '店铺', width: 112, foldable: true, render: shopsText },
      {
        key: 'expires',
        title: '到期',
        width: 136,
        render: (key) => {
          const { text, kind } = keyState(key, serverNow())
          return <span className={`key-${kind}`}>{text}</span>
        },
      },
      {
        key: 'used',
        title: '最近使用',
        width: 144,
        render: ({ lastUsedAt, lastUsedFrom }) =>
          lastUsedAt === null ? (
            '还没有用过'
          ) : (
            <>
              <div>{agoText(lastUsedAt, serverNow())}</div>
              <span className="key-prefix">{lastUsedFrom}</span>
            </>
          ),
      },
    ]
  }, [shops])

  const revokeOne = async ({ id, name }: ApiKey) => {
    const agreed = await confirm({
      title: `作废「${name}」？`,
      content: '用它的程序立即不能再调用接口，作废后不能恢复。',
      okText: '作废',
      danger: true,
    })
    if (!agreed) return
    await revoke.mutateAsync(id).then(
      () => toastSuccess('已作废'),
      () => undefined,
    )
  }
  const actions: readonly Action<ApiKey>[] = [
    {
      key: 'revoke',
      label: '作废',
      icon: <IconStop />,
      danger: true,
      where: 'row',
      refusal: (rows) => (rows.every((key) => isLive(key, serverNow())) ? null : '已经不能使用'),
      perform: ([one]) => one && revokeOne(one),
    },
  ]
  const add = isMain && (
    <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add')}>
      新建接口密钥
    </Button>
  )
  return (
    <>
      <PageActions>{keys.data && keys.data.length > 0 && add}</PageActions>
      <p className="account-hint">
        您自己的程序用接口密钥读取订单、取得印刷文件、推送到工厂。怎么调用：
        <DocsLink />
      </p>
      <ListView result={keys} skeleton={<TableSkeleton label="正在加载接口密钥" rows={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              picture={<KeyPicture />}
              title="还没有接口密钥"
              text={
                isMain ? '新建后把密钥填进您的程序；它能看什么、能改什么、每天最多花多少，由您勾选。' : '接口密钥由主账号新建。'
              }
              action={add || undefined}
            />
          ) : (
            <DataTable label="接口密钥" rows={rows} columns={columns} nameOf={nameOf} actions={actions} />
          )
        }
      </ListView>
      <KeyForm visible={dialog.name === 'add' && isMain} onClose={dialog.close} onMade={setMade} />
      <SecretDialog made={made} onClose={() => setMade(null)} />
    </>
  )
}
