import { Button } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { shopLabel } from '../../../../contract/rules/shop-types'
import { shopsQuery } from '../../../api/queries/shops'
import { useApi } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { countText } from '../../../base/money'
import { screens } from '../../../base/paths'
import { EmptyState } from '../../../ui/empty'
import { DonePicture } from '../../../ui/empty-pictures'
import { FailureText } from '../../../ui/failure-view'
import { ListView } from '../../../ui/list-view'
import { Page } from '../../../ui/page'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { ApprovalCard } from './approval-card'
import { usePrefetch } from './use-prefetch'
import { type Queue, useQueue } from './use-queue'
import './approvals.css'

/** 待审批: orders whose pictures a person looks at, one after the other, before a rule may push them. */
export default function ApprovalScreen() {
  const api = useApi()
  const [, go] = useLocation()
  const queue = useQueue()
  const shops = useQuery({ ...shopsQuery(api), meta: { quiet: true } })
  const { may } = usePermissions()
  const { result, items, index, current, total } = queue
  usePrefetch(items.slice(index + 1, index + 4))
  const shop = shops.data?.find(({ id }) => id === current?.order.shopId)
  return (
    <Page
      title={total > 0 ? `待审批（${countText(total)}）` : '待审批'}
      back={{ label: '返回订单管理', go: () => go(screens.orders()) }}
      actions={
        <Button
          icon={<IconRefresh />}
          aria-label="刷新"
          title="刷新"
          loading={result.isFetching && !result.isPending && !result.isFetchingNextPage}
          onClick={() => void result.refetch()}
        />
      }
    >
      <ListView result={result} skeleton={<TableSkeleton label="正在加载待审批的订单" rows={6} />}>
        {() => (
          <>
            <LastAnswer queue={queue} />
            {current === undefined ? (
              <EmptyState
                picture={<DonePicture />}
                title="没有要审批的订单"
                text="在自动规则里用动作“待审批”，符合的订单会先到这里，看过图片才会推送到工厂。"
              />
            ) : (
              <ApprovalCard
                key={current.order.id + current.designs + current.facts}
                approval={current}
                shop={shop === undefined ? '' : shopLabel(shop)}
                queue={queue}
                mayDecide={may(['orders'])}
              />
            )}
          </>
        )}
      </ListView>
    </Page>
  )
}

/** The last answer, to be taken back, or why one was refused. The line keeps its height, so that the picture stays in place. */
function LastAnswer({ queue: { last, outcome, undo, isBusy } }: { readonly queue: Queue }) {
  return (
    <div className="approval-last" role="status">
      {outcome?.kind === 'refused' && (
        <span className="approval-refused">
          订单 {outcome.number}：{outcome.message}
        </span>
      )}
      {outcome?.kind === 'failed' && (
        <span className="approval-refused">
          没有成功，请再试一次：
          <FailureText error={outcome.error} />
        </span>
      )}
      {outcome === null && last !== null && (
        <>
          <span>
            {last.answer === 'approved' ? '通过了' : '退回了'} {last.approval.order.originalId}
          </span>
          <Button size="mini" type="text" disabled={isBusy} onClick={undo}>
            撤销 <kbd>Z</kbd>
          </Button>
        </>
      )}
    </div>
  )
}
