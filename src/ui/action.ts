import type { ReactNode } from 'react'

/** An operation on rows of a list. The row's buttons and menu and the bulk bar show the same object. */
export interface Action<T> {
  readonly key: string
  /** Short label: 删除. */
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  /** Where it is offered; absent: on a row and for the selected rows. */
  readonly where?: 'row' | 'bulk'
  /** Returns why it is refused for these rows now (the tooltip of the greyed button); null when it is possible. */
  refusal?(rows: readonly T[]): string | null
  /** Runs it. While a returned promise is pending, the button is busy and ignores clicks; the action handles its own failure. */
  perform(rows: readonly T[]): unknown
}

export const actionsFor = <T>(actions: readonly Action<T>[], where: 'row' | 'bulk'): readonly Action<T>[] =>
  actions.filter((action) => action.where === undefined || action.where === where)
