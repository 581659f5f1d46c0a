import { Alert } from '@arco-design/web-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { localValues } from '../../../adapters/storage/values'
import { helpPath } from '../../base/paths'
import { CloseMark } from '../../ui/close-mark'

const key = 'kejiang.templateTips'

/** Explains the purpose of the screen; once dismissed it is not shown again in this browser. */
export function TipsBanner() {
  const [shown, setShown] = useState(() => localValues.getItem(key) !== 'dismissed')
  if (!shown) return null
  const dismiss = () => {
    setShown(false)
    localValues.setItem(key, 'dismissed')
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
