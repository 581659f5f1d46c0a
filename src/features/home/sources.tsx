import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { shopLabel } from '../../../contract/rules/shop-types'
import { fileImportsQuery, syncStatesQuery } from '../../api/queries/orders'
import { shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { agoText } from '../../base/ago'
import { screens } from '../../base/paths'
import { serverNow } from '../../base/server-clock'
import { syncStateText } from '../../base/sync-state'
import { LoadError } from '../../ui/failure-view'

/** The shops and how their orders come in: when the last ones did, when the next ones will, and why they do not. */
export function Sources() {
  const api = useApi()
  const shops = useQuery({ ...shopsQuery(api), meta: { quiet: true } })
  const states = useQuery(syncStatesQuery(api))
  const files = useQuery(fileImportsQuery(api))
  const failed = [shops, states, files].find(({ data, error }) => data === undefined && error !== null)
  const now = serverNow()
  const rows = (shops.data ?? []).map((shop) => {
    const state = states.data?.shops.find(({ shopId }) => shopId === shop.id)
    const file = files.data?.items.find(({ shopId }) => shopId === shop.id)
    const texts = [state && syncStateText(state, now), file && fileText(file, now)].filter(Boolean)
    return { shop, isStuck: Boolean(state?.standsStill || state?.failure), text: texts.join('；') || null }
  })
  if (failed === undefined && rows.length === 0) return null
  return (
    <section className="home-card" aria-label="订单来源">
      <header className="home-card-head">
        <h2>订单来源</h2>
      </header>
      {failed && <LoadError error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />}
      <ul className="home-sources">
        {rows.map(({ shop, isStuck, text }) => (
          <li key={shop.id}>
            <Link href={screens.orders({ shopId: shop.id })} className="home-source-name" title={shopLabel(shop)}>
              {shopLabel(shop)}
            </Link>
            <span className={isStuck ? 'home-source-stuck' : 'home-hint'}>
              {text ?? (
                <>
                  还没有订单进来，可以<Link href={screens.orders({ dialog: 'import' })}>导入订单文件</Link>
                </>
              )}
            </span>
            {isStuck && <Link href={screens.shops()}>去处理</Link>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** 3 小时前导入文件，120 个订单，没有导完 */
function fileText(
  { createdAt, endedAt, orders }: { readonly createdAt: number; readonly endedAt: number | null; readonly orders: number },
  now: number,
): string {
  return `${agoText(createdAt, now).replace(/\d$/, '$& ')}导入文件，${orders} 个订单${endedAt === null ? '，没有导完' : ''}`
}
