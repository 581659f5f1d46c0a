import { createListeners } from './listeners'

/** One value outside React's tree, read in components by `useSyncExternalStore(cell.subscribe, cell.get)`. */
export interface Cell<T> {
  readonly get: () => T
  /** Does not notify the listeners when the value is unchanged. */
  readonly set: (value: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createCell<T>(initial: T): Cell<T> {
  let value = initial
  const { notify, subscribe } = createListeners()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
    subscribe,
  }
}
