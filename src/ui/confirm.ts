import { Modal } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { ApiError } from '../base/errors'
import { rememberFocus } from './focus'

interface Question {
  readonly title: ReactNode
  readonly content?: ReactNode
  readonly okText: string
  readonly cancelText?: string
  readonly danger?: boolean
  /** Runs while the dialog shows that it is busy. A failed API call closes it as if cancelled: the failure has its own modal. */
  readonly onOk?: () => Promise<unknown>
}

/** Asks and answers whether the seller agreed. The focus goes back to where it was. */
export function confirm({ title, content, okText, cancelText = '取消', danger = false, onOk }: Question): Promise<boolean> {
  const returnFocus = rememberFocus()
  return new Promise((resolve, reject) => {
    let answer = false
    let failure: unknown
    Modal.confirm({
      title,
      content,
      okText,
      cancelText,
      escToExit: true,
      okButtonProps: danger ? { status: 'danger' } : {},
      onOk: async () => {
        try {
          await onOk?.()
          answer = true
        } catch (error) {
          failure = error
        }
      },
      afterClose: () => {
        returnFocus()
        if (failure === undefined || failure instanceof ApiError) resolve(answer)
        else reject(failure)
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
