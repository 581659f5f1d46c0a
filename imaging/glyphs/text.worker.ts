/**
 * Draws text in a worker. HarfBuzz loads asynchronously, and a message that arrives before `onmessage` is set would be lost, so
 * the handler is set first and awaits the service.
 */
import { messageOf } from '../../contract/ground/thrown'
import type { TextReply, TextRequest } from './messages'

const service = import('./text-service')

// The page would not see an exception thrown here, so every request gets a reply.
self.onmessage = async ({ data }: MessageEvent<TextRequest>) => {
  let reply: TextReply
  try {
    const { drawPng, drawText } = await service
    reply = data.pixels === undefined ? drawText(data) : await drawPng(data, data.pixels)
  } catch (error) {
    reply = { id: data.id, error: messageOf(error) }
  }
  self.postMessage(reply)
}
