import './header.css'
import { Button, Tooltip } from '@arco-design/web-react'
import { IconArrowLeft, IconClose, IconRedo, IconSave, IconUndo } from '@arco-design/web-react/icon'
import type { Preview } from '../../template-tools/preview/use-preview'
import { CheckButton } from './checks/check-button'
import { useCell, useDesigner, useSession } from './context'
import { useRunningCutouts } from './portrait/cutout-mark'
import { PreviewSelect } from './preview-select'
import { TemplateName } from './template-name'

interface HeaderProps {
  readonly preview: Preview
  readonly isSaving: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

const stateText = { clean: '已保存', dirty: '未保存', saving: '正在保存…', error: '保存失败' } as const

export function Header({ preview, isSaving, onSave, onClose }: HeaderProps) {
  const { session, sharedDrafts } = useDesigner()
  const draftStored = useCell(sharedDrafts.state).isStored
  const canUndo = useSession((state) => state.canUndo)
  const canRedo = useSession((state) => state.canRedo)
  const saveState = useSession((state) => state.saveState)
  const sending = useSession((state) => state.sending)
  const subject = useSession((state) => state.subject)
  const isNew = useSession((state) => state.templateId === null)
  const draftFailed = useSession((state) => state.draftState === 'failed')
  const cutting = useRunningCutouts()
  return (
    <header className="designer-header">
      <Button
        type="text"
        icon={subject === 'component' ? <IconArrowLeft /> : <IconClose />}
        aria-label={subject === 'component' ? '返回模板' : '关闭设计器'}
        onClick={onClose}
      />
      <TemplateName />
      {subject !== 'component' && <PreviewSelect preview={preview} />}
      <span className="designer-space" />
      {!(isNew && saveState === 'clean') && (
        <span className={`designer-save-state is-${saveState}`} role="status">
          {sending === null ? stateText[saveState] : `正在上传图片 ${Math.floor(sending.done)}/${sending.total}…`}
          {draftStored && sending === null && saveState !== 'saving' && (
            <span title="没有保存的修改存为草稿，换电脑或同事打开时都能看到；买家看到的还是上次保存的"> · 草稿已存</span>
          )}
        </span>
      )}
      {cutting > 0 && (
        <span className="designer-cutting" role="status">
          {cutting} 个图层在抠图
        </span>
      )}
      {draftFailed && (
        <span className="designer-warning" role="status">
          本机无法保存草稿，请及时保存
        </span>
      )}
      <Tooltip content="撤销（Ctrl+Z）">
        <Button type="text" icon={<IconUndo />} aria-label="撤销" disabled={!canUndo} onClick={() => session.undo()} />
      </Tooltip>
      <Tooltip content="重做（Ctrl+Shift+Z）">
        <Button type="text" icon={<IconRedo />} aria-label="重做" disabled={!canRedo} onClick={() => session.redo()} />
      </Tooltip>
      <CheckButton />
      <Button type="primary" icon={<IconSave />} loading={isSaving} onClick={onSave}>
        保存
      </Button>
    </header>
  )
}
