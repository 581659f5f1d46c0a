/** Entry file of the cutout thread, which keeps models and pixels off the thread that answers requests. */
import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '../../kernel/failure'
import { composePng, cutOut, kinds } from './cut'
import { models } from './models'
import type { Reply, Request, WorkerInput } from './protocol'
import { createRuntime } from './runtime'

const input: WorkerInput = workerData
const infer = createRuntime(input.models)
const port = parentPort
if (!port) throw new Error('runs only as a thread')

async function answer(request: Request): Promise<{ reply: Reply; moved: ArrayBuffer[] }> {
  const { id } = request
  if (request.kind === 'cut') {
    const cut = await cutOut(request.bytes, request.type, infer)
    const alpha = { ...cut, model: models[kinds[request.type].model].version }
    return { reply: { id, kind: 'alpha', alpha }, moved: [cut.alpha.buffer] }
  }
  const png = await composePng(request.bytes, request.alpha)
  return { reply: { id, kind: 'picture', png }, moved: [png.buffer] }
}

function refusal(id: number, error: unknown): Reply {
  if (error instanceof Failure) return { id, kind: 'refused', code: error.code, message: error.message }
  return { id, kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

let last = Promise.resolve()
port.on('message', (request: Request) => {
  // Requests are handled one after another, so that one picture is in memory at a time.
  last = last.then(async () => {
    try {
      const { reply, moved } = await answer(request)
      port.postMessage(reply, moved)
    } catch (error) {
      port.postMessage(refusal(request.id, error))
    }
  })
})
