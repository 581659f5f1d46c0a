/** Finds the holes of foreground pictures off the page's thread: a large one takes some hundredths of a second. */
import { answerRequests } from '../answer-requests'
import { maskHole } from './mask-hole'
import type { HoleReply, HoleRequest } from './mask-hole-client'

answerRequests<HoleRequest, HoleReply>(({ bitmap }) => {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) return { hole: null }
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return { hole: maskHole(context.getImageData(0, 0, width, height).data, width, height) }
})
