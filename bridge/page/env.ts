import type { Env } from '../core/types'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'

/** Sixteen random letters, 96 bits: three ids travel in every frame. Not `crypto.randomUUID`: pages on plain http lack it. */
export function randomId(): string {
  let id = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += letters.charAt(byte & 63)
  return id
}

/** The browser's clock, timers, randomness and visibility. */
export const pageEnv = (): Env => ({
  now: () => performance.now(),
  set: (task, ms) => setTimeout(task, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  newId: randomId,
  visible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
})
