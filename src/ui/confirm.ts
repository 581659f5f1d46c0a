import { Modal } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { ApiError } from '../base/errors'
import { failureText } from '../base/failure-texts'
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

/** What a cancelled question rejects with, as other given-up work does. */
const cancelled = () => new DOMException(failureText.cancelled, 'AbortError')

/** Asks; resolves when the seller agreed, and rejects with 取消操作 when not. The focus goes back to where it was. */
export function ask({ title, content, okText, cancelText = '取消', danger = false, onOk }: Question): Promise<void> {
  const returnFocus = rememberFocus()
  return new Promise((resolve, reject) => {
    let agreed = false
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
          agreed = true
        } catch (error) {
          failure = error
        }
      },
      afterClose: () => {
        returnFocus()
        if (agreed) resolve()
        else reject(failure === undefined || failure instanceof ApiError ? cancelled() : failure)
      },
    })
  })
}

/** Asks and answers whether the seller agreed: for work that simply ends when not. */
export function confirm(question: Question): Promise<boolean> {
  return ask(question).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') return false
      throw error
    },
  )
}

/** Says something that needs no answer; resolves when it was read. */
export function tell(title: string, content: ReactNode): Promise<void> {
  const returnFocus = rememberFocus()
  return new Promise((resolve) => {
    Modal.confirm({
      title,
      content,
      okText: '知道了',
      hideCancel: true,
      icon: null,
      escToExit: true,
      afterClose: () => {
        returnFocus()
        resolve()
      },
    })
  })
}

/**
 * Asks before a delete; the button says what goes: 删除「夏日」.
 *
 * @param name what the seller calls the thing.
 * @param warning what else goes with it.
 */
export function confirmDelete(name: string, warning: ReactNode, onOk: () => Promise<unknown>): Promise<boolean> {
  const shortName = name.length > 12 ? `${name.slice(0, 12)}…` : name
  return confirm({ title: `删除「${name}」？`, content: warning, okText: `删除「${shortName}」`, danger: true, onOk })
}
