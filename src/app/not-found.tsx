import { LinkButton } from '../ui/link-button'
import { useTitle } from './use-title'

/** Shown for an unknown address. */
export function NotFound() {
  useTitle('页面不存在')
  return (
    <div className="state-block">
      <h1 className="state-title">页面不存在</h1>
      <p className="state-text">地址可能输错了，或者这个页面已经移走。</p>
      <LinkButton href="/">回到首页</LinkButton>
    </div>
  )
}
