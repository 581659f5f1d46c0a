/** Page-side client of the PSD worker. Each file has a worker of its own, so that closing the file frees its memory. */
import { abortError, isAbort } from '../../contract/ground/thrown'
import { createWorkerClient, type WorkerClient } from '../worker-client'
import { withComparison } from './likeness'
import type { PsdReply, PsdRequestBody, PsdSummary } from './messages'
import {
  type GroupMode,
  type LayersOptions,
  type Likeness,
  type Likenesses,
  type OpenPsd,
  PsdError,
  type PsdLayer,
} from './types'

export interface PsdClient {
  /**
   * Reads the structure of a PSD or PSB, no pixels. Rejects with a {@link PsdError} whose message is for the seller, or with an
   * AbortError.
   */
  open(file: Blob, options?: { readonly signal?: AbortSignal }): Promise<OpenPsd>
  /**
   * Starts a worker for the file that is opened next, so that reading it does not wait for that. Returns a function that ends the worker
   * if no file has been opened.
   */
  prepare(): () => void
  /** Closes all open files. */
  dispose(): void
}

/** The methods of the client that dialogs use. */
export type PsdOpening = Pick<PsdClient, 'open' | 'prepare'>

type Answer = Exclude<PsdReply, { error: unknown } | { cancelled: true }>
type WithoutToken<T> = T extends { token: number } ? Omit<T, 'token'> : T
type SendRequest = (
  request: WithoutToken<Exclude<PsdRequestBody, { kind: 'prepare' | 'cancel' }>>,
  signal?: AbortSignal,
) => Promise<Answer>

const startWorker = (): Worker => new Worker(new URL('./psd.worker.ts', import.meta.url), { type: 'module' })

/** Layers in progress at once: one is decoded, one encoded by the second worker, and one waits for that. */
const requestedAhead = 3

const crashError = (cause: unknown): PsdError =>
  new PsdError('crashed', '解析PSD时内存不足或程序中断，请在Photoshop中缩小画布或合并部分图层后重新导入', cause)

/** @param start starts a worker; tests pass their own. */
export function createPsdClient(start: () => Worker = startWorker): PsdClient {
  const openFiles = new Set<() => void>()
  let prepared: WorkerClient<PsdRequestBody, PsdReply> | null = null
  const takePrepared = () => {
    const worker = prepared
    prepared = null
    return worker
  }
  return {
    prepare() {
      if (prepared === null) {
        prepared = createWorkerClient<PsdRequestBody, PsdReply>(start)
        // A worker that does not start says so when a file is opened.
        prepared.request({ kind: 'prepare' }).catch(() => {})
      }
      const worker = prepared
      return () => {
        if (prepared === worker) takePrepared()?.dispose()
      }
    },
    async open(file, { signal } = {}) {
      const worker = takePrepared() ?? createWorkerClient<PsdRequestBody, PsdReply>(start)
      const close = () => {
        openFiles.delete(close)
        worker.dispose()
      }
      openFiles.add(close)
      const sendRequest = createSendRequest(worker)
      try {
        const answer = await sendRequest({ kind: 'open', file }, signal)
        if (!('summary' in answer)) throw crashError('no summary')
        return openPsd(answer.summary, sendRequest, close)
      } catch (error) {
        close()
        throw error
      }
    },
    dispose() {
      takePrepared()?.dispose()
      for (const close of [...openFiles]) close()
    },
  }
}

/** Returns a function that asks the worker; it rejects as soon as the signal fires, and stops the worker's work. */
function createSendRequest(worker: WorkerClient<PsdRequestBody, PsdReply>): SendRequest {
  let lastToken = 0
  return async (request, signal) => {
    if (signal?.aborted) throw abortError()
    const token = ++lastToken
    let onAbort = () => {}
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => {
        reject(abortError())
        // Closing the file ends its worker anyway, so nobody waits for this reply.
        worker.request({ kind: 'cancel', token }).catch(() => {})
      }
    })
    aborted.catch(() => {})
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const reply = await Promise.race([worker.request({ ...request, token } as PsdRequestBody), aborted])
      if ('error' in reply) throw new PsdError(reply.error.code, reply.error.message)
      if ('cancelled' in reply) throw abortError()
      return reply
    } catch (error) {
      if (error instanceof PsdError || isAbort(error)) throw error
      throw crashError(error)
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }
}

function openPsd(summary: PsdSummary, sendRequest: SendRequest, close: () => void): OpenPsd {
  const { width, height, colorMode, depth, artboards, notices } = summary
  const reports = new Map(
    Object.entries(summary.reports).map(([id, { flatten, leaves }]) => [id, { flatten: [...flatten], leaves: [...leaves] }]),
  )
  /** Likeness of layers and merged picture, by artboard; null where there is no merged picture. */
  const compared = new Map<string, Partial<Record<GroupMode, Likeness | null>>>()
  const find = (artboardId: string) => {
    const artboard = artboards.find(({ id }) => id === artboardId)
    const report = reports.get(artboardId)
    if (artboard === undefined || report === undefined) throw new PsdError('closed', `PSD中没有画板 ${artboardId}`)
    return { artboard, report }
  }

  async function* layers(artboardId: string, options: LayersOptions = {}): AsyncGenerator<PsdLayer> {
    const { signal, groups = 'flatten', onProgress, likeness } = options
    if (likeness !== undefined) compared.set(artboardId, { ...compared.get(artboardId), [groups]: likeness })
    const { artboard, report } = find(artboardId)
    const total = artboard.layerCount[groups]
    if (total === 0) return
    // Leaving the loop stops the layers that were requested ahead.
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    const request = (index: number) => {
      const response = sendRequest({ kind: 'layer', artboard: artboardId, groups, index }, controller.signal)
      // It may reject before anybody awaits it.
      response.catch(() => {})
      return response
    }
    try {
      const ahead = [request(0)]
      for (let index = 0; index < total; index++) {
        while (ahead.length < requestedAhead && index + ahead.length < total) ahead.push(request(index + ahead.length))
        const answer = await ahead.shift()
        if (answer === undefined) throw crashError('no request')
        if (!('layer' in answer)) throw crashError('no layer')
        for (const { index: at, report: changed } of answer.changes) report[groups][at] = changed
        onProgress?.(index + 1, total)
        if (answer.layer !== null) yield answer.layer
      }
      const isKnown = compared.get(artboardId)?.[groups] !== undefined
      // A comparison that fails must not undo an import that succeeded.
      if (!isKnown && !report[groups].some(({ looksDifferent }) => looksDifferent))
        await compare(artboardId, controller.signal).catch((error: unknown) => {
          if (controller.signal.aborted) throw error
        })
    } finally {
      signal?.removeEventListener('abort', abort)
      abort()
    }
  }

  /** Asks for the comparison with the merged picture, and keeps it for the report. */
  const compare = async (artboardId: string, signal: AbortSignal | undefined): Promise<Likenesses | null> => {
    const found = await sendRequest({ kind: 'likeness', artboard: find(artboardId).artboard.id }, signal)
    if (!('likeness' in found)) throw crashError(`no likeness of ${artboardId}`)
    compared.set(artboardId, found.likeness ?? { flatten: null, leaves: null })
    return found.likeness
  }

  const picture = async (artboardId: string, answer: Promise<Answer>): Promise<Blob | null> => {
    const found = await answer
    if (!('picture' in found)) throw crashError(`no picture of ${artboardId}`)
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
      const drawnPicture = await picture(
        artboardId,
        sendRequest({ kind: 'thumbnail', artboard: find(artboardId).artboard.id, maxSide }, signal),
      )
      if (drawnPicture === null) throw crashError(`no thumbnail of ${artboardId}`)
      return drawnPicture
    },
    layers,
    merged: async (artboardId, { signal } = {}) =>
      picture(artboardId, sendRequest({ kind: 'merged', artboard: find(artboardId).artboard.id }, signal)),
    likeness: (artboardId, { signal } = {}) => compare(artboardId, signal),
    report: (artboardId, groups: GroupMode = 'flatten') =>
      withComparison(find(artboardId).report[groups], compared.get(artboardId)?.[groups] ?? null),
    close,
  }
}

/** The page's client, one for all, so that any dialog's prepared worker serves the file that is opened next. */
export const pagePsdClient = createPsdClient()
