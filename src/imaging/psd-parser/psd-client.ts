/** Page-side client of the PSD worker. Each file has a worker of its own, so that closing the file frees its memory. */
import { createWorkerClient, type WorkerClient } from '../worker-client'
import type { PsdQuestion, PsdReply, PsdSummary } from './messages'
import { type GroupMode, type LayersOptions, type OpenPsd, PsdError, type PsdLayer } from './types'

export interface PsdClient {
  /**
   * Reads the structure of a PSD or PSB, no pixels. Rejects with a {@link PsdError} whose message is for the seller, or with an
   * AbortError.
   */
  open(file: Blob, options?: { readonly signal?: AbortSignal }): Promise<OpenPsd>
  /** Closes all open files. */
  dispose(): void
}

type Answer = Exclude<PsdReply, { error: unknown } | { cancelled: true }>
type Asking<T> = T extends { token: number } ? Omit<T, 'token'> : T
type Ask = (question: Asking<Exclude<PsdQuestion, { kind: 'cancel' }>>, signal?: AbortSignal) => Promise<Answer>

const startWorker = (): Worker => new Worker(new URL('./psd.worker.ts', import.meta.url), { type: 'module' })

const abortError = (): Error => new DOMException('reading the PSD was stopped', 'AbortError')

const crashed = (cause: unknown): PsdError =>
  new PsdError('crashed', '解析PSD时内存不足或程序中断，请在Photoshop中缩小画布或合并部分图层后重新导入', cause)

/** @param start starts a worker; tests pass their own. */
export function createPsdClient(start: () => Worker = startWorker): PsdClient {
  const openFiles = new Set<() => void>()
  return {
    async open(file, { signal } = {}) {
      const worker = createWorkerClient<PsdQuestion, PsdReply>(start)
      const close = () => {
        openFiles.delete(close)
        worker.dispose()
      }
      openFiles.add(close)
      const ask = createAsk(worker)
      try {
        const answer = await ask({ kind: 'open', file }, signal)
        if (!('summary' in answer)) throw crashed('no summary')
        return openPsd(answer.summary, ask, close)
      } catch (error) {
        close()
        throw error
      }
    },
    dispose() {
      for (const close of [...openFiles]) close()
    },
  }
}

/** Returns a function that asks the worker; it rejects as soon as the signal fires, and stops the worker's work. */
function createAsk(worker: WorkerClient<PsdQuestion, PsdReply>): Ask {
  let lastToken = 0
  return async (question, signal) => {
    if (signal?.aborted) throw abortError()
    const token = ++lastToken
    let stop = () => {}
    const stopped = new Promise<never>((_, reject) => {
      stop = () => {
        reject(abortError())
        // Closing the file ends its worker anyway, so nobody waits for this reply.
        worker.ask({ kind: 'cancel', token }).catch(() => {})
      }
    })
    stopped.catch(() => {})
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const reply = await Promise.race([worker.ask({ ...question, token } as PsdQuestion), stopped])
      if ('error' in reply) throw new PsdError(reply.error.code, reply.error.message)
      if ('cancelled' in reply) throw abortError()
      return reply
    } catch (error) {
      if (error instanceof PsdError || (error instanceof Error && error.name === 'AbortError')) throw error
      throw crashed(error)
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }
}

function openPsd(summary: PsdSummary, ask: Ask, close: () => void): OpenPsd {
  const { width, height, colorMode, depth, artboards, notices } = summary
  const reports = new Map(
    Object.entries(summary.reports).map(([id, { flatten, leaves }]) => [id, { flatten: [...flatten], leaves: [...leaves] }]),
  )
  const find = (artboardId: string) => {
    const artboard = artboards.find(({ id }) => id === artboardId)
    const report = reports.get(artboardId)
    if (artboard === undefined || report === undefined) throw new PsdError('closed', `PSD中没有画板 ${artboardId}`)
    return { artboard, report }
  }

  async function* layers(artboardId: string, options: LayersOptions = {}): AsyncGenerator<PsdLayer> {
    const { signal, groups = 'flatten', onProgress } = options
    const { artboard, report } = find(artboardId)
    const total = artboard.layerCount[groups]
    if (total === 0) return
    // Leaving the loop stops the layer that was requested ahead.
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    signal?.addEventListener('abort', leave, { once: true })
    if (signal?.aborted) leave()
    const request = (index: number) => {
      const coming = ask({ kind: 'layer', artboard: artboardId, groups, index }, leaving.signal)
      // It may reject before anybody awaits it.
      coming.catch(() => {})
      return coming
    }
    try {
      let coming = request(0)
      for (let index = 0; index < total; index++) {
        const next = index + 1 < total ? request(index + 1) : null
        const answer = await coming
        if (!('layer' in answer)) throw crashed('no layer')
        for (const { index: at, report: changed } of answer.changes) report[groups][at] = changed
        onProgress?.(index + 1, total)
        if (answer.layer !== null) yield answer.layer
        if (next !== null) coming = next
      }
    } finally {
      signal?.removeEventListener('abort', leave)
      leave()
    }
  }

  const picture = async (artboardId: string, answer: Promise<Answer>): Promise<Blob | null> => {
    const found = await answer
    if (!('picture' in found)) throw crashed(`no picture of ${artboardId}`)
    return found.picture
  }

  return {
    width,
    height,
    colorMode,
    depth,
    artboards,
    notices,
    async thumbnail(artboardId, maxSide, { signal } = {}) {
      const made = await picture(artboardId, ask({ kind: 'thumbnail', artboard: find(artboardId).artboard.id, maxSide }, signal))
      if (made === null) throw crashed(`no thumbnail of ${artboardId}`)
      return made
    },
    layers,
    merged: async (artboardId, { signal } = {}) =>
      picture(artboardId, ask({ kind: 'merged', artboard: find(artboardId).artboard.id }, signal)),
    async likeness(artboardId, { signal } = {}) {
      const found = await ask({ kind: 'likeness', artboard: find(artboardId).artboard.id }, signal)
      if (!('likeness' in found)) throw crashed(`no likeness of ${artboardId}`)
      return found.likeness
    },
    report: (artboardId, groups: GroupMode = 'flatten') => find(artboardId).report[groups],
    close,
  }
}
