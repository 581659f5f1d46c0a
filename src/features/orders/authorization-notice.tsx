import { Alert } from '@arco-design/web-react'
import { Link } from 'wouter'
import { authorizationWarning } from '../../../contract/rules/shop-authorization'
import type { Shop } from '../../../contract/types'
import { screens } from '../../base/paths'
import { serverNow } from '../../base/server-clock'

/** A notice about shops whose marketplace authorization has ended or will soon end: their orders cannot be fetched then. */
export function AuthorizationNotice({ shops }: { readonly shops: readonly Shop[] }) {
  const lines = shops.flatMap((shop) => {
    const warning = authorizationWarning(shop, serverNow())
    return warning === null ? [] : [`「${shop.name}」的${warning}`]
  })
  if (lines.length === 0) return null
  return (
    <Alert
      type="warning"
      className="refresh-error"
      content={
        <>
          {lines.join('，')}，过期后不能同步订单和商品。<Link href={screens.shops.path}>去重新授权</Link>
        </>
      }
    />
  )
}
