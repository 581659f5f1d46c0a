/** Page-side client of a worker that replies once to each request; shared by all workers of imaging. */
import { abortError } from '../contract/ground/thrown'

interface PendingRequest<R> {
  readonly resolve: (reply: R) => void
  readonly reject: (error: Error) => void
}

export interface WorkerClient<Q, R> {
  /** Sends a request. Rejects when the worker crashes, or with an AbortError once disposed. */
  request(message: Q, transfer?: readonly Transferable[]): Promise<R>
  readonly disposed: boolean
  dispose(): void
}

/** @param start starts the worker; called for the first request, and again for the next request after a crash. */
export function createWorkerClient<Q extends object, R extends { readonly id: number }>(start: () => Worker): WorkerClient<Q, R> {
  const pending = new Map<number, PendingRequest<R>>()
  let worker: Worker | null = null
  let lastId = 0
  let disposed = false

  const failAll = (error: Error) => {
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  const startIfNeeded = (): Worker => {
    if (worker !== null) return worker
    const started = start()
    started.onmessage = ({ data }: MessageEvent<R>) => {
      const pendingRequest = pending.get(data.id)
      pending.delete(data.id)
      pendingRequest?.resolve(data)
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
    request(request, transfer = []) {
      if (disposed) return Promise.reject(abortError())
      return new Promise((resolve, reject) => {
        const id = ++lastId
        pending.set(id, { resolve, reject })
        startIfNeeded().postMessage({ ...request, id }, [...transfer])
      })
    },
    get disposed() {
      return disposed
    },
    dispose() {
      disposed = true
      worker?.terminate()
      worker = null
      failAll(abortError())
    },
  }
}
