import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ScreenPath } from '../base/paths'
import { toastHint } from './toast'

/** The dialogs `D` of a screen. */
export interface Dialog<D extends string> {
  /** Name of the open dialog; null for none. An address may name one that the screen does not have. */
  readonly name: D | null
  /** Id of its row. */
  readonly id: number | null
  open(name: D, id?: number): void
  close(): void
}

/** History state of an entry that opened a dialog, so that closing goes back instead of adding an entry. */
const openedState = { dialog: true }
const isOpenedState = (state: unknown) => typeof state === 'object' && state !== null && 'dialog' in state

/**
 * The open dialog of a screen, stored in the address: `?dialog=edit&id=3` opens it, Back closes it.
 *
 * @param _screen defines the names of the dialogs; the address is that of the page.
 */
export function useDialog<D extends string>(_screen: ScreenPath<never, D>): Dialog<D> {
  const [params, setParams] = useSearchParams()
  const name = params.get('dialog') as D | null
  const text = params.get('id') ?? ''
  const isClosing = useRef(false)
  // A second click on 取消 must not go back twice.
  useEffect(() => {
    if (name === null) isClosing.current = false
  }, [name])

  const change = (edit: (next: URLSearchParams) => void, options: { replace?: boolean; state?: unknown }) =>
    setParams((previous) => {
      const next = new URLSearchParams(previous)
      next.delete('dialog')
      next.delete('id')
      edit(next)
      return next
    }, options)

  return {
    name,
    id: /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null,
    open: (wanted, id) => {
      // The second click of a double click would add an entry, so that Back needs two clicks.
      if (name === wanted && text === String(id ?? '')) return
      isClosing.current = false
      change(
        (next) => {
          next.set('dialog', wanted)
          if (id !== undefined) next.set('id', String(id))
        },
        { state: openedState },
      )
    },
    close: () => {
      if (isClosing.current || name === null) return
      isClosing.current = true
      if (isOpenedState(history.state)) history.back()
      else change(() => undefined, { replace: true })
    },
  }
}

/**
 * The row a dialog is about: also while it stays open although the row has gone meanwhile, so that nothing typed is lost. An
 * address that names a row that is not there closes the dialog and says so.
 *
 * @param name of the dialog.
 * @param rows undefined while they are not known yet.
 * @param noun the seller calls such a row: 品牌.
 * @returns null while that dialog is not open.
 */
export function useDialogRow<T extends { readonly id: number }, D extends string>(
  dialog: Dialog<D>,
  name: NoInfer<D>,
  rows: readonly T[] | undefined,
  noun: string,
): T | null {
  const [lastRow, setLastRow] = useState<T | null>(null)
  const open = dialog.name === name
  const id = open ? dialog.id : null
  const found = id === null ? undefined : rows?.find((candidate) => candidate.id === id)
  if (found !== undefined && found !== lastRow) setLastRow(found)
  const row = id === null ? null : (found ?? (lastRow?.id === id ? lastRow : null))
  const missing = open && rows !== undefined && row === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it turns out
  useEffect(() => {
    if (!missing) return
    toastHint(`没有找到要打开的${noun}，它可能已被删除`)
    dialog.close()
  }, [missing])
  return row
}
