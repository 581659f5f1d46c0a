import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import './dialog-foot.css'

interface DialogFootProps {
  /** Content at the left: the consequence, the missing input, or an action that does not go on. */
  readonly note?: ReactNode
  /** 取消: leaves while something is chosen or typed that has not been done. */
  readonly onCancel?: (() => void) | undefined
  /** 关闭: leaves where nothing is pending, because all is done or the dialog only shows something. */
  readonly onClose?: (() => void) | undefined
  /** Whether the dialog must stay open now. */
  readonly busy?: boolean
  /** The buttons of the actions, the main one last. */
  readonly children?: ReactNode
}

/**
 * The buttons of a dialog that draws its own, in the order of Arco's: the way out first, then the other actions, the main one last.
 * It stands at the end of the dialog's content, or in its `footer`.
 */
export function DialogFoot({ note, onCancel, onClose, busy = false, children }: DialogFootProps) {
  return (
    <footer className="dialog-foot">
      {note && <div className="dialog-foot-note">{note}</div>}
      {onCancel && (
        <Button disabled={busy} onClick={onCancel}>
          取消
        </Button>
      )}
      {onClose && (
        <Button disabled={busy} onClick={onClose}>
          关闭
        </Button>
      )}
      {children}
    </footer>
  )
}
