import { Button } from '@arco-design/web-react'
import { countText } from '../../base/money'
import { FailureText } from '../../ui/failure-view'
import { maxPickedOrders, type PickAll as Picking } from './use-pick-all'

interface PickAllProps {
  /** Number of orders that pass the filters, on all pages. */
  readonly total: number
  readonly pickAll: Picking
}

/** Offers to tick all results once the page is ticked and there are more pages; shows the progress. */
export function PickAll({ total, pickAll: { readCount, error, start, stop } }: PickAllProps) {
  const pickableCount = Math.min(total, maxPickedOrders)
  return (
    <p className="orders-pick-all numeric" role="status">
      {readCount === null ? (
        <>
          本页已全部勾选。
          <Button size="mini" type="text" onClick={start}>
            {total > maxPickedOrders
              ? `勾选前 ${countText(maxPickedOrders)} 个结果（共 ${countText(total)} 个）`
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
