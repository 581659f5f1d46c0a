/**
 * Cuts out on this machine: the server's client of the cutout thread, which starts with the first picture and ends after a while
 * without work.
 */
import type { Worker } from 'node:worker_threads'
import { Failure } from '../../kernel/failure'
import type { CutoutComposer, CutoutProvider } from '../../ports/cutout'
import { startThread } from '../thread'
import { kinds } from './cut'
import { models } from './models'
import type { Reply, Request, Work, WorkerInput } from './protocol'

export interface EngineOptions {
  /** Folder of the models. */
  readonly folder: string
  /** Longest time for one piece of work, ms. */
  readonly limitMs?: number
  /** Idle time after which the thread ends, ms: its models take a few hundred MB. */
  readonly idleMs?: number
}

export interface Engine extends CutoutProvider, CutoutComposer {
  /** Returns whether the thread is running. */
  running(): boolean
}

interface PendingCall {
  resolve(reply: Reply): void
  reject(error: Error): void
}

export function createEngine({ folder, limitMs = 120_000, idleMs = 120_000 }: EngineOptions): Engine {
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  const pendingCalls = new Map<number, PendingCall>()

  function startWorker(): Worker {
    const input: WorkerInput = { models: folder }
    const worker = startThread(new URL('./cutout-worker.mjs', import.meta.url), new URL('./worker.ts', import.meta.url), input)
    // The thread must not keep an ending server alive.
    worker.unref()
    worker.on('message', (reply: Reply) => {
      const call = pendingCalls.get(reply.id)
      pendingCalls.delete(reply.id)
      call?.resolve(reply)
    })
    worker.on('error', (error: Error) => handleLoss(worker, error))
    worker.on('exit', (code) => handleLoss(worker, new Error(`the cutout thread ended with ${code}`)))
    return worker
  }

  /** Rejects everything that waits for a dead thread; the next picture starts a new one. */
  function handleLoss(worker: Worker, error: Error): void {
    if (thread !== worker) return
    thread = null
    for (const { reject } of pendingCalls.values()) reject(error)
    pendingCalls.clear()
  }

  async function endWorker(error: Error): Promise<void> {
    clearTimeout(idle)
    const worker = thread
    if (!worker) return
    handleLoss(worker, error)
    await worker.terminate()
  }

  function send(work: Work, signal: AbortSignal): Promise<Reply> {
    signal.throwIfAborted()
    clearTimeout(idle)
    thread ??= startWorker()
    const worker = thread
    lastId += 1
    const request: Request = { ...work, id: lastId }
    return new Promise<Reply>((resolve, reject) => {
      // A computation cannot be interrupted; only its thread can be ended.
      const endWith = (error: Error): void => void endWorker(error)
      const abort = (): void => endWith(new Error('cutting out was given up', { cause: signal.reason }))
      const timer = setTimeout(endWith, limitMs, new Failure('unavailable', '抠图超时，请缩小图片或稍后重试'))
      const finish = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        if (pendingCalls.size > 0 || thread !== worker) return
        idle = setTimeout(() => void endWorker(new Error('idle')), idleMs)
        idle.unref()
      }
      signal.addEventListener('abort', abort)
      pendingCalls.set(request.id, {
        resolve(reply) {
          finish()
          resolve(reply)
        },
        reject(error) {
          finish()
          reject(error)
        },
      })
      worker.postMessage(request)
    })
  }

  async function requestReply<K extends Reply['kind']>(
    kind: K,
    work: Work,
    signal: AbortSignal,
  ): Promise<Extract<Reply, { kind: K }>> {
    const reply = await send(work, signal)
    if (reply.kind === 'refused') throw new Failure(reply.code, reply.message)
    if (reply.kind !== kind) throw new Error(reply.kind === 'broken' ? reply.message : `${reply.kind} instead of ${kind}`)
    return reply as Extract<Reply, { kind: K }>
  }

  return {
    concurrency: 1,
    running: () => thread !== null,
    model: (type) => models[kinds[type].model].version,
    cut: async ({ bytes, type }, signal) => (await requestReply('alpha', { kind: 'cut', bytes, type }, signal)).alpha,
    compose: async (bytes, alpha, signal) =>
      Buffer.from((await requestReply('picture', { kind: 'compose', bytes, alpha }, signal)).png),
    close: () => endWorker(new Error('closed')),
  }
}
