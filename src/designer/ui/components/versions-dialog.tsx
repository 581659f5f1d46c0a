import './components.css'
import { Button } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { useState } from 'react'
import type { ComponentRow, ComponentVersion } from '../../../../contract/types'
import { thumbnailUrl } from '../../../api/file-url'
import { componentVersionsQuery } from '../../../api/queries/components'
import { useApi } from '../../../api/services'
import { confirm, showMessage } from '../../../ui/confirm'
import { DialogFoot } from '../../../ui/dialog-foot'
import { FailureText, LoadError } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { toastSuccess } from '../../../ui/toast'
import { MaterialLoading } from '../library/library-panel'
import { usageText } from './component-content'
import { useShowChange } from './use-components'

interface VersionsDialogProps {
  /** Null while the dialog is closed. */
  readonly component: ComponentRow | null
  readonly onClose: () => void
}

/** The states that a component had; each can be taken back, here and in all templates. */
export function VersionsDialog({ component, onClose }: VersionsDialogProps) {
  return (
    <Modal
      visible={component !== null}
      title={`组件「${component?.name ?? ''}」的历史版本`}
      footer={<DialogFoot onClose={onClose} />}
      onCancel={onClose}
    >
      {component && <Versions component={component} onClose={onClose} />}
    </Modal>
  )
}

function Versions({ component, onClose }: { readonly component: ComponentRow; readonly onClose: () => void }) {
  const query = useQuery({ ...componentVersionsQuery(useApi(), component.id), meta: { quiet: true } })
  const { revertTo } = useShowChange()
  const [busy, setBusy] = useState<number | null>(null)
  if (!query.data)
    return query.isError ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : <MaterialLoading />
  const restore = async ({ revision }: ComponentVersion) => {
    const agreed =
      component.templates === 0 ||
      (await confirm({ title: '恢复这个版本？', content: `组件${usageText(component)}，会一起恢复。`, okText: '恢复' }))
    if (!agreed) return
    setBusy(revision)
    try {
      await revertTo(component.id, revision)
      toastSuccess('组件已恢复')
      onClose()
    } catch (error) {
      await showMessage('没有恢复成功', <FailureText error={error} />)
    } finally {
      setBusy(null)
    }
  }
  return (
    <ul className="designer-component-versions" aria-label="历史版本">
      {query.data.map((version, index) => (
        <li key={version.revision}>
          <span className="designer-component-version-picture picture-box">
            {version.thumbnail && <img src={thumbnailUrl(version.thumbnail.url, 200)} alt="" />}
          </span>
          <span className="designer-component-version-text">
            第 {version.revision} 版，{version.layerCount} 个图层
            <span className="designer-component-use">
              {dayjs(version.createdAt).format('M月D日 HH:mm')} {version.createdBy}
            </span>
          </span>
          {index === 0 ? (
            <span className="designer-component-use">现在用的</span>
          ) : (
            <Button
              size="small"
              loading={busy === version.revision}
              disabled={busy !== null}
              onClick={() => void restore(version)}
            >
              恢复这个版本
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
