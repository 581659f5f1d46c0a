/** Writes archives in a worker, because only workers may write to the browser's private disk without copies. */
import { createArchiveMaker } from './archive-maker'
import type { ArchiveReply, ArchiveRequest } from './messages'

const handleStep = createArchiveMaker()
/** Requests are handled one after another, in the order of their arrival. */
let last: Promise<unknown> = Promise.resolve()

// The page would not see an exception thrown here, so every request gets a reply.
self.onmessage = ({ data }: MessageEvent<ArchiveRequest>) => {
  const answer = async (): Promise<ArchiveReply> => {
    try {
      return { id: data.id, ...(await handleStep(data)) }
    } catch (error) {
      const failure = error instanceof Error || error instanceof DOMException ? error : new Error(String(error))
      return { id: data.id, error: { name: failure.name, message: failure.message } }
    }
  }
  last = last
    .then(answer)
    .then((reply) => self.postMessage(reply, { transfer: 'memory' in reply && reply.memory ? [reply.memory] : [] }))
}
