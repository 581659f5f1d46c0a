/** Clock, timers and ids in a place that has neither performance nor crypto. */
import type { Env, TimerHandle } from '../../core/types'

/** What the mini-program's logic gives by name. */
export interface Clockwork {
  now(): number
  random(): number
  set(task: () => void, ms: number): TimerHandle
  clear(handle: TimerHandle): void
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'

/** The wall clock, made one that never goes back: a seller or a time server may set it. */
export function shellEnv({ now, random, set, clear }: Clockwork): Env {
  let last = now()
  let added = 0
  let made = 0
  return {
    now() {
      const wall = now()
      if (wall < last) added += last - wall
      last = wall
      return wall + added
    },
    set,
    clear,
    /**
     * Without crypto the best there is: 22 letters of Math.random. They keep pages apart; what shares the page's slot reads
     * the frames anyway, so no secret is made of them.
     */
    newId() {
      made += 1
      let id = `${made.toString(36)}.`
      while (id.length < 24) id += letters.charAt(Math.floor(random() * 64))
      return id
    },
  }
}
