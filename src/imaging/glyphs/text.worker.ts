/**
 * Text off the main thread. HarfBuzz loads asynchronously, and a message that arrives before its handler stands is lost: so
 * the handler stands first and waits for the rest.
 */
import type { TextReply, TextRequest } from './messages'

const service = import('./text-service')

// An exception here would be silent on the page's side, so every request is answered.
self.onmessage = async ({ data }: MessageEvent<TextRequest>) => {
  let reply: TextReply
  try {
    const { answerPng, answerText } = await service
    reply = data.pixels === undefined ? answerText(data) : await answerPng(data, data.pixels)
  } catch (error) {
    reply = { id: data.id, error: error instanceof Error ? error.message : String(error) }
  }
  self.postMessage(reply)
}
