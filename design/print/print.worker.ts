/** Worker that draws prints off the main thread. */
import { answerRequests } from '../../imaging/answer-requests'
import type { PrintReply, PrintRequest } from './messages'
import { createPrintCanvas, type PrintCanvas } from './print-canvas'
import { offscreenSurface } from './surface'

const canvases = new Map<number, PrintCanvas>()

async function handleRequest(request: PrintRequest): Promise<Omit<PrintReply, 'id'>> {
  const { printId } = request
  if (request.step === 'begin') {
    canvases.set(
      printId,
      createPrintCanvas(request.init, offscreenSurface, (file: Blob) => createImageBitmap(file)),
    )
    return {}
  }
  const canvas = canvases.get(printId)
  if (!canvas) return { error: `no print ${printId} was begun` }
  if (request.step === 'drawLayer') await canvas.drawLayer(request.layer, request.role, request.picture)
  else {
    canvases.delete(printId)
    if (request.step === 'finish') {
      const bare = canvas.bareArea()
      return { picture: await canvas.finishPicture(), ...(bare && { bare }) }
    }
    canvas.discard()
  }
  return {}
}

answerRequests<PrintRequest, PrintReply>(handleRequest, {
  transferOf: ({ picture, bare }) => [...(picture ? [picture] : []), ...(bare ? [bare.data.buffer] : [])],
})
