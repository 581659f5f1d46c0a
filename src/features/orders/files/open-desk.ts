/** Opens the desk of an import in a worker, or on this thread where none can be started. */
import { createFileDesk, type FileDesk } from './file-desk'
import type { DeskCall, DeskReply } from './file-desk.worker'

export interface OpenDesk extends FileDesk {
  /** Frees all that it holds; it answers no more. */
  close(): void
}

interface Waiting {
  readonly call: DeskCall
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

const startWorker = (): Worker => new Worker(new URL('./file-desk.worker.ts', import.meta.url), { type: 'module' })

const methods: readonly (keyof FileDesk)[] = [
  'open',
  'read',
  'remove',
  'begin',
  'numbers',
  'batch',
  'settle',
  'plan',
  'parts',
  'saved',
]

/** @param start starts the worker; tests pass another one. */
export function openDesk(start: () => Worker = startWorker): OpenDesk {
  const waiting = new Map<number, Waiting>()
  let here: FileDesk | null = null
  let worker: Worker | null = null
  let lastId = 0
  let hasAnswered = false

  const answerHere = ({ call, resolve, reject }: Waiting) => {
    here ??= createFileDesk()
    const answer = here[call.method] as (...args: readonly unknown[]) => Promise<never>
    answer(...call.args).then(resolve, reject)
  }
  const onBroken = () => {
    worker?.terminate()
    worker = null
    const broken = [...waiting.values()]
    waiting.clear()
    // One that never answered did not start: old clients and strict content security policies allow no worker.
    if (!hasAnswered) for (const each of broken) answerHere(each)
    else for (const { reject } of broken) reject(new Error('读表格的程序中断了，请关闭这个窗口后重新放文件'))
    if (!hasAnswered) here ??= createFileDesk()
  }
  try {
    worker = start()
    worker.onerror = onBroken
    worker.onmessage = ({ data }: MessageEvent<DeskReply>) => {
      hasAnswered = true
      const entry = waiting.get(data.id)
      waiting.delete(data.id)
      if ('reason' in data) entry?.reject(new Error(data.reason))
      else entry?.resolve(data.result as never)
    }
  } catch {
    here = createFileDesk()
  }
  const call = (method: keyof FileDesk, args: readonly unknown[]) =>
    new Promise<never>((resolve, reject) => {
      const entry: Waiting = { call: { id: ++lastId, method, args }, resolve, reject }
      if (here !== null) return answerHere(entry)
      if (worker === null) return reject(new Error('读表格的程序中断了，请关闭这个窗口后重新放文件'))
      waiting.set(entry.call.id, entry)
      worker.postMessage(entry.call)
    })
  const desk = Object.fromEntries(methods.map((method) => [method, (...args: readonly unknown[]) => call(method, args)]))
  return {
    ...(desk as unknown as FileDesk),
    close() {
      worker?.terminate()
      worker = null
      here = null
      waiting.clear()
    },
  }
}
