/** Archives off the main thread: only workers may write to the browser's own disk without copies. */
import { createArchiveMaker } from './archive-maker'
import type { ArchiveReply, ArchiveRequest } from './messages'

const make = createArchiveMaker()
/** One after the other, in the order in which they were asked. */
let last: Promise<unknown> = Promise.resolve()

// An exception here would be silent on the page's side, so every request is answered.
self.onmessage = ({ data }: MessageEvent<ArchiveRequest>) => {
  const answer = async (): Promise<ArchiveReply> => {
    try {
      return { id: data.id, ...(await make(data)) }
    } catch (error) {
      const said = error instanceof Error || error instanceof DOMException ? error : new Error(String(error))
      return { id: data.id, error: { name: said.name, message: said.message } }
    }
  }
  last = last.then(answer).then((reply) => self.postMessage(reply))
}
