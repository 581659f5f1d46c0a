/** Prints off the main thread. */
import type { PrintReply, PrintRequest } from './messages'
import { createPress, offscreenSurface, type Press } from './press'

const presses = new Map<number, Press>()

async function answer(request: PrintRequest): Promise<PrintReply> {
  const { id, job } = request
  if (request.deed === 'begin') {
    presses.set(job, createPress(request.init, offscreenSurface))
    return { id }
  }
  const press = presses.get(job)
  if (!press) return { id, error: `no print ${job} was begun` }
  if (request.deed === 'lay') await press.lay(request.layer, request.picture)
  else {
    presses.delete(job)
    if (request.deed === 'finish') return { id, pixels: press.finish() }
    press.drop()
  }
  return { id }
}

addEventListener('message', ({ data }: MessageEvent<PrintRequest>) => {
  answer(data)
    .catch((error: unknown): PrintReply => ({ id: data.id, error: error instanceof Error ? error.message : String(error) }))
    .then((reply) => postMessage(reply, { transfer: reply.pixels ? [reply.pixels.data.buffer] : [] }))
})
