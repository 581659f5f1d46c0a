/** The page half's environment in a browser. */
import type { Env } from '../core/types'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'

/** Returns 16 random letters (96 bits); short, as each frame carries three ids. Plain http lacks `crypto.randomUUID`. */
export function randomId(): string {
  let id = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += letters.charAt(byte & 63)
  return id
}

/** Returns the clock, timers, random ids and visibility of the browser. */
export const pageEnv = (): Env => ({
  now: () => performance.now(),
  set: (task, ms) => setTimeout(task, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  newId: randomId,
  visible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
})
