import { useEffect } from 'react'
import { confirm } from './confirm'

/** An editor's own question about its unsaved work; resolves to whether the seller leaves. */
export type ConfirmLeaving = () => Promise<boolean>

/** One entry per editor with unsaved work, with its own question if it has one. */
const unsaved = new Map<symbol, ConfirmLeaving | undefined>()

export const hasUnsaved = (): boolean => unsaved.size > 0

/** Removes all entries: the seller chose to discard the work, or the editor has saved it. */
export const discardUnsaved = (): void => unsaved.clear()

let pendingConfirmation: Promise<boolean> | null = null

const confirmWithDefaultText: ConfirmLeaving = () =>
  confirm({
    title: '离开此页？',
    content: '这里还有没保存的修改，离开后不会自动保存。',
    okText: '离开',
    cancelText: '留下',
    danger: true,
  })

/** Resolves at once without unsaved work; otherwise asks, once even if it is called several times meanwhile. */
export function confirmLeave(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true)
  const confirmLeaving = [...unsaved.values()].pop() ?? confirmWithDefaultText
  pendingConfirmation ??= confirmLeaving().finally(() => {
    pendingConfirmation = null
  })
  return pendingConfirmation
}

/** Makes the browser ask before it closes or reloads the page; for `beforeunload`. */
export function askBeforeClosing(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // Chrome before 119 asks only when returnValue is set.
  event.returnValue = ''
}

/**
 * While `isDirty`, leaving by link, Back, reload or closing the window asks first: with the editor's own question if it has one
 * (keep `confirmLeaving` the same function between renders), otherwise with a default one.
 */
export function useUnsavedGuard(isDirty: boolean, confirmLeaving?: ConfirmLeaving): void {
  useEffect(() => {
    if (!isDirty) return
    const key = Symbol('unsaved')
    unsaved.set(key, confirmLeaving)
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (unsaved.has(key)) askBeforeClosing(event)
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => {
      unsaved.delete(key)
      removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [isDirty, confirmLeaving])
}
