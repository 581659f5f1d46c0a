import { Button } from '@arco-design/web-react'
import { countText } from '../../base/money'
import { FailureText } from '../../ui/failure-view'
import { maxPickedOrders, type PickAll as Picking } from './use-pick-all'

interface PickAllProps {
  /** Number of orders that pass the filters, on all pages. */
  readonly total: number
  /** Whether there may be more: nobody counted further. */
  readonly isLeast: boolean
  readonly pickAll: Picking
}

/** Offers to tick all results once the page is ticked and there are more pages; shows the progress. */
export function PickAll({ total, isLeast, pickAll: { readCount, error, start, stop } }: PickAllProps) {
  const pickableCount = isLeast ? maxPickedOrders : Math.min(total, maxPickedOrders)
  return (
    <p className="orders-pick-all numeric" role="status">
      {readCount === null ? (
        <>
          本页已全部勾选。
          <Button size="mini" type="text" onClick={start}>
            {isLeast || total > maxPickedOrders
              ? `勾选前 ${countText(maxPickedOrders)} 个结果（${isLeast ? '超过' : '共'} ${countText(isLeast ? total - 1 : total)} 个）`
              : `勾选全部 ${countText(total)} 个结果`}
          </Button>
          {error !== null && <FailureText error={error} />}
        </>
      ) : (
        <>
          正在勾选 {countText(readCount)}/{countText(pickableCount)} 个订单…
          <Button size="mini" type="text" onClick={stop}>
            停止
          </Button>
        </>
      )}
    </p>
  )
}
