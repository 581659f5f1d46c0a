import { EventEmitter } from 'eventemitter3'

/** Says within this process that there is something to do; other processes find it when they poll. */
export interface Signal {
  notify(): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

export function createSignal(): Signal {
  const events = new EventEmitter<'notified'>()
  return {
    notify: () => void events.emit('notified'),
    subscribe(listener) {
      events.on('notified', listener)
      return () => void events.off('notified', listener)
    },
  }
}
