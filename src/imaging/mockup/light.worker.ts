/** Computes the light on cases off the page's thread: a large case takes some tenths of a second. */
import { lightOnCase } from './light'
import type { LightReply, LightRequest } from './messages'

function reply({ id, mask, ...options }: LightRequest): LightReply {
  try {
    const { width, height, data } = lightOnCase(mask, options)
    return { id, light: { width, height, data } }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<LightRequest>) => {
  const answer = reply(data)
  postMessage(answer, { transfer: 'light' in answer ? [answer.light.data.buffer] : [] })
})
