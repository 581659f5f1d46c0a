/** Encodes pictures for the worker that decodes them. */
import { messageOf } from '../../contract/ground/thrown'
import { encodePng, encodeRows, warmUp } from '../png/png'
import type { EncodeReply, EncodeRequest } from './encode'

// The other worker would not see an exception thrown here, so every request gets a reply.
self.onmessage = ({ data: { id, picture, firstRowsOf } }: MessageEvent<EncodeRequest & { readonly id: number }>) => {
  let reply: EncodeReply
  try {
    if (picture === null) {
      warmUp()
      reply = { id, file: null }
    } else if (firstRowsOf === undefined) reply = { id, file: encodePng(picture), memory: picture.data.buffer }
    else reply = { id, rows: encodeRows(picture, { channels: firstRowsOf, isFirst: true, isLast: false }) }
  } catch (error) {
    reply = { id, error: messageOf(error) }
  }
  self.postMessage(reply, { transfer: 'memory' in reply ? [reply.memory] : [] })
}
