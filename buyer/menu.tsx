import { useState } from 'react'
import { BottomSheet } from './bottom-sheet'
import { useAttempt } from './use-attempt'

interface MenuProps {
  /** Null where the design cannot be changed any more. */
  readonly onChangeCase: (() => void) | null
  /** Opens the sheet with the share link. */
  readonly onShare: () => void
  readonly isShared: boolean
  readonly onDesigns: () => void
  /** Opens the sheet with the ways back to the design from another phone. */
  readonly onReturn: () => void
  readonly onBeginAnother: () => void
  /** Begins another design with the layers of this one; null where nothing can be begun. */
  readonly onCopy: (() => Promise<void>) | null
  /** Deletes the design for good. Null where an order has it. */
  readonly onDelete: (() => Promise<void>) | null
  readonly onClose: () => void
}

/** Actions on the whole design. */
export function Menu({
  onChangeCase,
  onShare,
  isShared,
  onDesigns,
  onReturn,
  onBeginAnother,
  onCopy,
  onDelete,
  onClose,
}: MenuProps) {
  const [asks, setAsks] = useState(false)
  const { attempt, busy, problem } = useAttempt()
  if (asks && onDelete) {
    return (
      <BottomSheet title="删除这个设计？" onClose={onClose}>
        <p>照片和文字会一起删除，不能恢复。</p>
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="button" className="wide" disabled={busy} onClick={() => setAsks(false)}>
          不删除
        </button>
        <button type="button" className="wide danger" disabled={busy} onClick={() => attempt(onDelete)}>
          {busy ? '正在删除…' : '删除'}
        </button>
      </BottomSheet>
    )
  }
  return (
    <BottomSheet title="更多" onClose={onClose}>
      {onChangeCase && (
        <button type="button" className="wide" onClick={onChangeCase}>
          换手机、材质或颜色
        </button>
      )}
      <button type="button" className="wide" onClick={onShare}>
        {isShared ? '给朋友看看（分享中）' : '给朋友看看'}
      </button>
      <button type="button" className="wide" onClick={onReturn}>
        换手机也能打开
      </button>
      <button type="button" className="wide" onClick={onDesigns}>
        我的设计
      </button>
      <button type="button" className="wide" onClick={onBeginAnother}>
        再做一个
      </button>
      {onCopy && (
        <button type="button" className="wide" disabled={busy} onClick={() => attempt(onCopy)}>
          {busy ? '正在复制…' : '复制这个设计'}
        </button>
      )}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {onDelete && (
        <button type="button" className="wide danger" onClick={() => setAsks(true)}>
          删除这个设计
        </button>
      )}
    </BottomSheet>
  )
}
