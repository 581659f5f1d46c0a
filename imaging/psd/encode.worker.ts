/** Encodes pictures for the worker that decodes them. */
import { answerRequests } from '../answer-requests'
import { encodePng, encodeRows, warmUp } from '../png/png'
import type { EncodeReply, EncodeRequest } from './encode'

answerRequests<EncodeRequest & { readonly id: number }, EncodeReply>(
  ({ picture, firstRowsOf }) => {
    if (picture === null) {
      warmUp()
      return { file: null }
    }
    if (firstRowsOf === undefined) return { file: encodePng(picture), memory: picture.data.buffer }
    return { rows: encodeRows(picture, { channels: firstRowsOf, isFirst: true, isLast: false }) }
  },
  { transferOf: (reply) => ('memory' in reply ? [reply.memory] : []) },
)
