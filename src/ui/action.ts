import type { ReactNode } from 'react'

/** What the screen offers to do with rows of a list. The row's buttons and menu and the bulk bar show the same object. */
export interface Action<T> {
  readonly key: string
  /** What it does, in a word: 删除. */
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  /** Where it is offered; absent: on a row and on the ticked rows. */
  readonly where?: 'row' | 'bulk'
  /** Why it cannot be done to these now (the tooltip of the greyed button); null when it can. */
  refusal?(rows: readonly T[]): string | null
  /** A promise keeps the button busy and a second click away; it deals with its own failure. */
  perform(rows: readonly T[]): unknown
}

export const actionsFor = <T>(actions: readonly Action<T>[], where: 'row' | 'bulk'): readonly Action<T>[] =>
  actions.filter((action) => action.where === undefined || action.where === where)
