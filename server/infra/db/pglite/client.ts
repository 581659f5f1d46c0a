/** Main-thread client of the database thread: an Engine whose calls are sent to worker.ts. */
import { startThread } from '../../thread'
import { type RunResult, SqlError } from '../connection'
import { EngineFailure } from './engine'
import type { Failed, Reply, Request, WorkerInput } from './protocol'
import type { Engine } from './source'

function toError(error: Failed): Error {
  if (error.kind === 'sql') return new SqlError(error)
  if (error.kind === 'range') return new RangeError(error.message)
  return new EngineFailure(error.message)
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
interface Waiting {
  resolve(result: RunResult): void
  reject(error: Error): void
}

export interface ThreadEngine extends Engine {
  /** Ends the thread without a clean shutdown, as a crash would. For fault tests. */
  terminate(): Promise<void>
}

/**
 * Opens the embedded database of `dataDir` in a thread of its own. Rejects when it cannot be opened. `onFatal` is called once
 * when the thread ends unrequested; all pending and later calls reject with the same error.
 */
export function openThread(dataDir: string, onFatal: (error: Error) => void): Promise<ThreadEngine> {
  const input: WorkerInput = { dataDir }
  const thread = startThread(new URL('./db-worker.mjs', import.meta.url), new URL('./worker.ts', import.meta.url), input)
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let dead: Error | null = null
  let closing = false

  function die(error: Error): void {
    if (dead) return
    dead = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const send = (request: WithoutId<Request>): Promise<RunResult> =>
    new Promise((resolve, reject) => {
      if (dead) {
        reject(dead)
        return
      }
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      thread.postMessage({ ...request, id: lastId } satisfies Request)
    })

  const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  const engine: ThreadEngine = {
    run: (sql, parameters) => send({ kind: 'run', sql, parameters }),
    close: async () => {
      closing = true
      if (!dead) await send({ kind: 'close' })
      await gone
    },
    terminate: async () => {
      await thread.terminate()
    },
  }

  return new Promise((resolve, reject) => {
    let ready = false
    const lost = (error: Error) => {
      die(error)
      if (!ready) reject(error)
      else if (!closing) onFatal(error)
    }
    thread.on('message', (reply: Reply) => {
      if (reply.kind === 'ready') {
        ready = true
        resolve(engine)
      } else if (reply.kind === 'unusable') {
        lost(Object.assign(new EngineFailure(reply.message), { name: reply.name, stack: reply.stack }))
      } else {
        const call = waiting.get(reply.id)
        waiting.delete(reply.id)
        if (reply.kind === 'done') call?.resolve(reply.result)
        else call?.reject(toError(reply.error))
      }
    })
    thread.once('error', (error) => {
      const reason = error instanceof Error ? error.message : String(error)
      lost(new EngineFailure(`数据库线程已停止：${reason} (the database thread stopped)`, { cause: error }))
    })
    thread.once('exit', (code) => {
      if (!closing || waiting.size > 0)
        lost(new EngineFailure(`数据库线程已退出，代码 ${code} (the database thread exited with ${code})`))
    })
  })
}
