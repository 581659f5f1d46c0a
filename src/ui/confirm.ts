import type { ReactNode } from 'react'
import { ApiError } from '../../contract/call-errors'
import { abortError, isAbort } from '../../contract/ground/thrown'
import { rememberFocus } from './focus'

interface ConfirmationOptions {
  readonly title: ReactNode
  readonly content?: ReactNode
  readonly okText: string
  readonly cancelText?: string
  readonly danger?: boolean
  /**
   * Runs while the dialog shows that it is busy. A failed API call closes the dialog like a cancel, because the failure has its
   * own modal.
   */
  readonly onOk?: () => Promise<unknown>
}

/** Loads the code of the dialogs, which no page needs before its first question. */
export async function loadDialogs(): Promise<Dialogs> {
  loaded = await import('./question-dialog')
  return loaded
}
type Dialogs = typeof import('./question-dialog')
/** Once its code is here, a question opens in the same task as the click. */
let loaded: Dialogs | null = null

/**
 * Shows a question; resolves when the seller agrees, and rejects with 取消操作 otherwise. The focus returns to its previous element.
 */
export async function requestConfirmation({
  title,
  content,
  okText,
  cancelText = '取消',
  danger = false,
  onOk,
}: ConfirmationOptions): Promise<void> {
  const returnFocus = rememberFocus()
  const { openQuestion } = loaded ?? (await loadDialogs())
  await new Promise<void>((resolve, reject) => {
    let isConfirmed = false
    let failure: unknown
    openQuestion({
      title,
      content,
      okText,
      cancelText,
      escToExit: true,
      okButtonProps: danger ? { status: 'danger' } : {},
      onOk: async () => {
        try {
          await onOk?.()
          isConfirmed = true
        } catch (error) {
          failure = error
        }
      },
      afterClose: () => {
        returnFocus()
        if (isConfirmed) resolve()
        else reject(failure === undefined || failure instanceof ApiError ? abortError() : failure)
      },
    })
  })
}

/** Shows a question and resolves to whether the seller agreed. */
export function confirm(question: ConfirmationOptions): Promise<boolean> {
  return requestConfirmation(question).then(
    () => true,
    (error: unknown) => {
      if (isAbort(error)) return false
      throw error
    },
  )
}

/** Shows a message that needs no decision; resolves when it is closed. */
export async function showMessage(title: string, content: ReactNode): Promise<void> {
  const returnFocus = rememberFocus()
  const { openQuestion } = loaded ?? (await loadDialogs())
  await new Promise<void>((resolve) => {
    openQuestion({
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
 * Asks before a deletion; the button names the item: 删除「夏日」.
 *
 * @param name the seller's name of the item.
 * @param warning what else is deleted with it.
 */
export function confirmDelete(name: string, warning: ReactNode, onOk: () => Promise<unknown>): Promise<boolean> {
  const shortName = name.length > 12 ? `${name.slice(0, 12)}…` : name
  return confirm({ title: `删除「${name}」？`, content: warning, okText: `删除「${shortName}」`, danger: true, onOk })
}
