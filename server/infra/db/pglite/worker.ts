/**
 * The database's own thread. PGlite blocks whoever runs it for the length of a query, and an abort inside WebAssembly must not
 * take the server with it. Entry file: started by client.ts with the data directory, speaks protocol.ts.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { SqlError, sqlErrorFields } from '../connection'
import { openDirectory } from './directory'
import { EngineFailure } from './engine'
import type { Failed, Reply, Request, WorkerInput } from './protocol'
import type { Engine } from './source'

function describe(error: unknown): Failed {
  const fields = sqlErrorFields(error)
  if (error instanceof SqlError) return { ...fields, kind: 'sql' }
  if (error instanceof RangeError || error instanceof SyntaxError) return { message: fields.message, kind: 'range' }
  return { message: fields.message, kind: 'engine' }
}

async function answer(engine: Engine, request: Request): Promise<Reply> {
  try {
    if (request.kind === 'run') {
      return { kind: 'done', id: request.id, result: await engine.run(request.sql, request.parameters) }
    }
    await engine.close()
    return { kind: 'done', id: request.id, result: { rows: [], command: undefined, affected: undefined } }
  } catch (error) {
    return { kind: 'failed', id: request.id, error: describe(error) }
  }
}

async function serve(port: MessagePort, input: WorkerInput): Promise<void> {
  const { engine, fs } = await openDirectory(input.dataDir)
  port.on('message', async (request: Request) => {
    const reply = await answer(engine, request)
    const broken = reply.kind === 'failed' && reply.error.kind === 'engine'
    if (fs.failure && !broken) {
      // The disk refused an fsync. Whatever was said since then may not be there after a restart: nothing more is acknowledged.
      throw new EngineFailure(`写入磁盘失败：${fs.failure.message} (fsync failed)`, { cause: fs.failure })
    }
    port.postMessage(reply)
    if (broken) throw new EngineFailure(reply.error.message)
    if (request.kind === 'close') port.close()
  })
  port.postMessage({ kind: 'ready' } satisfies Reply)
}

if (parentPort) {
  const port = parentPort
  const input: WorkerInput = workerData
  serve(port, input).catch((error: unknown) => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    port.postMessage({ kind: 'unusable', name, message, stack } satisfies Reply)
    port.close()
  })
}
