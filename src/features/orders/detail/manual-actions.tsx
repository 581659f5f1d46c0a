import { Button } from '@arco-design/web-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderDetail } from '../../../../contract/types'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { requestConfirmation } from '../../../ui/confirm'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { toastSuccess } from '../../../ui/toast'

const ManualDialog = lazyDialog('修改订单', () => import('../manual/manual-dialog'))

interface ManualActionsProps {
  readonly order: OrderDetail
  readonly onRemoved: () => void
}

/** The buttons of an order that was written by hand: only such a one is changed and deleted here. */
export function ManualActions({ order, onRemoved }: ManualActionsProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const remove = async () => {
    try {
      await requestConfirmation({
        title: `删除订单 ${order.originalId}？`,
        content: '订单和其中还没有扣点的定制会一起删除，不能恢复。',
        okText: '删除',
        danger: true,
        onOk: () => api.manualOrders.remove({ params: { id: order.id } }),
      })
    } catch {
      // Not confirmed, or refused: the failure has its own dialog.
      return
    }
    onRemoved()
    toastSuccess('订单已删除')
    await queries.invalidateQueries({ queryKey: orderKeys.lists() })
  }
  return (
    <>
      <Button size="small" type="text" onClick={() => setOpen(true)}>
        修改订单
      </Button>
      <Button size="small" type="text" status="danger" onClick={() => void remove()}>
        删除订单
      </Button>
      <ManualDialog visible={isOpen} shops={[]} shopId={order.shopId} order={order} onClose={() => setOpen(false)} />
    </>
  )
}
