import { useQuery } from '@tanstack/react-query'
import type { Shop } from '../../../contract/types'
import { syncStatesQuery } from '../../api/queries/orders'
import { useApi } from '../../api/services'
import { serverNow } from '../../base/server-clock'
import { syncStateText } from '../../base/sync-state'
import './sync.css'

/** Shops that are named each on a line; of more, those that stand still, and the one that was synced longest ago. */
const maxNamed = 3

interface SyncTimesProps {
  readonly shops: readonly Shop[]
  /** The shop by which the list is filtered. */
  readonly shopId: number | null
  /** `above` the list stand the shops that need the seller, at its `foot` the others. */
  readonly place: 'above' | 'foot'
}

/** When the orders of each shop were last read, and when that happens next or why it does not. */
export function SyncTimes({ shops, shopId, place }: SyncTimesProps) {
  const { data } = useQuery(syncStatesQuery(useApi()))
  const states = (data?.shops ?? []).flatMap((state) => {
    const shop = shops.find(({ id }) => id === state.shopId)
    return shop === undefined || (shopId !== null && shop.id !== shopId) ? [] : [{ ...state, name: shop.name }]
  })
  const oldest = [...states].sort((one, other) => (one.doneAt ?? 0) - (other.doneAt ?? 0))
  const mostNeeded = [...new Set([...oldest.filter(({ standsStill }) => standsStill), ...oldest])]
  const named = states.length <= maxNamed ? states : mostNeeded.slice(0, maxNamed)
  const isAbove = place === 'above'
  const shown = named.filter(({ standsStill, failure }) => (standsStill !== null || failure !== null) === isAbove)
  if (shown.length === 0) return null
  const now = serverNow()
  return (
    <ul className={`orders-sync-times is-${place}`} aria-label={isAbove ? '没有自动同步的店铺' : '订单同步时间'}>
      {shown.map((state) => {
        const text = `「${state.name}」${syncStateText(state, now)}`
        return (
          <li key={state.shopId} className={isAbove ? 'is-stuck' : undefined} title={text}>
            {text}
          </li>
        )
      })}
      {!isAbove && named.length < states.length && <li>共 {states.length} 家店铺，这里是最久没有同步的</li>}
    </ul>
  )
}
