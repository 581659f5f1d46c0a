/**
 * Entry file of the database thread, started by client.ts with the data directory; it speaks protocol.ts. PGlite blocks its
 * thread for the length of a query, and an abort inside WebAssembly must not end the server.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { SqlError, sqlErrorFields } from '../connection'
import { openDirectory } from './directory'
import { type AnsweringEngine, EngineFailure } from './engine'
import type { Failed, Reply, Request, WorkerInput } from './protocol'

function toFailed(error: unknown): Failed {
  const fields = sqlErrorFields(error)
  if (error instanceof SqlError) return { ...fields, kind: 'sql' }
  if (error instanceof RangeError || error instanceof SyntaxError) return { message: fields.message, kind: 'range' }
  return { message: fields.message, kind: 'engine' }
}

async function handleRequest(engine: AnsweringEngine, request: Request): Promise<Reply> {
  try {
    if (request.kind === 'run') {
      return { kind: 'done', id: request.id, answer: await engine.answer(request.sql, request.parameters, request.begin) }
    }
    await engine.close()
    return { kind: 'done', id: request.id, answer: { rows: [], command: undefined, affected: undefined } }
  } catch (error) {
    return { kind: 'failed', id: request.id, error: toFailed(error) }
  }
}

const unusableReply = ({ name, message, stack }: Error): Reply => ({ kind: 'unusable', name, message, stack })

async function serve(port: MessagePort, input: WorkerInput): Promise<void> {
  const engine = await openDirectory(input, (error) => {
    port.postMessage(unusableReply(new EngineFailure(error.message)))
    // Ends this thread at once, also in the middle of PGlite: the next start recovers everything that was acknowledged.
    process.exit(1)
  })
  port.on('message', async (request: Request) => {
    const reply = await handleRequest(engine, request)
    // Bytes change threads without a copy.
    const bytes = reply.kind === 'done' && 'bytes' in reply.answer ? [reply.answer.bytes.buffer as ArrayBuffer] : []
    port.postMessage(reply, bytes)
    if (reply.kind === 'failed' && reply.error.kind === 'engine') throw new EngineFailure(reply.error.message)
    if (request.kind === 'close') port.close()
  })
  port.postMessage({ kind: 'ready' } satisfies Reply)
}

if (parentPort) {
  const port = parentPort
  const input: WorkerInput = workerData
  serve(port, input).catch((error: unknown) => {
    port.postMessage(unusableReply(error instanceof Error ? error : new Error(String(error))))
    port.close()
  })
}
