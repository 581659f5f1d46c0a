/** Draws the light on cases and puts them into poses off the page's thread: a large case takes some tenths of a second. */
import { answerRequests } from '../answer-requests'
import { caseMask, cutOut } from './case-mask'
import { lightOnCase } from './light'
import type { LightReply, LightRequest } from './messages'
import { mockup } from './mockup'

answerRequests<LightRequest, LightReply>(
  (request) => {
    if (request.kind === 'light') return { light: lightOnCase(caseMask(request.pixels), request.options) }
    cutOut(request.input.front.data, request.inside)
    return { picture: mockup(request.input) }
  },
  {
    transferOf: (reply) => {
      if ('light' in reply) return [reply.light.data.buffer, reply.light.inside.buffer]
      return 'picture' in reply ? [reply.picture.data.buffer] : []
    },
  },
)
