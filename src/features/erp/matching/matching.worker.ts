/** Worker that matches off the main thread: thousands of names against thousands take seconds on an old machine. */
import { matchingSteps } from './match'
import type { MatchReply, MatchRequest } from './messages'

const tell = (word: MatchReply) => self.postMessage(word)
/** Models between two progress messages. */
const told = 200

// The page would not see an exception thrown here, so it is sent as a message.
self.onmessage = ({ data }: MessageEvent<MatchRequest>) => {
  try {
    const steps = matchingSteps(data.sellers, data.factories)
    let last = 0
    for (;;) {
      const step = steps.next()
      if (step.done) return tell({ kind: 'result', proposals: step.value })
      if (step.value - last < told) continue
      last = step.value
      tell({ kind: 'progress', done: last })
    }
  } catch (error) {
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
}
