/** Worker that matches off the main thread: thousands of names against thousands take seconds on an old machine. */
import { messageOf } from '../../../../contract/ground/thrown'
import { matchingSteps } from './match'
import type { MatchReply, MatchRequest } from './messages'

const post = (message: MatchReply) => self.postMessage(message)
/** Models between two progress messages. */
const progressEvery = 200

// The page would not see an exception thrown here, so it is sent as a message.
self.onmessage = ({ data }: MessageEvent<MatchRequest>) => {
  try {
    const steps = matchingSteps(data.sellers, data.factories)
    let lastReported = 0
    for (;;) {
      const step = steps.next()
      if (step.done) return post({ kind: 'result', proposals: step.value })
      if (step.value - lastReported < progressEvery) continue
      lastReported = step.value
      post({ kind: 'progress', done: lastReported })
    }
  } catch (error) {
    post({ kind: 'failed', reason: messageOf(error) })
  }
}
