import { createListeners } from './listeners'

/** One value outside React's tree, shown by `useSyncExternalStore(cell.subscribe, cell.get)`. */
export interface Cell<T> {
  readonly get: () => T
  /** Tells nobody when the value is the one held already. */
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
