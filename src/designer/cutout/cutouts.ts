/**
 * AI cutouts of an open design: at most one per layer at a time; each ends as one undo step, or with a reason and a retry.
 * Independent of React and the DOM.
 */
import type { CallOptions, LocalFile, UploadedFile } from '../../../adapters/platform'
import { type AiCutoutType, fileKind } from '../../../contract/constants'
import { createListeners } from '../../base/listeners'
import { cutoutFailureText } from '../../cutout/failure'
import { type CutoutResult, type RunPorts, runCutout } from '../../cutout/run'
import type { TrimmedPicture } from '../../cutout/trim'
import { applyCutout, cutoutRefusal } from '../../design/commands/cutout'
import { byUuid } from '../../design/model/queries'
import type { Layer, Size } from '../../design/model/types'
import type { Session } from '../session/types'

export type CutoutState =
  | { readonly kind: 'running'; readonly stepText: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly type: AiCutoutType }

/** A layer's picture at an address that the host can read. */
export interface CutoutSource extends Size {
  readonly url: string
  readonly fileName: string
  /** Bytes. */
  readonly fileSize: number
}

export interface CutoutPorts extends RunPorts {
  readonly session: Session
  /** Makes the picture readable for the host, uploading it first where needed. */
  source(layer: Layer, signal: AbortSignal): Promise<CutoutSource>
  /** Returns the bytes of a result. */
  download(result: CutoutResult, signal: AbortSignal): Promise<Blob>
  /** Crops a picture to its part that is not transparent, and returns where in the whole that part lies. */
  trim(picture: Blob): Promise<TrimmedPicture>
  upload(file: LocalFile, kind: number, options: CallOptions): Promise<UploadedFile>
}

export interface Cutouts {
  getState(): ReadonlyMap<string, CutoutState>
  subscribe(listener: () => void): () => void
  /** Cuts out a layer's subject; a second start while it runs has no effect. Resolves when it has ended, successfully or not. */
  start(uuid: string, type: AiCutoutType): Promise<void>
  cancel(uuid: string): void
  /** Number of cutouts under way. */
  running(): number
  dispose(): void
}

export function createCutouts(ports: CutoutPorts): Cutouts {
  const { session } = ports
  let states: ReadonlyMap<string, CutoutState> = new Map()
  const controllers = new Map<string, AbortController>()
  const { notify, subscribe, clear } = createListeners()

  const setState = (uuid: string, state: CutoutState | null) => {
    const next = new Map(states)
    if (state) next.set(uuid, state)
    else next.delete(uuid)
    states = next
    notify()
  }

  const cutOut = async (layer: Layer, type: AiCutoutType, signal: AbortSignal) => {
    const { uuid } = layer
    const setStep = (stepText: string) => setState(uuid, { kind: 'running', stepText })
    setStep('正在准备图片…')
    const { url, ...facts } = await ports.source(layer, signal)
    if (signal.aborted) return
    setStep('正在抠图…')
    const result = await runCutout({ imageUrl: url, type, ...facts }, ports, signal)
    setStep('正在取回结果…')
    const blob = await ports.download(result, signal)
    if (signal.aborted) return
    const name = `${layer.name}.png`
    const { cropped, width, height, untrimmed } = await ports.trim(blob)
    if (signal.aborted) return
    const file = { name, blob: cropped.type === 'image/png' ? cropped : new Blob([cropped], { type: 'image/png' }) }
    const stored = await ports.upload(file, fileKind.templateLayer, { signal })
    if (signal.aborted) return
    const picture = { fileId: stored.fileId, url: stored.url, name, width, height }
    session.run(applyCutout, { uuid, sourceUrl: currentUrl(layer), picture, untrimmed })
  }

  /**
   * Returns the present address of the picture: a save may have uploaded it meanwhile, which does not make it another picture.
   */
  const currentUrl = (before: Layer): string => {
    const now = byUuid(session.getState().doc, before.uuid)
    return before.imageFileId === null && now && now.imageFileId !== null && hasSameSize(before, now)
      ? now.imageUrl
      : before.imageUrl
  }

  return {
    getState: () => states,
    subscribe,
    async start(uuid, type) {
      if (controllers.has(uuid)) return
      const layer = byUuid(session.getState().doc, uuid)
      if (!layer) return
      const refusal = cutoutRefusal(layer)
      if (refusal !== null) {
        session.notify('warning', refusal)
        return
      }
      const controller = new AbortController()
      controllers.set(uuid, controller)
      let endState: CutoutState | null = null
      try {
        await cutOut(layer, type, controller.signal)
      } catch (error) {
        const reason = error instanceof Error && error.message !== '' ? error.message : cutoutFailureText.unknown
        endState = { kind: 'failed', reason, type }
      }
      // This run was cancelled, and the layer may have a new one: leave the state alone.
      if (controllers.get(uuid) !== controller) return
      controllers.delete(uuid)
      setState(uuid, endState)
    },
    cancel(uuid) {
      controllers.get(uuid)?.abort()
      controllers.delete(uuid)
      setState(uuid, null)
    },
    running: () => controllers.size,
    dispose() {
      clear()
      for (const controller of controllers.values()) controller.abort()
      controllers.clear()
    },
  }
}

const hasSameSize = (a: Layer, b: Layer) => a.originalWidth === b.originalWidth && a.originalHeight === b.originalHeight
