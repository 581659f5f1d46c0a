import { Alert, Button } from '@arco-design/web-react'
import {
  IconImport,
  IconOrderedList,
  IconPlus,
  IconPrinter,
  IconRefresh,
  IconSync,
  IconUserGroup,
} from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { orderTabs } from '../../../contract/rules/order-findings'
import { canSync, shopLabel } from '../../../contract/rules/shop-types'
import type { Order, OrderTag, OrderView, Shop } from '../../../contract/types'
import { orderTagsQuery } from '../../api/queries/automation'
import { orderViewsQuery } from '../../api/queries/order-views'
import { orderKeys, ordersQuery } from '../../api/queries/orders'
import { meQuery } from '../../api/queries/session'
import { shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { useChosenShops } from '../../api/use-chosen-shops'
import { screens } from '../../base/paths'
import { useDownloadControls } from '../../downloads/use-download-controls'
import { PushButton } from '../../push/push-button'
import { EmptyState } from '../../ui/empty'
import { FailureText } from '../../ui/failure-view'
import { lazyDialog } from '../../ui/lazy-dialog'
import { LinkButton } from '../../ui/link-button'
import { ListView } from '../../ui/list-view'
import { NoMatch } from '../../ui/no-match'
import { NoShopsGiven } from '../../ui/no-shops'
import { Page } from '../../ui/page'
import { PageFooter } from '../../ui/page-footer'
import { TableSkeleton } from '../../ui/table-skeleton'
import { TaskReport } from '../../ui/task-report'
import { useDialog } from '../../ui/use-dialog'
import { useListQuery } from '../../ui/use-list-query'
import { AlarmNotice } from './alarms/alarm-notice'
import { ApprovalNotice } from './approvals/approval-notice'
import { AuthorizationNotice } from './authorization-notice'
import { ColumnMenu } from './column-menu'
import { importedText, orderFileScope } from './files/order-file-kind'
import { FilterRow } from './filter-row'
import { MarkButton } from './marks/mark-button'
import { workTickedWith } from './order-facts'
import { filtersText, filterTexts, isFiltered, noFilters, pageSizes, readFilters, tabOf, toQuery } from './order-filters'
import { OrderPicture } from './order-picture'
import { OrderTable } from './order-table'
import { OrderTabs } from './order-tabs'
import { PickAll } from './pick-all'
import { PickCount } from './pick-bar'
import { RenderButton } from './render/render-button'
import { renderedText, renderScope } from './render/render-kind'
import { ReviewButton } from './review/review-button'
import { SyncProgress } from './sync-progress'
import { SyncTimes } from './sync-times'
import { UnreadNotice } from './unread-orders'
import { useLayout } from './use-layout'
import { useNewOrders } from './use-new-orders'
import { useOpenOrder } from './use-open-order'
import { usePickAll } from './use-pick-all'
import { type Picks, usePicks } from './use-picks'
import { useReread } from './use-reread'
import { useSyncs } from './use-sync'

const SyncDialog = lazyDialog('同步订单', () => import('./sync-dialog'))
const FileDialog = lazyDialog('导入订单', () => import('./files/file-dialog'))
const ManualDialog = lazyDialog('新建订单', () => import('./manual/manual-dialog'))
const PickingDialog = lazyDialog('备货汇总', () => import('./picking/picking-dialog'))
const PrintDialog = lazyDialog('打印清单', () => import('./print-list/print-dialog'))
const OrderDrawer = lazyDialog('订单详情', () => import('./detail/order-drawer'))

const noOrders: readonly Order[] = []
const noShops: readonly Shop[] = []
const noViews: readonly OrderView[] = []
const noTags: readonly OrderTag[] = []
const skeleton = <TableSkeleton label="正在加载订单" rows={8} />

function isPageTicked(orders: readonly Order[], { selection }: Picks): boolean {
  const items = orders.flatMap(workTickedWith)
  return items.length > 0 && items.every((item) => selection.ids.has(item.id))
}

interface OrderScreenProps {
  /** Opens the design of a customization to be corrected. */
  readonly onCorrect: (customizationId: number) => void
}

/** 订单管理: lists what buyers ordered and designed, to be checked, downloaded and pushed to a factory. */
export default function OrderScreen({ onCorrect }: OrderScreenProps) {
  const api = useApi()
  const queries = useQueryClient()
  const list = useListQuery(screens.orders, pageSizes)
  const hasChosenShops = useChosenShops()
  const dialog = useDialog(screens.orders)
  const opened = useOpenOrder()
  const [, go] = useLocation()
  const me = useQuery(meQuery(api))
  const username = me.data?.username
  // Both are shown in place.
  const shops = useQuery({ ...shopsQuery(api), meta: { quiet: true } })
  const allShops = shops.data ?? noShops
  const tags = useQuery({ ...orderTagsQuery(api), meta: { quiet: true } }).data ?? noTags
  const filters = readFilters(list.get)
  // An old link may name a shop that no longer exists; the server does not know it either, so it is not asked.
  const isUnknownShop = filters.shopId !== null && shops.data?.every((shop) => shop.id !== filters.shopId) === true
  const orders = useQuery({ ...ordersQuery(api, toQuery(filters, list)), enabled: !isUnknownShop, meta: { quiet: true } })
  const rows = orders.data?.items
  const filterText = filtersText(filters, allShops, tags)
  const orderPicks = usePicks(rows ?? noOrders)
  const pickAll = usePickAll(filters, orderPicks.addAll)
  const isCurrent = !orders.isPlaceholderData
  const views = useQuery(orderViewsQuery(api)).data?.views ?? noViews
  const openView = views.find(({ id }) => id === list.get('view')) ?? null
  const shown = useLayout(username, openView)
  const newOrders = useNewOrders(username, rows)
  const syncs = useSyncs(username, newOrders.markAllSeen)
  const rereadPicked = useReread(orderPicks, rows ?? noOrders)
  const [syncShop, setSyncShop] = useState<number | null>(null)
  const shopNameOf = useCallback(
    (shopId: number) => {
      const shop = allShops.find((one) => one.id === shopId)
      return shop === undefined ? '' : shopLabel(shop)
    },
    [allShops],
  )
  const startSync = (shopId: number | null) => {
    setSyncShop(shopId)
    dialog.open('sync')
  }
  const reloadOrders = () => {
    void queries.invalidateQueries({ queryKey: orderKeys.all })
    void rereadPicked()
  }
  // On a screen with orders, downloading them is the primary action.
  const hasPicked = orderPicks.picked.length > 0
  const hasOrders = (orders.data?.totalItems ?? 0) > 0
  const downloads = useDownloadControls(orderPicks.picked, () => void rereadPicked())
  /** The ticked rows, or without any the orders of the filters: these are summed up and printed. */
  const listed = { picked: orderPicks.picked, filters, filterText }
  const syncButton = (type: 'primary' | 'secondary') => (
    <Button type={type} icon={<IconSync />} onClick={() => startSync(filters.shopId)}>
      同步订单
    </Button>
  )
  const importButton = (
    <Button icon={<IconImport />} onClick={() => dialog.open('import')}>
      导入订单
    </Button>
  )
  const emptyState = () => {
    if (isFiltered(filters)) {
      const tab = tabOf(filters)
      const isTabAlone = tab !== null && filterTexts(filters, null).length === 0
      return (
        <NoMatch
          text={isTabAlone ? `没有「${orderTabs[tab].name}」的订单。` : '没有符合这些条件的订单。'}
          onClear={() => list.set(noFilters)}
        />
      )
    }
    if (shops.data?.length === 0) {
      if (hasChosenShops) return <NoShopsGiven />
      return (
        <EmptyState
          picture={<OrderPicture />}
          title="先添加一个店铺"
          text="订单属于店铺。添加或授权店铺后，买家定制的订单会出现在这里。"
          action={<LinkButton href={screens.shops.path}>去添加店铺</LinkButton>}
        />
      )
    }
    return (
      <EmptyState
        picture={<OrderPicture />}
        title="还没有订单"
        text={
          allShops.some(canSync)
            ? '从平台读取订单后，买家的定制图和效果图会出现在这里，可以成批下载。'
            : '买家通过定制链接下单后，订单会出现在这里。也可以导入平台导出的订单表格。'
        }
        action={allShops.some(canSync) && syncButton('primary')}
      />
    )
  }
  return (
    <Page
      title="订单管理"
      isSticky={hasPicked}
      actions={
        <>
          <PickCount picks={orderPicks} />
          {/* It is there only while designs wait, and then it must not fold away. */}
          <ReviewButton isOpen={dialog.name === 'review'} onOpen={() => dialog.open('review')} onClose={dialog.close} />
          <PushButton picked={orderPicks.picked} onPushed={reloadOrders} />
          {hasPicked && <RenderButton picked={orderPicks.picked} />}
          {downloads.buttons}
          {!hasPicked && (
            <>
              <Button
                icon={<IconRefresh />}
                loading={orders.isFetching && !orders.isPending}
                aria-label="刷新"
                title="刷新"
                onClick={() => void orders.refetch()}
              />
              {allShops.length > 0 && syncButton('secondary')}
              {allShops.length > 0 && importButton}
              {allShops.length > 0 && (
                <Button icon={<IconPlus />} onClick={() => dialog.open('create')}>
                  新建订单
                </Button>
              )}
              {allShops.length > 0 && (
                <Button icon={<IconUserGroup />} title="一个模板、一份名单，每个人一张定制图" onClick={() => go(screens.names())}>
                  按名单定制
                </Button>
              )}
            </>
          )}
          {hasOrders && (
            <>
              <Button icon={<IconOrderedList />} title="按型号和材质合计要做的件数" onClick={() => dialog.open('picking')}>
                备货汇总
              </Button>
              <Button
                icon={<IconPrinter />}
                title="把订单打印成可以逐个打勾的清单，或每件一张的标签"
                onClick={() => dialog.open('print')}
              >
                打印清单
              </Button>
            </>
          )}
          {hasPicked && <MarkButton orderIds={orderPicks.picked.map(({ family, order }) => family[0]?.id ?? order.id)} />}
        </>
      }
    >
      <SyncProgress syncs={syncs} shopOf={shopNameOf} onRetry={startSync} />
      {downloads.cards}
      <TaskReport scope={renderScope} success={renderedText} />
      <TaskReport scope={orderFileScope} success={importedText} />
      {/* Where the orders are not there either, one message says why. */}
      {shops.isError && shops.data === undefined && !orders.isError && (
        <Alert
          type="warning"
          className="refresh-error"
          content={
            <>
              店铺没有读取到，暂时不能按店铺筛选和同步：
              <FailureText error={shops.error} />
            </>
          }
          action={
            <Button size="mini" loading={shops.isFetching} onClick={() => void shops.refetch()}>
              重试
            </Button>
          }
        />
      )}
      <AuthorizationNotice shops={allShops} />
      <UnreadNotice shops={allShops} onOpen={startSync} />
      <AlarmNotice />
      <ApprovalNotice />
      <OrderTabs filters={filters} filterText={filterText} layout={shown.layout} views={views} openView={openView} list={list} />
      <FilterRow filters={filters} shops={allShops} tags={tags} list={list} />
      <SyncTimes shops={allShops} shopId={filters.shopId} place="above" />
      {isUnknownShop ? (
        <NoMatch text="没有找到这个店铺，它可能不属于当前账号。" onClear={() => list.set(noFilters)} />
      ) : (
        <ListView result={orders} skeleton={skeleton}>
          {({ items, totalItems, totalIsLeast = false }) => (
            <>
              {items.length === 0 && (isCurrent || !orders.isFetching) ? (
                // Which empty state fits depends on the shops.
                shops.isPending ? (
                  skeleton
                ) : (
                  totalItems === 0 && emptyState()
                )
              ) : (
                <>
                  {(pickAll.readCount !== null || (totalItems > items.length && isPageTicked(items, orderPicks))) && (
                    <PickAll total={totalItems} isLeast={totalIsLeast} pickAll={pickAll} />
                  )}
                  <OrderTable
                    orders={items}
                    shopOf={shopNameOf}
                    selection={orderPicks.selection}
                    isNew={newOrders.isNew}
                    refreshing={!isCurrent}
                    columns={shown.columns}
                    density={shown.layout.density}
                    columnMenu={<ColumnMenu {...shown} />}
                    onOpen={opened.open}
                  />
                </>
              )}
              <PageFooter
                query={list}
                pageSizes={pageSizes}
                total={totalItems}
                isLeast={totalIsLeast}
                unit="个订单"
                isTotalCurrent={isCurrent}
                note={<SyncTimes shops={allShops} shopId={filters.shopId} place="foot" />}
              />
            </>
          )}
        </ListView>
      )}
      <SyncDialog
        visible={dialog.name === 'sync'}
        shops={allShops}
        shopId={syncShop ?? filters.shopId}
        onStarted={syncs.track}
        onClose={dialog.close}
      />
      <ManualDialog visible={dialog.name === 'create'} shops={allShops} shopId={filters.shopId} onClose={dialog.close} />
      <FileDialog visible={dialog.name === 'import'} shops={allShops} shopId={filters.shopId} onClose={dialog.close} />
      <PickingDialog visible={dialog.name === 'picking'} {...listed} onClose={dialog.close} />
      <PrintDialog visible={dialog.name === 'print'} {...listed} shopOf={shopNameOf} onClose={dialog.close} />
      <OrderDrawer
        visible={opened.orderId !== null}
        onClose={opened.close}
        openOrder={opened}
        orders={rows ?? noOrders}
        shopOf={shopNameOf}
        onCorrect={onCorrect}
      />
    </Page>
  )
}
