import { useSyncExternalStore } from 'react'
import { isSubmitted } from './design-facts'
import type { DesignSession } from './design-session'
import { Icon } from './icon'

interface EditorHeadProps {
  readonly session: DesignSession
  /** The case: its phone, material and colour. */
  readonly name: string
  readonly isLocked: boolean
  /** Whether the design was changed after its submission. */
  readonly isChanged: boolean
  readonly canFinish: boolean
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onChangeCase: () => void
  readonly onMenu: () => void
  readonly onFinish: () => void
}

/** Back and forward, the case, whether everything is kept and counts, and the way on. */
export function EditorHead(props: EditorHeadProps) {
  const { session, name, isLocked } = props
  const { design, save, isKept, canUndo, canRedo } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const counts = isSubmitted(design) && !props.isChanged
  const statusText =
    save === 'offline' && !isKept ? notKeptText : save === 'saved' && !counts ? '已保存，还没有提交' : saveTexts[save]
  return (
    <header>
      <button type="button" className="round" aria-label="撤销" disabled={!canUndo || isLocked} onClick={props.onUndo}>
        <Icon name="undo" />
      </button>
      <button type="button" className="round" aria-label="重做" disabled={!canRedo || isLocked} onClick={props.onRedo}>
        <Icon name="redo" />
      </button>
      <div className="middle">
        <button
          type="button"
          className="case-name"
          aria-label={`换手机或颜色，现在是${name}`}
          disabled={isLocked}
          onClick={props.onChangeCase}
        >
          <span>{name}</span>
          <Icon name="down" />
        </button>
        <p role="status">{statusText}</p>
      </div>
      <button type="button" className="round" aria-label="更多" onClick={props.onMenu}>
        <Icon name="more" />
      </button>
      <button type="button" className="primary" disabled={!props.canFinish} onClick={props.onFinish}>
        {isLocked ? '查看' : '完成'}
      </button>
    </header>
  )
}

const notKeptText = '没有网络，也存不下：请不要关闭页面'
const saveTexts = {
  saved: '已保存',
  unsaved: '正在保存…',
  saving: '正在保存…',
  offline: '已存在手机上，联网后自动保存',
  refused: '没有保存',
  gone: '没有保存',
  conflict: '需要您选择',
  locked: '已开始制作',
} as const
