/**
 * Turns for pictures that the server has yet to draw: each occupies a connection for a second or so, and a browser has six, which
 * lists and other pictures need meanwhile.
 */

/** Pictures that are waited for at the same time. */
const maxAtOnce = 2

let running = 0
const waiting: (() => void)[] = []

function startNext(): void {
  while (running < maxAtOnce) {
    const start = waiting.shift()
    if (!start) return
    running++
    start()
  }
}

/** Calls `start` when it is its turn. Returns what ends the turn or the wait for it; it may be called again. */
export function takeTurn(start: () => void): () => void {
  let state: 'waiting' | 'running' | 'ended' = 'waiting'
  const begin = () => {
    state = 'running'
    start()
  }
  waiting.push(begin)
  startNext()
  return () => {
    if (state === 'waiting') waiting.splice(waiting.indexOf(begin), 1)
    if (state === 'running') running--
    state = 'ended'
    startNext()
  }
}
