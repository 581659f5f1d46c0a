import { isPushed } from '../../../contract/rules/order-state'
import type { OrderItem } from '../../../contract/types'
import { beijingMinute } from '../../base/beijing-time'
import { factoryNotice } from './item-notice'
import { type AnyOrder, pushName } from './order-facts'
import { StatusTag } from './status-tag'

export const pushTones = { none: 'plain', pushing: 'accent', pushed: 'good', failed: 'bad' } as const

/** How far an order is at its factory, and what the seller has to tell the factory of the item. */
export function PushCell({ push, item }: Pick<AnyOrder, 'push'> & { readonly item: OrderItem }) {
  const notice = factoryNotice(push, item)
  const at = push.at === null ? null : beijingMinute(push.at)
  const hint = [[push.factoryName, at && `北京时间 ${at}`].filter(Boolean).join(' '), push.message].filter(Boolean).join('：')
  return (
    <>
      <StatusTag tone={pushTones[push.status]} title={hint === '' ? undefined : hint}>
        {pushName(push.status)}
      </StatusTag>
      {push.status === 'failed' && push.message && <span className="orders-note is-problem">{push.message}</span>}
      {notice !== null && <span className="orders-note is-problem">{notice}</span>}
      {isPushed({ push }) && push.factoryName && <span className="orders-note is-line">{push.factoryName}</span>}
      {isPushed({ push }) && at && <span className="orders-note is-line numeric">{at.slice('2026-'.length)}</span>}
    </>
  )
}
