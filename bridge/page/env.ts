import type { Env } from '../core/types'

/** Random hex text. Not `crypto.randomUUID`: pages on plain http lack it. */
function randomId(): string {
  let id = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(12))) id += byte.toString(16).padStart(2, '0')
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
