/**
 * Manages the outlines of an open design. While a slider moves, the canvas shows drafts, made one after another and always of
 * the newest settings; on release the full outline enters the document as one step. Framework-free.
 */
import type { LayerStroke } from '../../../contract/types'
import { clearStroke, setStroke } from '../../../design/commands/stroke'
import { equalValues } from '../../../design/model/equal'
import { byUuid } from '../../../design/model/queries'
import type { Layer } from '../../../design/model/types'
import { EmptyPictureError, type StrokeMaker, type StrokeSource } from '../../template-tools/stroke/maker'
import { createStore } from '../session/store'
import type { Session } from '../session/types'

export const strokeFailed = '当前图片描边失败，请尝试重试'

export type LayerOutline = Pick<Layer, 'stroke' | 'strokeSvgData'>

export interface StrokeFailure {
  /** The layers without an outline. */
  readonly uuids: readonly string[]
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
  readonly draft: { readonly uuids: readonly string[]; readonly stroke: LayerStroke } | null
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
  preview(uuids: readonly string[], stroke: LayerStroke): void
  /** Makes the outlines of all these layers and puts them into the document as one step. */
  apply(uuids: readonly string[], stroke: LayerStroke): void
  /** Writes the previewed settings of these layers to the document; does nothing without a preview. */
  commitPreview(uuids: readonly string[]): void
  /** Writes everything previewed to the document; resolves when no outline is being made any more. */
  flush(): Promise<void>
  /** Repeats the failed request. */
  retry(): void
  clear(uuids: readonly string[]): void
  /**
   * Returns the outline of a layer whose picture or size has changed, with its present settings, for commands that change both
   * in one step. Rejects when it cannot be made.
   */
  remake(layer: StrokeSource & Pick<Layer, 'stroke'>): Promise<LayerOutline>
  dispose(): void
}

interface StrokeRequest {
  readonly uuids: readonly string[]
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
  /** Requests that have not started, and of which some layer has no newer request. */
  let waiting: readonly StrokeRequest[] = []
  let running = false
  let disposed = false
  /** The newest request of each layer; answers to older ones are dropped. */
  const newestRequests = new Map<string, StrokeRequest>()
  /** Callers waiting until no work is left. */
  let idleWaiters: readonly (() => void)[] = []

  const layerOf = (uuid: string) => byUuid(session.getState().doc, uuid)
  const isNewest = (uuid: string, request: StrokeRequest) => !disposed && newestRequests.get(uuid) === request

  const discardRequest = (uuid: string) => {
    newestRequests.delete(uuid)
    show(uuid, undefined)
    const { draft } = store.get()
    if (draft?.uuids.includes(uuid) && !draft.uuids.some((one) => newestRequests.has(one))) store.set({ draft: null })
  }

  const enqueue = (request: StrokeRequest) => {
    for (const uuid of request.uuids) newestRequests.set(uuid, request)
    waiting = [...waiting.filter((one) => one.uuids.some((uuid) => newestRequests.get(uuid) === one)), request]
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
    await perform(request)
    running = false
    void processQueue()
  }

  const perform = async (request: StrokeRequest) => {
    const outlined: { readonly layer: Layer; readonly svg: string }[] = []
    const failures: { readonly uuid: string; readonly error: unknown }[] = []
    for (const uuid of request.uuids) {
      if (!isNewest(uuid, request)) continue
      const layer = layerOf(uuid)
      if (!layer) {
        discardRequest(uuid)
        continue
      }
      try {
        const { svg, opaque } = await maker.make(layer, request.stroke, request.draft)
        if (opaque && !disposed) store.set({ opaque: new Set([...store.get().opaque, layer.imageUrl]) })
        if (request.draft) showDraft(request, layer, svg)
        else outlined.push({ layer, svg })
      } catch (error) {
        failures.push({ uuid, error })
      }
    }
    if (outlined.length > 0) {
      await whenNoGesture()
      write(request, outlined)
    }
    fail(
      request,
      failures.filter(({ uuid }) => isNewest(uuid, request)),
    )
  }

  /** Whether an outline fits the layer as it is now; an outline that does not fit is dropped or made again. */
  const stillFits = (request: StrokeRequest, layer: Layer): boolean => {
    const { uuid } = layer
    if (!isNewest(uuid, request)) return false
    const now = layerOf(uuid)
    if (!now || now.imageUrl !== layer.imageUrl) discardRequest(uuid)
    else if (!samePicture(now, layer)) enqueue({ ...request, uuids: [uuid] })
    else return true
    return false
  }

  const showDraft = (request: StrokeRequest, layer: Layer, svg: string) => {
    if (stillFits(request, layer)) show(layer.uuid, svg)
  }

  const write = (request: StrokeRequest, outlined: readonly { readonly layer: Layer; readonly svg: string }[]) => {
    const drawings = outlined.filter(({ layer }) => stillFits(request, layer)).map(({ layer: { uuid }, svg }) => ({ uuid, svg }))
    if (drawings.length > 0) session.run(setStroke, { stroke: request.stroke, drawings })
    for (const { uuid } of drawings) discardRequest(uuid)
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

  const fail = ({ stroke }: StrokeRequest, failures: readonly { readonly uuid: string; readonly error: unknown }[]) => {
    const uuids = failures.map(({ uuid }) => uuid)
    // A failure that a retry can mend is reported before pictures that have nothing to outline.
    const first = failures.find(({ error }) => !(error instanceof EmptyPictureError)) ?? failures[0]
    if (!first) return
    for (const uuid of uuids) discardRequest(uuid)
    const { error } = first
    const empty = error instanceof EmptyPictureError
    const reason = error instanceof Error && error.message !== '' ? error.message : null
    store.set({
      failure: {
        uuids,
        stroke,
        text: empty ? error.message : strokeFailed,
        reason: empty ? null : reason,
        retry: !empty,
      },
    })
  }

  const requestStroke = (uuids: readonly string[], stroke: LayerStroke, draft: boolean) => {
    const { failure } = store.get()
    store.set({ draft: { uuids, stroke }, failure: failure?.uuids.some((uuid) => uuids.includes(uuid)) ? null : failure })
    enqueue({ uuids, stroke, draft })
  }
  /** Makes the full outlines of what is only previewed of these layers. */
  const commit = (uuids: readonly string[]) => {
    for (const request of new Set(uuids.map((uuid) => newestRequests.get(uuid)))) {
      if (!request?.draft) continue
      requestStroke(
        request.uuids.filter((uuid) => isNewest(uuid, request)),
        request.stroke,
        false,
      )
    }
  }

  return {
    getState: store.get,
    subscribe: (listener) => store.subscribe(listener),
    preview: (uuids, stroke) => requestStroke(uuids, stroke, true),
    apply: (uuids, stroke) => requestStroke(uuids, stroke, false),
    commitPreview: commit,
    flush() {
      commit([...newestRequests.keys()])
      if (!running || disposed) return Promise.resolve()
      return new Promise((resolve) => {
        idleWaiters = [...idleWaiters, resolve]
      })
    },
    retry() {
      const { failure } = store.get()
      if (failure?.retry) requestStroke(failure.uuids, failure.stroke, false)
    },
    clear(uuids) {
      for (const uuid of uuids) discardRequest(uuid)
      waiting = waiting.filter((one) => one.uuids.some((uuid) => newestRequests.get(uuid) === one))
      if (store.get().failure?.uuids.some((uuid) => uuids.includes(uuid))) store.set({ failure: null })
      session.run(clearStroke, { uuids })
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
