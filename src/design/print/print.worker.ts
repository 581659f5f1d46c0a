/** Worker that draws prints off the main thread. */
import type { PrintReply, PrintRequest } from './messages'
import { createPress, offscreenSurface, type Press } from './press'

const presses = new Map<number, Press>()

async function answer(request: PrintRequest): Promise<PrintReply> {
  const { id, print } = request
  if (request.step === 'begin') {
    presses.set(print, createPress(request.init, offscreenSurface))
    return { id }
  }
  const press = presses.get(print)
  if (!press) return { id, error: `no print ${print} was begun` }
  if (request.step === 'lay') await press.lay(request.layer, request.picture)
  else {
    presses.delete(print)
    if (request.step === 'finish') return { id, pixels: press.finish() }
    press.drop()
  }
  return { id }
}

addEventListener('message', ({ data }: MessageEvent<PrintRequest>) => {
  answer(data)
    .catch((error: unknown): PrintReply => ({ id: data.id, error: error instanceof Error ? error.message : String(error) }))
    .then((reply) => postMessage(reply, { transfer: reply.pixels ? [reply.pixels.data.buffer] : [] }))
})
