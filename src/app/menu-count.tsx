import './menu-count.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { notificationsQuery } from '../api/queries/notifications'
import { useApi } from '../api/services'
import { screens } from '../base/paths'

/** Beside 订单管理 in the menu: how many orders wait for an approval, and the way to them. Nothing while none does. */
export default function MenuCount() {
  const count = useQuery(notificationsQuery(useApi(), 1)).data?.approvals ?? 0
  if (count === 0) return null
  const shown = count > 99 ? '99+' : String(count)
  // The name holds the visible text, so that a user of voice control can say what he sees.
  return (
    <Link href={screens.approvals()} className="shell-count numeric" title={`${count} 单待审批`} aria-label={`${shown} 单待审批`}>
      {shown}
    </Link>
  )
}
