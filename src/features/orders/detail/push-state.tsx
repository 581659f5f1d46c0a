import { Alert } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import type { Customization, OrderDetail } from '../../../../contract/types'
import { pushLinesQuery } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { beijingTime } from '../../../base/beijing-time'
import { pushName } from '../order-facts'

/** Returns the factory, the time and the factory's message of a push. */
export const pushDetails = ({ push }: Pick<OrderDetail, 'push'>): string =>
  [push.factoryName, push.at === null ? null : beijingTime(push.at), push.message].filter(Boolean).join(' · ')

interface PushStateProps {
  readonly order: Pick<OrderDetail, 'push'>
  readonly designs: readonly Pick<Customization, 'id'>[]
}

/** Says at which factory an order is, or why not; nothing as long as it was never pushed. */
export function PushState({ order, designs }: PushStateProps) {
  const { push } = order
  const details = pushDetails(order)
  const ids = designs.map(({ id }) => id)
  const lines = useQuery({ ...pushLinesQuery(useApi(), ids), enabled: push.status === 'failed' })
  if (push.status === 'failed') {
    // A line that the factory took and does not make is no failure of the push.
    const open = (lines.data ?? []).filter(({ state }) => state !== 'pushed')
    const isCancelled = open.length > 0 && open.every(({ state }) => state === 'cancelled')
    return <Alert type="error" title={isCancelled ? '工厂没有生产' : '推送失败'} content={details || '没有给出原因'} />
  }
  if (push.status === 'pushing') return <Alert type="info" content={`推送中${details === '' ? '' : `：${details}`}`} />
  if (push.status === 'none') return null
  return (
    <p className="order-push">
      推送状态：{pushName(push.status)}
      {details !== '' && ` · ${details}`}
    </p>
  )
}
