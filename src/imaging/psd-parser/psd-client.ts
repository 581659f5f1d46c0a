/** The page's side of the PSD worker: one worker a file, so that closing a file gives its memory back. */
import { createWorkerClient } from '../worker-client'
import type { PsdAnswer, PsdReply, PsdRequest, PsdSummary } from './messages'
import { type GroupMode, type LayersOptions, type OpenPsd, PsdError, type PsdLayer, type PsdLayerReport } from './types'

export interface PsdClient {
  /**
   * Reads the structure of a PSD or PSB, no pixels.
   * Rejects with a {@link PsdError} whose message is for the seller, or with an AbortError.
   */
  open(file: Blob, options?: { readonly signal?: AbortSignal }): Promise<OpenPsd>
  /** Closes every file that is open. */
  dispose(): void
}

const startWorker = (): Worker => new Worker(new URL('./psd.worker.ts', import.meta.url), { type: 'module' })

const aborted = (): Error => new DOMException('aborted', 'AbortError')

type Ask =
  | Omit<Extract<PsdRequest, { kind: 'open' }>, 'id'>
  | Omit<Extract<PsdRequest, { kind: 'layer' }>, 'id'>
  | Omit<Extract<PsdRequest, { kind: 'thumbnail' }>, 'id'>
  | Omit<Extract<PsdRequest, { kind: 'merged' }>, 'id'>

/** @param start how to start a worker; another one in tests. */
export function createPsdClient(start: () => Worker = startWorker): PsdClient {
  const openFiles = new Set<() => void>()

  return {
    async open(file, { signal } = {}) {
      if (signal?.aborted) throw aborted()
      const worker = createWorkerClient<Ask, PsdReply>(start)
      const close = () => {
        openFiles.delete(close)
        worker.dispose()
      }
      openFiles.add(close)
      try {
        const reply = await ask(worker, { kind: 'open', file }, signal)
        if (!('summary' in reply)) throw new PsdError('crashed', crashedText)
        return openPsd(reply.summary, (request, abort) => ask(worker, request, abort), close)
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

const crashedText = '解析PSD时内存不足或程序中断，请在Photoshop中缩小画布或合并部分图层后重新导入'

type Asker = (request: Ask, signal?: AbortSignal) => Promise<Exclude<PsdAnswer, { error: unknown }>>

/** Rejects as soon as the signal fires; the worker's late answer is dropped. */
async function ask(
  worker: { ask(request: Ask): Promise<PsdReply>; readonly disposed: boolean },
  request: Ask,
  signal?: AbortSignal,
): Promise<Exclude<PsdAnswer, { error: unknown }>> {
  const reply = await new Promise<PsdReply>((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const onAbort = () => reject(aborted())
    signal?.addEventListener('abort', onAbort, { once: true })
    worker
      .ask(request)
      .then(resolve, (error) =>
        reject(worker.disposed ? aborted() : new PsdError('crashed', `${crashedText}（${error.message}）`)),
      )
      .finally(() => signal?.removeEventListener('abort', onAbort))
  })
  if ('error' in reply) throw new PsdError(reply.error.code, reply.error.message)
  return reply
}

function openPsd(summary: PsdSummary, send: Asker, close: () => void): OpenPsd {
  const reports = new Map<string, PsdLayerReport[]>()
  for (const [artboard, modes] of Object.entries(summary.reports)) {
    reports.set(`${artboard}/flatten`, [...modes.flatten])
    reports.set(`${artboard}/leaves`, [...modes.leaves])
  }
  const find = (artboardId: string) => {
    const artboard = summary.artboards.find(({ id }) => id === artboardId)
    if (artboard === undefined) throw new PsdError('closed', `PSD中没有画板 ${artboardId}`)
    return artboard
  }
  const picture = async (request: Ask, signal?: AbortSignal): Promise<Blob | null> => {
    const reply = await send(request, signal)
    return 'picture' in reply ? reply.picture : null
  }

  async function* layers(artboardId: string, options: LayersOptions = {}): AsyncGenerator<PsdLayer> {
    const { signal, groups = 'flatten', onProgress } = options
    const total = find(artboardId).layerCount[groups]
    const report = reports.get(`${artboardId}/${groups}`) ?? []
    const layerAt = (index: number) => {
      const coming = send({ kind: 'layer', artboard: artboardId, groups, index }, signal)
      // Asked one ahead: it may fail while nobody waits for it yet.
      coming.catch(() => {})
      return coming
    }
    let coming = total > 0 ? layerAt(0) : null
    for (let index = 0; index < total && coming !== null; index++) {
      const reply = await coming
      coming = index + 1 < total ? layerAt(index + 1) : null
      if (!('layer' in reply)) throw new PsdError('crashed', crashedText)
      for (const change of reply.changes) report[change.index] = change.report
      onProgress?.(index + 1, total)
      if (reply.layer !== null) yield reply.layer
    }
  }

  return {
    width: summary.width,
    height: summary.height,
    colorMode: summary.colorMode,
    depth: summary.depth,
    artboards: summary.artboards,
    notices: summary.notices,
    async thumbnail(artboardId, maxSide, { signal } = {}) {
      const made = await picture({ kind: 'thumbnail', artboard: find(artboardId).id, maxSide }, signal)
      if (made === null) throw new PsdError('crashed', crashedText)
      return made
    },
    layers: (artboardId, options) => layers(artboardId, options),
    merged: (artboardId, { signal } = {}) => picture({ kind: 'merged', artboard: find(artboardId).id }, signal),
    report: (artboardId, groups: GroupMode = 'flatten') => reports.get(`${find(artboardId).id}/${groups}`) ?? [],
    close,
  }
}
