/** Encodes pictures for the worker that decodes them. */
import { encodePng } from '../png/png'
import type { EncodeReply, EncodeRequest } from './encode'

// The other worker would not see an exception thrown here, so every request gets a reply.
self.onmessage = ({ data: { id, picture } }: MessageEvent<EncodeRequest & { readonly id: number }>) => {
  let reply: EncodeReply
  try {
    reply = picture === null ? { id, file: null } : { id, file: encodePng(picture), memory: picture.data.buffer }
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) }
  }
  self.postMessage(reply, { transfer: 'memory' in reply ? [reply.memory] : [] })
}
