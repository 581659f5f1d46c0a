/** Page-side client of a worker that replies once to each request; shared by all workers of src/imaging. */

interface Waiting<R> {
  readonly resolve: (reply: R) => void
  readonly reject: (error: Error) => void
}

export interface WorkerClient<Q, R> {
  /** Sends a request. Rejects when the worker crashes, or with an AbortError once disposed. */
  ask(request: Q, transfer?: readonly Transferable[]): Promise<R>
  readonly disposed: boolean
  dispose(): void
}

export const closedError = (): Error => new DOMException('the worker is closed', 'AbortError')

/** @param start starts the worker; called for the first request, and again for the next request after a crash. */
export function createWorkerClient<Q extends object, R extends { readonly id: number }>(start: () => Worker): WorkerClient<Q, R> {
  const waiting = new Map<number, Waiting<R>>()
  let worker: Worker | null = null
  let lastId = 0
  let disposed = false

  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const running = (): Worker => {
    if (worker !== null) return worker
    const started = start()
    started.onmessage = ({ data }: MessageEvent<R>) => {
      const asked = waiting.get(data.id)
      waiting.delete(data.id)
      asked?.resolve(data)
    }
    started.onerror = (event) => {
      started.terminate()
      worker = null
      failAll(new Error(event.message || 'the worker stopped'))
    }
    worker = started
    return started
  }

  return {
    ask(request, transfer = []) {
      if (disposed) return Promise.reject(closedError())
      return new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        running().postMessage({ ...request, id }, [...transfer])
      })
    },
    get disposed() {
      return disposed
    },
    dispose() {
      disposed = true
      worker?.terminate()
      worker = null
      failAll(closedError())
    },
  }
}
