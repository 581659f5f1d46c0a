import type { Action } from './action'

/** Maximum number of actions in the row; with more actions, one fewer is shown, beside 更多. */
const maxShown = 3

export const buttonActions = <T>(actions: readonly Action<T>[]): readonly Action<T>[] =>
  actions.length <= maxShown ? actions : actions.slice(0, maxShown - 1)
export const menuActions = <T>(actions: readonly Action<T>[]): readonly Action<T>[] =>
  actions.slice(buttonActions(actions).length)

/** Returns the width for the actions of a row, px. */
export function actionsWidth(actions: readonly Action<unknown>[]): number {
  const buttonsWidth = buttonActions(actions).reduce(
    (sum, action) => sum + action.label.length * 14 + 24 + (action.icon ? 20 : 0),
    0,
  )
  return buttonsWidth + (menuActions(actions).length > 0 ? 36 : 0) + 24
}
