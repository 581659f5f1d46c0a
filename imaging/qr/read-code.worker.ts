/** Reads codes off the page's thread: a picture without a code takes up to some tenths of a second on an old machine. */
import { answerRequests } from '../answer-requests'
import type { ReadReply, ReadRequest } from './messages'
import { readCode } from './read-code'

let canvas: OffscreenCanvas | null = null

answerRequests<ReadRequest, ReadReply>(({ picture }) => {
  const { width, height } = picture
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no memory for the picture of a camera')
  context.drawImage(picture, 0, 0)
  picture.close()
  return { text: readCode(context.getImageData(0, 0, width, height)) }
})
