import { EventEmitter } from 'eventemitter3'

/** Notifies listeners within this process that there is work; other processes find it by polling. */
export interface Signal {
  notify(): void
  /** Adds a listener; returns the function that removes it. */
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
