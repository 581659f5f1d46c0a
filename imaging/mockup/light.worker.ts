/** Draws the light on cases and puts them into poses off the page's thread: a large case takes some tenths of a second. */
import { messageOf } from '../../contract/ground/thrown'
import { caseMask, cutOut } from './case-mask'
import { lightOnCase } from './light'
import type { LightReply, LightRequest } from './messages'
import { mockup } from './mockup'

function reply(request: LightRequest): LightReply {
  const { id } = request
  try {
    if (request.kind === 'mockup') {
      cutOut(request.input.front.data, request.inside)
      return { id, picture: mockup(request.input) }
    }
    return { id, light: lightOnCase(caseMask(request.pixels), request.options) }
  } catch (error) {
    return { id, error: messageOf(error) }
  }
}

const buffersOf = (answer: LightReply): Transferable[] => {
  if ('light' in answer) return [answer.light.data.buffer, answer.light.inside.buffer]
  return 'picture' in answer ? [answer.picture.data.buffer] : []
}

addEventListener('message', ({ data }: MessageEvent<LightRequest>) => {
  const answer = reply(data)
  postMessage(answer, { transfer: buffersOf(answer) })
})
