/** Writes archives in a worker, because only workers may write to the browser's private disk without copies. */
import { answerRequests } from '../answer-requests'
import { createArchiveMaker } from './archive-maker'
import type { ArchiveReply, ArchiveRequest } from './messages'

answerRequests<ArchiveRequest, ArchiveReply>(createArchiveMaker(), {
  transferOf: (reply) => ('memory' in reply && reply.memory ? [reply.memory] : []),
  failed: (error) => {
    const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error))
    return { error: { name, message } }
  },
})
