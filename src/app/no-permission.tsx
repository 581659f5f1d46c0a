import { Button } from '@arco-design/web-react'
import { IconRefresh } from '@arco-design/web-react/icon'
import { Link } from 'wouter'
import { noPermissionText } from '../../contract/errors'
import { usePermissions } from '../api/use-permissions'
import { subAccountTutorial } from '../base/paths'

/** Replaces a screen that the sub-account may not read. */
export function NoPermission() {
  const { refresh, refreshing } = usePermissions()
  return (
    <div className="state-block" role="alert">
      <h2 className="state-title">没有权限</h2>
      <p className="state-text">
        {noPermissionText}。<Link href={subAccountTutorial}>查看子账号授权教程</Link>
      </p>
      <p className="state-hint">主账号授权后，点「重试」即可打开。</p>
      <Button type="primary" icon={<IconRefresh />} loading={refreshing} onClick={() => void refresh()}>
        重试
      </Button>
    </div>
  )
}
