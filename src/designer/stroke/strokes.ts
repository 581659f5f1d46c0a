/**
 * Manages the outlines of an open design. While a slider moves, the canvas shows drafts, made one after another and always of
 * the newest settings; on release the full outline enters the document as one step. Framework-free.
 */
import type { LayerStroke } from '../../../contract/types'
import { clearStroke, setStroke } from '../../design/commands/stroke'
import { equalValues } from '../../design/model/equal'
import { byUuid } from '../../design/model/queries'
import type { Layer } from '../../design/model/types'
import { EmptyPictureError, type StrokeMaker, type StrokeSource } from '../../template-tools/stroke/maker'
import { createStore } from '../session/store'
import type { Session } from '../session/types'

export const strokeFailed = '当前图片描边失败，请尝试重试'

export type LayerOutline = Pick<Layer, 'stroke' | 'strokeSvgData'>

export interface StrokeFailure {
  readonly uuid: string
  /** The requested settings, for a retry. */
  readonly stroke: LayerStroke
  readonly text: string
  /** The cause, in words for the seller; null where the text is enough. */
  readonly reason: string | null
  /** Whether a retry may succeed. */
  readonly retry: boolean
}

export interface StrokesState {
  /** Settings of a slider being moved, or not yet in the document. */
  readonly draft: { readonly uuid: string; readonly stroke: LayerStroke } | null
  /** Whether a full outline is being made. */
  readonly busy: boolean
  readonly failure: StrokeFailure | null
  /** Addresses of pictures without a transparent pixel. */
  readonly opaque: ReadonlySet<string>
}

export interface Strokes {
  getState(): StrokesState
  /** Calls `listener` after each change. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
  /** Shows these settings on the canvas; the document does not change. */
  preview(uuid: string, stroke: LayerStroke): void
  /** Makes the outline and puts it into the document as one step. */
  apply(uuid: string, stroke: LayerStroke): void
  /** Writes the previewed settings of a layer to the document; does nothing without a preview. */
  commitPreview(uuid: string): void
  /** Writes everything previewed to the document; resolves when no outline is being made any more. */
  flush(): Promise<void>
  /** Repeats the failed request. */
  retry(): void
  clear(uuid: string): void
  /**
   * Returns the outline of a layer whose picture or size has changed, with its present settings, for commands that change both
   * in one step. Rejects when it cannot be made.
   */
  remake(layer: StrokeSource & Pick<Layer, 'stroke'>): Promise<LayerOutline>
  dispose(): void
}

interface StrokeRequest {
  readonly uuid: string
  readonly stroke: LayerStroke
  readonly draft: boolean
}

export interface StrokesPorts {
  readonly session: Session
  readonly maker: StrokeMaker
  /** Shows a layer with an outline that is not in the document; undefined restores the document's. */
  show(uuid: string, svg: string | undefined): void
}

const samePicture = (a: StrokeSource, b: StrokeSource) =>
  a.imageUrl === b.imageUrl &&
  a.width === b.width &&
  a.height === b.height &&
  equalValues(
    [a.appearance?.crop, a.appearance?.mask, a.appearance?.pattern],
    [b.appearance?.crop, b.appearance?.mask, b.appearance?.pattern],
  )

export function createStrokes({ session, maker, show }: StrokesPorts): Strokes {
  const store = createStore<StrokesState>({ draft: null, busy: false, failure: null, opaque: new Set() })
  /** Requests that have not started, at most one per layer. */
  let waiting: readonly StrokeRequest[] = []
  let running = false
  let disposed = false
  /** The newest request of each layer; answers to older ones are dropped. */
  const newestRequests = new Map<string, StrokeRequest>()
  /** Callers waiting until no work is left. */
  let idleWaiters: readonly (() => void)[] = []

  const layerOf = (uuid: string) => byUuid(session.getState().doc, uuid)

  const discardRequest = (uuid: string) => {
    newestRequests.delete(uuid)
    show(uuid, undefined)
    if (store.get().draft?.uuid === uuid) store.set({ draft: null })
  }

  const enqueue = (request: StrokeRequest) => {
    newestRequests.set(request.uuid, request)
    waiting = [...waiting.filter(({ uuid }) => uuid !== request.uuid), request]
    void processQueue()
  }

  const processQueue = async () => {
    if (running || disposed) return
    const [request, ...rest] = waiting
    waiting = rest
    if (!request) {
      store.set({ busy: false })
      for (const resolve of idleWaiters) resolve()
      idleWaiters = []
      return
    }
    running = true
    if (!request.draft) store.set({ busy: true })
    try {
      await perform(request)
    } catch (error) {
      if (!disposed && newestRequests.get(request.uuid) === request) fail(request, error)
    }
    running = false
    void processQueue()
  }

  const perform = async (request: StrokeRequest) => {
    const layer = layerOf(request.uuid)
    if (!layer) return discardRequest(request.uuid)
    const { svg, opaque } = await maker.make(layer, request.stroke, request.draft)
    if (!request.draft) await whenNoGesture()
    if (disposed || newestRequests.get(request.uuid) !== request) return
    if (opaque && !store.get().opaque.has(layer.imageUrl)) {
      store.set({ opaque: new Set([...store.get().opaque, layer.imageUrl]) })
    }
    const now = layerOf(request.uuid)
    if (!now || now.imageUrl !== layer.imageUrl) return discardRequest(request.uuid)
    if (!samePicture(now, layer)) return enqueue({ ...request })
    if (request.draft) return show(request.uuid, svg)
    session.run(setStroke, { uuid: request.uuid, stroke: request.stroke, svg })
    discardRequest(request.uuid)
  }

  /** Resolves when no drag is under way, because an edit during a drag would end it. */
  const whenNoGesture = (): Promise<void> => {
    if (session.getState().gesture === null) return Promise.resolve()
    return new Promise((resolve) => {
      const stop = session.subscribe(({ gesture }) => {
        if (gesture !== null && !disposed) return
        stop()
        resolve()
      })
    })
  }

  const fail = (request: StrokeRequest, error: unknown) => {
    discardRequest(request.uuid)
    const empty = error instanceof EmptyPictureError
    const reason = error instanceof Error && error.message !== '' ? error.message : null
    store.set({
      failure: {
        uuid: request.uuid,
        stroke: request.stroke,
        text: empty ? error.message : strokeFailed,
        reason: empty ? null : reason,
        retry: !empty,
      },
    })
  }

  const requestStroke = (uuid: string, stroke: LayerStroke, draft: boolean) => {
    const { failure } = store.get()
    store.set({ draft: { uuid, stroke }, failure: failure?.uuid === uuid ? null : failure })
    enqueue({ uuid, stroke, draft })
  }

  return {
    getState: store.get,
    subscribe: (listener) => store.subscribe(listener),
    preview: (uuid, stroke) => requestStroke(uuid, stroke, true),
    apply: (uuid, stroke) => requestStroke(uuid, stroke, false),
    commitPreview(uuid) {
      const request = newestRequests.get(uuid)
      if (request?.draft) requestStroke(uuid, request.stroke, false)
    },
    flush() {
      for (const request of [...newestRequests.values()]) if (request.draft) requestStroke(request.uuid, request.stroke, false)
      if (!running || disposed) return Promise.resolve()
      return new Promise((resolve) => {
        idleWaiters = [...idleWaiters, resolve]
      })
    },
    retry() {
      const { failure } = store.get()
      if (failure?.retry) requestStroke(failure.uuid, failure.stroke, false)
    },
    clear(uuid) {
      waiting = waiting.filter((request) => request.uuid !== uuid)
      discardRequest(uuid)
      if (store.get().failure?.uuid === uuid) store.set({ failure: null })
      session.run(clearStroke, { uuids: [uuid] })
    },
    async remake(layer) {
      const { stroke } = layer
      if (stroke === null) return { stroke, strokeSvgData: null }
      try {
        return { stroke, strokeSvgData: (await maker.make(layer, stroke, false)).svg }
      } catch (cause) {
        throw new Error(strokeFailed, { cause })
      }
    },
    dispose() {
      disposed = true
      waiting = []
      for (const resolve of idleWaiters) resolve()
      idleWaiters = []
      maker.dispose()
    },
  }
}
