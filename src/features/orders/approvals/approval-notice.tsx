import { Alert } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { homeQuery } from '../../../api/queries/home'
import { useApi } from '../../../api/services'
import { countText } from '../../../base/money'
import { screens } from '../../../base/paths'

/** Above the list of orders: how many wait for a person before a rule may push them, and where. */
export function ApprovalNotice() {
  const count = useQuery(homeQuery(useApi())).data?.todos?.approvals ?? 0
  if (count === 0) return null
  return (
    <Alert
      type="info"
      className="refresh-error"
      content={
        <>
          {countText(count)} 个订单要看过图片，规则才会推送到工厂。
          <Link href={screens.approvals()}>去审批（{countText(count)}）</Link>
        </>
      }
    />
  )
}
