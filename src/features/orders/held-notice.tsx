import { Alert } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { ordersQuery } from '../../api/queries/orders'
import { useApi } from '../../api/services'
import { dayStart, lastDays } from '../../base/beijing-time'
import { countText } from '../../base/money'
import { screens } from '../../base/paths'
import { serverNow } from '../../base/server-clock'

/** Orders older than this many days are not checked: they have been made or stopped by now. */
const recentDays = 30

/** A notice about orders that were refunded, closed or changed after they were pushed: the factory is not informed of that. */
export function HeldNotice() {
  const createdAtStart = dayStart(lastDays(serverNow(), recentDays).from)
  const query = { pageNo: 1, pageSize: 1, pushed: 'true', held: 'true', createdAtStart } as const
  const found = useQuery({ ...ordersQuery(useApi(), query), meta: { quiet: true } })
  const count = found.data?.totalItems ?? 0
  if (count === 0) return null
  return (
    <Alert
      type="error"
      className="refresh-error"
      content={
        <>
          {countText(count)} 个已推送的订单后来退款、关闭或改了规格，工厂可能还在照原来的做，请联系工厂。
          <Link href={screens.orders({ pushed: true, held: true })}>查看这些订单</Link>
        </>
      }
    />
  )
}
