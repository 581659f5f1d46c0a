import { proxy, ref } from 'valtio'
import { createListeners } from '../../../contract/ground/listeners'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export interface Store<S extends object> {
  /** For `useSnapshot`: objects inside are held by reference, so a document is compared by identity and never proxied. */
  readonly state: S
  get(): S
  /** Does not notify when every value is unchanged. */
  set(patch: Partial<S>): void
  subscribe(listener: (state: S, before: S) => void): () => void
}

/**
 * One state with two interfaces: a valtio proxy whose changes React batches, and a plain immutable value with synchronous
 * notification, which the canvas needs (one microtask late would draw an outdated frame).
 */
export function createStore<S extends object>(initial: S): Store<S> {
  let current = initial
  const { notify, subscribe } = createListeners<[state: S, before: S]>()
  const state: Mutable<S> = proxy<S>(byReference(initial))
  return {
    state,
    get: () => current,
    set(patch) {
      const before = current
      const next = { ...before, ...patch }
      const keys = (Object.keys(patch) as (keyof S)[]).filter((key) => !Object.is(before[key], next[key]))
      if (keys.length === 0) return
      current = next
      const shown = byReference(next)
      for (const key of keys) state[key] = shown[key]
      notify(current, before)
    },
    subscribe,
  }
}

function byReference<S extends object>(values: S): S {
  const copy: Mutable<S> = { ...values }
  for (const key of Object.keys(values) as (keyof S)[]) {
    const value = values[key]
    if (typeof value === 'object' && value !== null) ref(value)
    copy[key] = value
  }
  return copy
}
