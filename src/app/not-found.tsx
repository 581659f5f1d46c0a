import { Link } from 'wouter'
import { useTitle } from './use-title'

/** An address that leads nowhere. */
export function NotFound() {
  useTitle('页面不存在')
  return (
    <div className="state-block">
      <h1 className="state-title">页面不存在</h1>
      <p className="state-text">地址可能输错了，或者这个页面已经移走。</p>
      <Link href="/" className="arco-btn arco-btn-primary arco-btn-size-default arco-btn-shape-square button-link">
        回到首页
      </Link>
    </div>
  )
}
