import { Button } from '@arco-design/web-react'
import type { OrderItem } from '../../../../contract/types'
import { useSettleChange } from '../../../api/settle-change'
import { toastSuccess } from '../../../ui/toast'

interface ChangeSettledProps {
  readonly orderId: number
  readonly item: OrderItem
}

/** Ends the notice of a buyer's change once the seller has settled it; a later change is shown again. */
export function ChangeSettled({ orderId, item: { id, change } }: ChangeSettledProps) {
  const settle = useSettleChange(orderId, id, () => toastSuccess('已标为处理过，买家再改会重新提示'))
  if (change === null) return null
  return (
    <Button size="mini" loading={settle.isPending} onClick={() => settle.mutate(change.text)}>
      {change.stage === 'pushed' ? '已和工厂确认，不再提示' : '已确认，不再提示'}
    </Button>
  )
}
