import { Modal } from '@arco-design/web-react'
import type { ReactNode } from 'react'

interface Question {
  readonly title: ReactNode
  readonly content?: ReactNode
  readonly okText: string
  readonly cancelText?: string
  readonly danger?: boolean
  /** Runs while the dialog shows that it is busy; a rejection keeps the dialog open, the caller has shown why. */
  readonly onOk?: () => Promise<unknown>
}

/** Asks and answers whether the seller agreed. The focus goes back to where it was. */
export function confirm({ title, content, okText, cancelText = '取消', danger = false, onOk }: Question): Promise<boolean> {
  const opener = document.activeElement
  return new Promise((resolve) => {
    let answer = false
    Modal.confirm({
      title,
      content,
      okText,
      cancelText,
      escToExit: true,
      okButtonProps: danger ? { status: 'danger' } : {},
      onOk: async () => {
        await onOk?.()
        answer = true
      },
      afterClose: () => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
        resolve(answer)
      },
    })
  })
}

/**
 * Asks before an irreversible delete; the button says what goes: 删除「夏日」.
 *
 * @param name what the seller calls the thing.
 * @param warning what else goes with it.
 */
export function confirmDelete(name: string, warning: ReactNode, onOk: () => Promise<unknown>): Promise<boolean> {
  const shortName = name.length > 12 ? `${name.slice(0, 12)}…` : name
  return confirm({ title: `删除「${name}」？`, content: warning, okText: `删除「${shortName}」`, danger: true, onOk })
}
