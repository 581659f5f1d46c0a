import { Alert } from '@arco-design/web-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { helpPath } from '../../base/links'
import { CloseMark } from '../../ui/close-mark'

const key = 'kejiang.templateTips'

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(key) === 'dismissed'
  } catch {
    // Storage is closed in this frame: the tips show again on each visit.
    return false
  }
}

/** What this screen is for; stays away once it was closed. */
export function TipsBanner() {
  const [shown, setShown] = useState(() => !wasDismissed())
  if (!shown) return null
  const dismiss = () => {
    setShown(false)
    try {
      localStorage.setItem(key, 'dismissed')
    } catch {
      // Storage is closed: gone for this visit only.
    }
  }
  return (
    <Alert
      className="tips-banner"
      closable
      closeElement={<CloseMark />}
      onClose={dismiss}
      content={
        <>
          把图片拖到设计器里就能做模板；拖动卡片可以调整买家看到的顺序。
          <Link href={helpPath('new-template')}>查看教程</Link>
        </>
      }
    />
  )
}
