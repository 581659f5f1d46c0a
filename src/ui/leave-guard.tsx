import { useEffect } from 'react'
import { confirm } from './confirm'

/** One entry per editor that holds unsaved work. */
const unsaved = new Set<symbol>()

export const hasUnsaved = (): boolean => unsaved.size > 0

/** Forgets what was unsaved: the seller chose to leave it, or the editor has dealt with it. */
export const discardUnsaved = (): void => unsaved.clear()

let asking: Promise<boolean> | null = null

/** Resolves at once when nothing is unsaved; otherwise asks, once however often it is called meanwhile. */
export function confirmLeave(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true)
  asking ??= confirm({
    title: '离开此页？',
    content: '这里还有没保存的修改，离开后不会自动保存。',
    okText: '离开',
    cancelText: '留下',
    danger: true,
  }).finally(() => {
    asking = null
  })
  return asking
}

/** While `isDirty`, leaving by link, Back, reload or closing the window asks first. */
export function useUnsavedGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const key = Symbol('unsaved')
    unsaved.add(key)
    const stop = (event: BeforeUnloadEvent) => {
      if (!unsaved.has(key)) return
      event.preventDefault()
      // Chrome before 119 asks only when returnValue is set.
      event.returnValue = ''
    }
    addEventListener('beforeunload', stop)
    return () => {
      unsaved.delete(key)
      removeEventListener('beforeunload', stop)
    }
  }, [isDirty])
}
