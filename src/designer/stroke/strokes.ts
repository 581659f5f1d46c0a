/**
 * The outlines of an open design. While a slider moves the canvas shows drafts, made one after another, always of the newest
 * settings; let go, the whole outline enters the document as one step. Framework-free.
 */
import type { LayerStroke } from '../../../contract/types'
import { clearStroke, setStroke } from '../../design/commands/stroke'
import { byUuid } from '../../design/model/queries'
import type { Layer } from '../../design/model/types'
import { createStore } from '../session/store'
import type { Session } from '../session/types'
import { EmptyPictureError, type StrokeMaker, type StrokeSource } from './maker'

export const strokeFailed = '当前图片描边失败，请尝试重试'

export type LayerOutline = Pick<Layer, 'stroke' | 'strokeSvgData'>

export interface StrokeFailure {
  readonly uuid: string
  /** What was asked for, for another try. */
  readonly stroke: LayerStroke
  readonly text: string
  /** The cause, in the seller's words; null where the text says it all. */
  readonly reason: string | null
  /** Another try may work. */
  readonly retry: boolean
}

export interface StrokesState {
  /** Settings under the hand, or on their way into the document. */
  readonly draft: { readonly uuid: string; readonly stroke: LayerStroke } | null
  /** A whole outline is being made. */
  readonly busy: boolean
  readonly failure: StrokeFailure | null
  /** Addresses of pictures found to have no see-through pixel. */
  readonly opaque: ReadonlySet<string>
}

export interface Strokes {
  getState(): StrokesState
  /** Told after each change. Returns the way to stop. */
  subscribe(listener: () => void): () => void
  /** Shows these settings on the canvas; the document stays as it is. */
  preview(uuid: string, stroke: LayerStroke): void
  /** Makes the outline and puts it into the document as one step. */
  apply(uuid: string, stroke: LayerStroke): void
  /** Takes what is shown of a layer's settings into the document; does nothing when nothing is under the hand. */
  settle(uuid: string): void
  /** Takes everything under the hand into the document; resolves when no outline is being made any more. */
  flush(): Promise<void>
  /** Tries again what failed. */
  retry(): void
  clear(uuid: string): void
  /**
   * The outline of a layer whose picture or size has changed, by the settings it has: for commands that change the picture and its
   * outline in one step. Rejects when it cannot be made.
   */
  again(layer: StrokeSource & Pick<Layer, 'stroke'>): Promise<LayerOutline>
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
  /** Shows a layer with an outline that is not in the document; undefined shows the document's own again. */
  show(uuid: string, svg: string | undefined): void
}

const samePicture = (a: StrokeSource, b: StrokeSource) =>
  a.imageUrl === b.imageUrl && a.width === b.width && a.height === b.height

export function createStrokes({ session, maker, show }: StrokesPorts): Strokes {
  const store = createStore<StrokesState>({ draft: null, busy: false, failure: null, opaque: new Set() })
  /** Requests that have not begun, at most one per layer. */
  let waiting: readonly StrokeRequest[] = []
  let running = false
  let disposed = false
  /** The newest request of each layer; the answer to an older one is thrown away. */
  const newest = new Map<string, StrokeRequest>()
  /** Who waits until nothing is left to do. */
  let atRest: readonly (() => void)[] = []

  const layerOf = (uuid: string) => byUuid(session.getState().doc, uuid)

  const drop = (uuid: string) => {
    newest.delete(uuid)
    show(uuid, undefined)
    if (store.get().draft?.uuid === uuid) store.set({ draft: null })
  }

  const ask = (request: StrokeRequest) => {
    newest.set(request.uuid, request)
    waiting = [...waiting.filter(({ uuid }) => uuid !== request.uuid), request]
    void work()
  }

  const work = async () => {
    if (running || disposed) return
    const [request, ...rest] = waiting
    waiting = rest
    if (!request) {
      store.set({ busy: false })
      for (const resolve of atRest) resolve()
      atRest = []
      return
    }
    running = true
    if (!request.draft) store.set({ busy: true })
    try {
      await perform(request)
    } catch (error) {
      if (!disposed && newest.get(request.uuid) === request) fail(request, error)
    }
    running = false
    void work()
  }

  const perform = async (request: StrokeRequest) => {
    const layer = layerOf(request.uuid)
    if (!layer) return drop(request.uuid)
    const { svg, opaque } = await maker.make(layer, request.stroke, request.draft)
    if (!request.draft) await handsOff()
    if (disposed || newest.get(request.uuid) !== request) return
    if (opaque && !store.get().opaque.has(layer.imageUrl)) {
      store.set({ opaque: new Set([...store.get().opaque, layer.imageUrl]) })
    }
    const now = layerOf(request.uuid)
    if (!now || now.imageUrl !== layer.imageUrl) return drop(request.uuid)
    if (!samePicture(now, layer)) return ask({ ...request })
    if (request.draft) return show(request.uuid, svg)
    session.run(setStroke, { uuid: request.uuid, stroke: request.stroke, svg })
    drop(request.uuid)
  }

  /** Resolves when no drag is under way: an edit in the middle of one would end it. */
  const handsOff = (): Promise<void> => {
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
    drop(request.uuid)
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

  const wish = (uuid: string, stroke: LayerStroke, draft: boolean) => {
    const { failure } = store.get()
    store.set({ draft: { uuid, stroke }, failure: failure?.uuid === uuid ? null : failure })
    ask({ uuid, stroke, draft })
  }

  return {
    getState: store.get,
    subscribe: (listener) => store.subscribe(listener),
    preview: (uuid, stroke) => wish(uuid, stroke, true),
    apply: (uuid, stroke) => wish(uuid, stroke, false),
    settle(uuid) {
      const request = newest.get(uuid)
      if (request?.draft) wish(uuid, request.stroke, false)
    },
    flush() {
      for (const request of [...newest.values()]) if (request.draft) wish(request.uuid, request.stroke, false)
      if (!running || disposed) return Promise.resolve()
      return new Promise((resolve) => {
        atRest = [...atRest, resolve]
      })
    },
    retry() {
      const { failure } = store.get()
      if (failure?.retry) wish(failure.uuid, failure.stroke, false)
    },
    clear(uuid) {
      waiting = waiting.filter((request) => request.uuid !== uuid)
      drop(uuid)
      if (store.get().failure?.uuid === uuid) store.set({ failure: null })
      session.run(clearStroke, { uuids: [uuid] })
    },
    async again(layer) {
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
      for (const resolve of atRest) resolve()
      atRest = []
      maker.dispose()
    },
  }
}
