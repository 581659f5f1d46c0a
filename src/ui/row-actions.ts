import type { Action } from './action'

/** Maximum number of actions in the row; with more actions, one fewer is shown, beside 更多. */
const most = 3

export const shownOf = <T>(actions: readonly Action<T>[]): readonly Action<T>[] =>
  actions.length <= most ? actions : actions.slice(0, most - 1)
export const restOf = <T>(actions: readonly Action<T>[]): readonly Action<T>[] => actions.slice(shownOf(actions).length)

/** Returns the width for the actions of a row, px. */
export function actionsWidth(actions: readonly Action<unknown>[]): number {
  const words = shownOf(actions).reduce((sum, action) => sum + action.label.length * 14 + 24 + (action.icon ? 20 : 0), 0)
  return words + (restOf(actions).length > 0 ? 36 : 0) + 24
}
