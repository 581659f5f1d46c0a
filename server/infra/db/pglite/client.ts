/** Main-thread client of the database thread: an Engine whose calls are sent to worker.ts. */
import { messageOf } from '../../../../contract/ground/thrown'
import { startThread } from '../../thread'
import { SqlError } from '../connection'
import { type Answer, readAnswer } from './answers'
import { EngineFailure } from './engine'
import type { Failed, Reply, Request, WorkerInput } from './protocol'
import type { Engine } from './source'

function toError(error: Failed): Error {
  if (error.kind === 'sql') return new SqlError(error)
  if (error.kind === 'range') return new RangeError(error.message)
  return new EngineFailure(error.message)
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
interface PendingCall {
  resolve(answer: Answer): void
  reject(error: Error): void
}

export interface ThreadEngine extends Engine {
  /** Ends the thread without a clean shutdown, as a crash would. For fault tests. */
  terminate(): Promise<void>
}

/**
 * Opens the embedded database of `dataDir` in a thread of its own; a new one is a copy of `prepared`. Rejects when it cannot be opened. `onFatal` is called once
 * when the thread ends unrequested; all pending and later calls reject with the same error.
 */
export function openThread(
  dataDir: string,
  onFatal: (error: Error) => void,
  prepared: string | null = null,
): Promise<ThreadEngine> {
  const input: WorkerInput = { dataDir, prepared }
  const thread = startThread(new URL('./db-worker.mjs', import.meta.url), new URL('./worker.ts', import.meta.url), input)
  const pendingCalls = new Map<number, PendingCall>()
  let lastId = 0
  let fatalError: Error | null = null
  let closing = false

  function failAll(error: Error): void {
    if (fatalError) return
    fatalError = error
    for (const { reject } of pendingCalls.values()) reject(error)
    pendingCalls.clear()
  }

  const send = (request: WithoutId<Request>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (fatalError) {
        reject(fatalError)
        return
      }
      lastId += 1
      pendingCalls.set(lastId, { resolve, reject })
      thread.postMessage({ ...request, id: lastId } satisfies Request)
    })

  const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  const engine: ThreadEngine = {
    run: async (sql, parameters, begin) => readAnswer(await send({ kind: 'run', sql, parameters, begin })),
    close: async () => {
      closing = true
      if (!fatalError) await send({ kind: 'close' })
      await exited
    },
    terminate: async () => {
      await thread.terminate()
    },
  }

  return new Promise((resolve, reject) => {
    let ready = false
    const handleLoss = (error: Error) => {
      failAll(error)
      if (!ready) reject(error)
      else if (!closing) onFatal(error)
    }
    thread.on('message', (reply: Reply) => {
      if (reply.kind === 'ready') {
        ready = true
        resolve(engine)
      } else if (reply.kind === 'unusable') {
        handleLoss(Object.assign(new EngineFailure(reply.message), { name: reply.name, stack: reply.stack }))
      } else {
        const call = pendingCalls.get(reply.id)
        pendingCalls.delete(reply.id)
        if (reply.kind === 'done') call?.resolve(reply.answer)
        else call?.reject(toError(reply.error))
      }
    })
    thread.once('error', (error) => {
      const reason = messageOf(error)
      handleLoss(new EngineFailure(`数据库线程已停止：${reason} (the database thread stopped)`, { cause: error }))
    })
    thread.once('exit', (code) => {
      if (!closing || pendingCalls.size > 0)
        handleLoss(new EngineFailure(`数据库线程已退出，代码 ${code} (the database thread exited with ${code})`))
    })
  })
}
