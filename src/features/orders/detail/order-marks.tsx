import { Button } from '@arco-design/web-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Order } from '../../../../contract/types'
import { orderTagsQuery } from '../../../api/queries/automation'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { beijingMinute } from '../../../base/beijing-time'
import { screens } from '../../../base/paths'
import { showMessage } from '../../../ui/confirm'
import { FailureText } from '../../../ui/failure-view'
import { toastSuccess } from '../../../ui/toast'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { StatusTag } from '../status-tag'

interface OrderMarksProps {
  readonly orderId: number
  readonly marks: NonNullable<Order['marks']>
}

/** Whether a person still has to look at the order's pictures, or who did and when. */
function ApprovalText({ approval, approvalBy, approvalAt, approvalReason }: OrderMarksProps['marks']) {
  if (approval === 'waiting') return <Link href={screens.approvals()}>待审批</Link>
  const when = approvalAt === null ? '' : `${beijingMinute(approvalAt)} `
  return (
    <span>
      {when}
      {approvalBy} 审批{approval === 'approved' ? '通过' : `退回：${approvalReason ?? ''}`}
    </span>
  )
}

/** The tags of an order, who does it, and why it is held back; a held order is pushed only after the hold has been ended here. */
export function OrderMarks({ orderId, marks }: OrderMarksProps) {
  const { tagIds, heldBack, heldBackBy, assignee } = marks
  const api = useApi()
  const queries = useQueryClient()
  const { may } = usePermissions()
  const tags = useQuery({ ...orderTagsQuery(api), enabled: tagIds.length > 0 }).data ?? []
  const release = useOneAtATime(async () => {
    try {
      await api.orders.mark({ body: { orderIds: [orderId], heldBack: null } }, { quiet: true })
      toastSuccess('已取消搁置')
    } catch (error) {
      showMessage('没有成功', <FailureText error={error} />)
    }
    await queries.invalidateQueries({ queryKey: orderKeys.all })
  })
  return (
    <p className="order-marks">
      {tags
        .filter(({ id }) => tagIds.includes(id))
        .map(({ id, name, color }) => (
          <StatusTag key={id} tone={color}>
            {name}
          </StatusTag>
        ))}
      {assignee !== null && <span>由 {assignee} 处理</span>}
      {heldBack !== null && (
        <span>
          已由{heldBackBy}搁置：{heldBack}
        </span>
      )}
      {marks.approval !== null && <ApprovalText {...marks} />}
      {heldBack !== null && may(['orders', 'factory']) && (
        <Button size="small" onClick={() => void release()}>
          取消搁置
        </Button>
      )}
    </p>
  )
}
