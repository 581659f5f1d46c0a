import { EventEmitter } from 'eventemitter3'

/** Whom a store tells of its changes. */
export interface Listeners<A extends readonly unknown[] = []> {
  readonly notify: (...args: A) => void
  /** Returns the function that ends the subscription, as React's `useSyncExternalStore` wants it. */
  readonly subscribe: (listener: (...args: A) => void) => () => void
  readonly clear: () => void
}

export function createListeners<A extends readonly unknown[] = []>(): Listeners<A> {
  const events = new EventEmitter<'change'>()
  return {
    notify: (...args) => void events.emit('change', ...args),
    subscribe(listener) {
      // A function of its own per subscription: one that subscribes twice is told twice, and each ends its own.
      const own = (...args: A) => listener(...args)
      events.on('change', own)
      return () => void events.off('change', own)
    },
    clear: () => void events.removeAllListeners(),
  }
}
