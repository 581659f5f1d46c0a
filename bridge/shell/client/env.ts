/** Clock, timers and ids for the mini-program's logic layer, which has neither `performance` nor `crypto`. */
import type { Env, TimerHandle } from '../../core/types'

/** The functions that the logic layer does provide. */
export interface RuntimeFunctions {
  now(): number
  random(): number
  set(task: () => void, ms: number): TimerHandle
  clear(handle: TimerHandle): void
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'

/** Returns an Env whose clock never goes back, although a seller or a time server may set the wall clock back. */
export function shellEnv({ now, random, set, clear }: RuntimeFunctions): Env {
  let last = now()
  let addedMs = 0
  let idCount = 0
  return {
    now() {
      const wall = now()
      if (wall < last) addedMs += last - wall
      last = wall
      return wall + addedMs
    },
    set,
    clear,
    /**
     * Returns an id of at least 24 letters: a counter and letters from Math.random, since there is no `crypto`. Ids only tell
     * pages apart. They are no secrets, because a script that shares the page's slot reads all frames anyway.
     */
    newId() {
      idCount += 1
      let id = `${idCount.toString(36)}.`
      while (id.length < 24) id += letters.charAt(Math.floor(random() * 64))
      return id
    },
  }
}
