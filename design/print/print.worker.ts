/** Worker that draws prints off the main thread. */
import { messageOf } from '../../contract/ground/thrown'
import type { PrintReply, PrintRequest } from './messages'
import { createPrintCanvas, type PrintCanvas } from './print-canvas'
import { offscreenSurface } from './surface'

const canvases = new Map<number, PrintCanvas>()

async function reply(request: PrintRequest): Promise<PrintReply> {
  const { id, printId } = request
  if (request.step === 'begin') {
    canvases.set(
      printId,
      createPrintCanvas(request.init, offscreenSurface, (file: Blob) => createImageBitmap(file)),
    )
    return { id }
  }
  const canvas = canvases.get(printId)
  if (!canvas) return { id, error: `no print ${printId} was begun` }
  if (request.step === 'drawLayer') await canvas.drawLayer(request.layer, request.role, request.picture)
  else {
    canvases.delete(printId)
    if (request.step === 'finish') return { id, picture: await canvas.finishPicture() }
    canvas.discard()
  }
  return { id }
}

addEventListener('message', ({ data }: MessageEvent<PrintRequest>) => {
  reply(data)
    .catch((error: unknown): PrintReply => ({ id: data.id, error: messageOf(error) }))
    .then((reply) => postMessage(reply, { transfer: reply.picture ? [reply.picture] : [] }))
})
