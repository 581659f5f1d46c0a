/** Finds the holes of foreground pictures off the page's thread: a large one takes some hundredths of a second. */
import { answerRequests } from '../answer-requests'
import { maskHoles } from './mask-hole'
import type { HoleReply, HoleRequest } from './mask-hole-client'

answerRequests<HoleRequest, HoleReply>(async ({ picture, width, height }) => {
  const bitmap =
    picture instanceof Blob ? await createImageBitmap(picture, { resizeWidth: width, resizeHeight: height }) : picture
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) return { holes: [] }
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return { holes: maskHoles(context.getImageData(0, 0, width, height).data, width, height) }
})
