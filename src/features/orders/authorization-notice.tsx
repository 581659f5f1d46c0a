import { Alert } from '@arco-design/web-react'
import { Link } from 'wouter'
import { authorizationWarning } from '../../../contract/rules/shop-authorization'
import { hasKeys } from '../../../contract/rules/shop-types'
import type { Shop } from '../../../contract/types'
import { screens } from '../../base/paths'
import { serverNow } from '../../base/server-clock'

/** The shops that need the seller by how they are connected: keys are entered, an authorization is granted. */
const kinds = [
  { isKeyed: false, lost: '过期后不能同步订单和商品。', action: '去重新授权' },
  { isKeyed: true, lost: '到期后不能同步订单。', action: '去更新连接' },
] as const

/** A notice about shops whose connection to their marketplace has ended or will soon end: their orders cannot be fetched then. */
export function AuthorizationNotice({ shops }: { readonly shops: readonly Shop[] }) {
  const told = kinds.flatMap((kind) => {
    const lines = shops.flatMap((shop) => {
      const warning = hasKeys(shop.type) === kind.isKeyed ? authorizationWarning(shop, serverNow()) : null
      return warning === null ? [] : [`「${shop.name}」的${warning}`]
    })
    return lines.length === 0 ? [] : [{ ...kind, lines }]
  })
  if (told.length === 0) return null
  return (
    <Alert
      type="warning"
      className="refresh-error"
      content={told.map(({ lines, lost, action }) => (
        <div key={action}>
          {lines.join('，')}，{lost}
          <Link href={screens.shops.path}>{action}</Link>
        </div>
      ))}
    />
  )
}
