import { EventEmitter } from 'eventemitter3'

/** The listeners that a store notifies of its changes. */
export interface Listeners<A extends readonly unknown[] = []> {
  readonly notify: (...args: A) => void
  /** Returns the function that unsubscribes, as React's `useSyncExternalStore` expects. */
  readonly subscribe: (listener: (...args: A) => void) => () => void
  readonly clear: () => void
}

export function createListeners<A extends readonly unknown[] = []>(): Listeners<A> {
  const events = new EventEmitter<'change'>()
  return {
    notify: (...args) => void events.emit('change', ...args),
    subscribe(listener) {
      // A new function per subscription: a listener that subscribes twice is called twice, and each subscription ends separately.
      const wrapper = (...args: A) => listener(...args)
      events.on('change', wrapper)
      return () => void events.off('change', wrapper)
    },
    clear: () => void events.removeAllListeners(),
  }
}
