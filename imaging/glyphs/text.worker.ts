/**
 * Draws text in a worker. HarfBuzz loads asynchronously, and a message that arrives before its handler is set would be lost, so the handler
 * is set first and awaits the service.
 */
import { answerRequests } from '../answer-requests'
import type { TextReply, TextRequest } from './messages'

const service = import('./text-service')

answerRequests<TextRequest, TextReply>(async (request) => {
  const { drawPng, drawText } = await service
  return request.pixels === undefined ? drawText(request) : drawPng(request, request.pixels)
})
