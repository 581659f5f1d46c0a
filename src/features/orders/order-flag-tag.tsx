import { flagName } from '../../../contract/rules/order-flag'
import type { AnyOrder } from './order-facts'
import { StatusTag } from './status-tag'
import './order-flag-tag.css'

/** The flag that the seller set on an order at its marketplace, with the words beside it; nothing without either. */
export function OrderFlagTag({ order: { flag, flagText } }: { readonly order: Pick<AnyOrder, 'flag' | 'flagText'> }) {
  if (flag === null && flagText === null) return null
  const name = flag === null ? '平台旗帜' : flagName(flag)
  return (
    <StatusTag title={`商家在平台上的标记：${[name, flagText].filter(Boolean).join('，')}`}>
      <svg className={`order-flag is-${flag ?? 'unknown'}`} viewBox="0 0 12 12" aria-hidden="true">
        <path d="M2 0h1.2v12H2zM4 1h7L9 4l2 3H4z" />
      </svg>
      {flagText ?? name}
    </StatusTag>
  )
}
