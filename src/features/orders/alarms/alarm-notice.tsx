import { Alert } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { alarmsQuery } from '../../../api/queries/alarms'
import { useApi } from '../../../api/services'
import { countText } from '../../../base/money'
import { screens } from '../../../base/paths'

/** Above the list of orders: how many designs need the seller after they were paid for or pushed, and where. */
export function AlarmNotice() {
  const alarms = useQuery(alarmsQuery(useApi(), { pageNo: 1, pageSize: 1 }))
  const count = alarms.data?.totalItems ?? 0
  if (count === 0) return null
  return (
    <Alert
      type="error"
      className="refresh-error"
      content={
        <>
          {countText(count)} 个定制在下载或推送后退款、关闭、改了规格，或者工厂没有做，请尽快处理。
          <Link href={screens.alarms()}>处理异常订单（{countText(count)}）</Link>
        </>
      }
    />
  )
}
