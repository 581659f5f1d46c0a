import { Alert, Button } from '@arco-design/web-react'
import { IconEdit, IconPlus, IconSafe } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readers } from '../../../contract/permissions'
import { authorizationWarning } from '../../../contract/rules/shop-authorization'
import {
  authorizableNames,
  authorizableTypes,
  hasKeys,
  isConnected,
  keyedNames,
  mayHaveMiniApp,
  productSourceOf,
  shopTypeName,
} from '../../../contract/rules/shop-types'
import type { Shop } from '../../../contract/types'
import { syncStatesQuery } from '../../api/queries/orders'
import { shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { useChosenShops } from '../../api/use-chosen-shops'
import { usePermissions } from '../../api/use-permissions'
import { beijingDay, beijingMinute } from '../../base/beijing-time'
import { followsSteps } from '../../base/first-way'
import { screens } from '../../base/paths'
import { serverNow } from '../../base/server-clock'
import { syncStateText } from '../../base/sync-state'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { lazyDialog } from '../../ui/lazy-dialog'
import { LinkButton } from '../../ui/link-button'
import { ListView } from '../../ui/list-view'
import { NoShopsGiven } from '../../ui/no-shops'
import { Page } from '../../ui/page'
import { TableSkeleton } from '../../ui/table-skeleton'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { useListQuery } from '../../ui/use-list-query'
import { ExchangeResult } from './exchange-result'
import { ShopForm } from './shop-form'
import { ShopPicture } from './shop-picture'
import { awaitedPollMs, useAuthorization } from './use-authorization'
import './shops.css'

const ConnectDialog = lazyDialog('连接店铺', () => import('./connect-dialog'))

const pageSizes = [20, 50, 100] as const
const nameOf = (shop: Shop) => shop.name

/** The state of a shop that is connected with keys, as a button that opens them. */
function Connection({ shop, onOpen }: { readonly shop: Shop; readonly onOpen: (shop: Shop) => void }) {
  const { authorization } = shop
  const warning = authorizationWarning(shop, serverNow())
  const text = authorization === null ? '未连接' : (warning ?? '已连接')
  return (
    <Button
      type="text"
      size="mini"
      className={`shops-connection${warning === null ? '' : ' shops-expired'}`}
      aria-label={`${text}，打开“${shop.name}”的连接`}
      onClick={() => onOpen(shop)}
    >
      {text}
    </Button>
  )
}

/** The state of a shop's authorization; only shops that were added by authorization have one. */
function Authorization({ shop }: { readonly shop: Shop }) {
  const { authorization } = shop
  if (authorization === null) return '无'
  const warning = authorizationWarning(shop, serverNow())
  if (warning === null) return authorization.subAccount ? `已由子账号“${authorization.subAccount}”授权` : '已授权'
  return (
    <span className="shops-expired">{authorization.status === 'active' ? `${warning}，请重新授权` : '已过期，请重新授权'}</span>
  )
}

/** When the shop's orders were last read, and when that happens next or why it does not; nothing for a user of no orders. */
function SyncTime({ shop }: { readonly shop: Shop }) {
  const { may } = usePermissions()
  const { data } = useQuery({ ...syncStatesQuery(useApi()), enabled: may(readers.orders) })
  const state = data?.shops.find(({ shopId }) => shopId === shop.id)
  if (state === undefined) return '无'
  return (
    <span className={state.standsStill || state.failure ? 'shops-expired' : undefined}>{syncStateText(state, serverNow())}</span>
  )
}

/** Says in the window that opened the marketplace's page what was granted there, and leads on where the first steps do not. */
function Given({ shop }: { readonly shop: Shop }) {
  const leadsOn = productSourceOf(shop) === 'sync' && !followsSteps.get()
  return (
    <Alert
      type="success"
      className="shops-given"
      content={
        <span role="status">
          「{shop.name}」授权成功。{leadsOn && '下一步：从出售中的商品里勾选要定制的。'}
        </span>
      }
      action={leadsOn && <LinkButton href={screens.products({ shopId: shop.id, dialog: 'sync' })}>选商品</LinkButton>}
    />
  )
}

const columnsWith = (openConnection: (shop: Shop) => void): readonly Column<Shop>[] => [
  { key: 'index', title: '序号', width: 52, render: (_, index) => <span className="numeric">{index + 1}</span> },
  { key: 'type', title: '平台', width: 88, render: (shop) => shopTypeName(shop.type) },
  { key: 'name', title: '店铺名称', render: (shop) => shop.name },
  {
    key: 'boundAt',
    title: '添加时间',
    width: 152,
    foldable: 'first',
    render: (shop) => (
      <time className="numeric" dateTime={new Date(shop.boundAt).toISOString()}>
        {beijingMinute(shop.boundAt)}
      </time>
    ),
  },
  {
    key: 'authorization',
    title: '授权状态',
    width: 124,
    render: (shop) => (hasKeys(shop.type) ? <Connection shop={shop} onOpen={openConnection} /> : <Authorization shop={shop} />),
  },
  {
    key: 'expires',
    title: '授权到期',
    width: 108,
    foldable: true,
    render: ({ authorization }) => (
      <span className="numeric">{authorization?.expiresAt ? beijingDay(authorization.expiresAt) : '无'}</span>
    ),
  },
  { key: 'sync', title: '订单同步', width: 152, foldable: true, render: (shop) => <SyncTime shop={shop} /> },
]

/** 店铺设置: lists the shops of the account. */
export default function ShopList() {
  const list = useListQuery(screens.shops, pageSizes)
  const query = shopsQuery(useApi())
  const shops = useQuery(query)
  const authorization = useAuthorization(list, shops.data)
  // The client opens links in another browser, which cannot tell this window that the authorization was given.
  useQuery({ ...query, enabled: authorization.isAwaited, refetchInterval: awaitedPollMs, meta: { quiet: true } })
  const hasChosenShops = useChosenShops()
  const dialog = useDialog(screens.shops)
  const edited = useDialogRow(dialog, 'edit', shops.data, '店铺')
  const connected = useDialogRow(dialog, 'connect', shops.data, '店铺')
  const actions: readonly Action<Shop>[] = [
    { key: 'edit', label: '编辑', icon: <IconEdit />, perform: ([shop]) => shop && dialog.open('edit', shop.id) },
    {
      key: 'authorize',
      label: '重新授权',
      icon: <IconSafe />,
      refusal: ([shop]) => (shop && isConnected(shop) && !hasKeys(shop.type) ? null : `只有${authorizableNames}店铺需要授权`),
      perform: ([shop]) => shop && void authorization.begin(shop.type),
    },
  ]
  const add = (
    <Button icon={<IconPlus />} onClick={() => dialog.open('add')}>
      添加店铺
    </Button>
  )
  const authorize = authorizableTypes.map((type) => (
    <Button
      key={type}
      type="primary"
      icon={<IconSafe />}
      loading={authorization.isBusy}
      onClick={() => void authorization.begin(type)}
    >
      {`授权${shopTypeName(type)}店铺`}
    </Button>
  ))
  const hasShops = shops.data !== undefined && shops.data.length > 0
  const miniApp = shops.data?.some(mayHaveMiniApp) && (
    <Link href={screens.miniApp.path} asChild>
      <Button href={screens.miniApp.path}>小程序</Button>
    </Link>
  )
  if (authorization.exchange !== null) {
    const { exchange, isBusy, begin, dismissExchange } = authorization
    return <ExchangeResult exchange={exchange} isBusy={isBusy} begin={begin} onDone={dismissExchange} />
  }
  return (
    <Page
      title="店铺设置"
      actions={
        <>
          {miniApp}
          {/* A further shop would not be the user's; his own are authorized again in the table. */}
          {hasShops && !hasChosenShops && add}
        </>
      }
      primary={hasShops && !hasChosenShops && authorize}
    >
      {authorization.given && <Given shop={authorization.given} />}
      <ListView result={shops} skeleton={<TableSkeleton label="正在加载店铺" rows={4} />}>
        {(rows) =>
          rows.length === 0 && hasChosenShops ? (
            <NoShopsGiven />
          ) : rows.length === 0 ? (
            <EmptyState
              picture={<ShopPicture />}
              title="先授权一个店铺"
              text={`授权${authorizableNames}店铺后，出售中的商品可以直接勾选，订单自己进来。${keyedNames}用店铺的密钥连接，其他平台先添加，再导入订单文件。`}
              action={
                <span className="shops-ways">
                  {authorize}
                  {add}
                </span>
              }
            />
          ) : (
            <DataTable
              label="店铺"
              rows={rows}
              columns={columnsWith((shop) => dialog.open('connect', shop.id))}
              nameOf={nameOf}
              actions={actions}
              paging={{ query: list, pageSizes, unit: '个店铺' }}
            />
          )
        }
      </ListView>
      {connected && (
        <ConnectDialog key={connected.id} visible={dialog.name === 'connect'} shop={connected} onClose={dialog.close} />
      )}
      <ShopForm target={dialog.name === 'add' ? 'new' : edited} onClose={dialog.close} />
    </Page>
  )
}
