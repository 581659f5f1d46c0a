/**
 * Computes outlines in a worker. It caches the distance fields of the last pictures, so that a moving slider gets immediate
 * replies.
 */
import { answerRequests } from '../answer-requests'
import type { OutlineReply, OutlineRequest } from './messages'
import { createOutliner, type Outliner } from './outline'
import { TooComplexError } from './rings'
import type { Pixels } from './shapes'

/** Number of cached pictures; the distance field of a picture of 2000 px a side takes about 25 MB. */
const maxCachedPictures = 3
const outliners = new Map<string, { readonly outliner: Outliner; readonly width: number }>()

function pixelsOf(bitmap: ImageBitmap): Pixels {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no 2d context in the worker')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

function createAndCache(key: string, bitmap: ImageBitmap) {
  const pixels = pixelsOf(bitmap)
  const created = { outliner: createOutliner(pixels), width: pixels.width }
  outliners.set(key, created)
  const oldest = outliners.keys().next()
  if (outliners.size > maxCachedPictures && !oldest.done) outliners.delete(oldest.value)
  return created
}

function handleRequest({ key, bitmap, stroke, placedWidth }: OutlineRequest) {
  const picture = bitmap === undefined ? outliners.get(key) : createAndCache(key, bitmap)
  if (picture === undefined) return { unknown: true } as const
  // Move the picture to the end of the map: the least recently used picture is evicted first.
  outliners.delete(key)
  outliners.set(key, picture)
  const { outliner, width } = picture
  return { outline: outliner.stroke(stroke, width / placedWidth), opaque: outliner.opaque }
}

answerRequests<OutlineRequest, OutlineReply>((request) => {
  try {
    return handleRequest(request)
  } catch (error) {
    if (error instanceof TooComplexError) return { tooComplex: true }
    throw error
  }
})
