import { Button } from '@arco-design/web-react'
import { countText } from '../../base/money'
import { FailureText } from '../../ui/failure-view'
import { mostPicked, type PickAll as Picking } from './use-pick-all'

interface PickAllProps {
  /** Number of orders that pass the filters, on all pages. */
  readonly total: number
  readonly picking: Picking
}

/** Offers to tick all results once the page is ticked and there are more pages; shows the progress. */
export function PickAll({ total, picking: { read, error, begin, stop } }: PickAllProps) {
  const wanted = Math.min(total, mostPicked)
  return (
    <p className="orders-pick-all numeric" role="status">
      {read === null ? (
        <>
          本页已全部勾选。
          <Button size="mini" type="text" onClick={begin}>
            {total > mostPicked
              ? `勾选前 ${countText(mostPicked)} 个结果（共 ${countText(total)} 个）`
              : `勾选全部 ${countText(total)} 个结果`}
          </Button>
          {error !== null && <FailureText error={error} />}
        </>
      ) : (
        <>
          正在勾选 {countText(read)}/{countText(wanted)} 个订单…
          <Button size="mini" type="text" onClick={stop}>
            停止
          </Button>
        </>
      )}
    </p>
  )
}
