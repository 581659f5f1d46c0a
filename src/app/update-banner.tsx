import { Alert, Button } from '@arco-design/web-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { newVersion } from '../base/new-version'
import { CloseMark } from '../ui/close-mark'
import { confirmLeave, discardUnsaved } from '../ui/leave-guard'

/** 有新版本: reloads only when the seller clicks it, and asks first about unsaved work. */
export function UpdateBanner() {
  const { available } = useSnapshot(newVersion)
  const [isPostponed, setPostponed] = useState(false)
  if (!available || isPostponed) return null
  const reload = async () => {
    if (!(await confirmLeave())) return
    discardUnsaved()
    location.reload()
  }
  return (
    <Alert
      banner
      closable
      closeElement={<CloseMark />}
      onClose={() => setPostponed(true)}
      content="有新版本，刷新页面后使用。正在编辑的内容请先保存。"
      action={
        <Button size="mini" type="primary" onClick={() => void reload()}>
          刷新
        </Button>
      }
    />
  )
}
